#pragma once

// An engine's games with itself, for it to learn from: from random openings, a fixed effort for each move,
// and an end where the rest would teach nothing. Game number i depends on the settings and on i only, never
// on which thread or machine plays it, so an interrupted run goes on as if nothing had been.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/rng.h"
#include "chess/game.h"
#include "engines/engine.h"
#include "lab/data/game_file.h"

namespace vitrine::lab {

struct SelfplayRules {
  std::uint64_t seed = 1;
  std::uint64_t nodes = 5'000;  // the iteration in which they are used up is still finished
  int random_plies = 8;         // or one more, so that both sides begin equally often
  int opening_limit = 500;      // an opening that a short search finds more uneven is not played
  std::uint64_t opening_nodes = 1'000;
  int win_score = 1'250;  // beyond this for so many plies: won
  int win_plies = 5;
  int draw_score = 10;  // within this for so many plies, after that ply: drawn
  int draw_plies = 10;
  int draw_after = 70;
  int longest = 400;  // plies; then drawn
};

// As the header of a file of games has it: "nodes=5000 random-plies=8 seed=1".
[[nodiscard]] std::string to_string(const SelfplayRules& rules);

using EngineMaker = std::function<std::unique_ptr<engines::Engine>()>;

// One who plays game after game. Contract: the engine reports scores and searches with one thread.
class SelfplayPlayer {
 public:
  SelfplayPlayer(std::unique_ptr<engines::Engine> engine, SelfplayRules rules);
  // Nothing: stopped.
  [[nodiscard]] std::optional<SelfplayGame> play(std::uint32_t number, const std::stop_token& stop);

 private:
  struct Thought {
    chess::Move move;
    int for_white;  // centipawns
  };
  // Nothing: stopped.
  [[nodiscard]] std::optional<Thought> think(const chess::Game& game, std::uint64_t nodes,
                                             const std::stop_token& stop);
  [[nodiscard]] std::optional<chess::Game> random_opening(base::Rng& rng) const;

  std::unique_ptr<engines::Engine> engine_;
  SelfplayRules rules_;
};

// Ends a game that the scores have decided.
class SelfplayReferee {
 public:
  explicit SelfplayReferee(const SelfplayRules& rules) : rules_(rules) {}
  // After each move: what its player thought, for White, and how many plies were played before it, the random
  // ones included. The result, once it is clear.
  [[nodiscard]] std::optional<GameResult> note(int for_white, int ply);

 private:
  SelfplayRules rules_;
  int won_plies_ = 0;  // by White; negative: by Black
  int drawn_plies_ = 0;
};

// Plays the games from `first` on, `count` of them, on so many threads, and hands them over in order, from
// the calling thread. Returns early if somebody asks to stop. Throws what an engine or on_game throws.
void run_selfplay(const SelfplayRules& rules, const EngineMaker& make_engine, int threads,
                  std::uint32_t first, std::uint32_t count,
                  const std::function<void(SelfplayGame&&)>& on_game, const std::stop_token& stop);

}  // namespace vitrine::lab
