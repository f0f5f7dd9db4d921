#pragma once

// What the tests of the engines share: games from trusted text, thinking with the reports kept, checks that
// every report must pass, and games against a random mover.

#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "chess/game.h"
#include "chess/support.h"
#include "engines/engine.h"

namespace vitrine::engines {

using namespace std::chrono_literals;

inline chess::Game game_from(std::string_view fen, std::string_view moves = "") {
  chess::Game game(chess::position(fen));
  for (const std::string& text : chess::words(moves)) game.play_unchecked(chess::move(game.position(), text));
  return game;
}

struct Thought {
  Choice choice;
  std::vector<Report> reports;
  std::chrono::duration<double> seconds;
};

inline Thought think(Engine& engine, const chess::Game& game, const Limits& limits,
                     const Signals& signals = {}) {
  Thought thought;
  const auto start = std::chrono::steady_clock::now();
  thought.choice = engine.choose(
      game, limits, [&](const Report& report) { thought.reports.push_back(report); }, signals);
  thought.seconds = std::chrono::steady_clock::now() - start;
  return thought;
}

inline std::string chosen(Engine& engine, const chess::Game& game, const Limits& limits) {
  const Choice choice = think(engine, game, limits).choice;
  return choice.move ? notation::to_uci(*choice.move) : "none";
}

// Every move of a line is legal, and none is played after the game has ended.
inline void expect_sound_line(const chess::Game& game, const std::vector<chess::Move>& pv) {
  chess::Game line(game.position());
  for (const chess::Move move : pv) {
    ASSERT_FALSE(line.ply() > 0 && line.outcome(chess::DrawClaims::made))
        << notation::to_fen(line.position());
    ASSERT_TRUE(line.play(move)) << notation::to_uci(move) << " in " << notation::to_fen(line.position());
  }
}

inline void expect_sound(const chess::Game& game, const Thought& thought) {
  std::uint64_t nodes = 0;
  for (const Report& report : thought.reports) {
    expect_sound_line(game, report.pv);
    EXPECT_GE(report.selective_depth, report.depth);
    EXPECT_GE(report.nodes, nodes);
    nodes = report.nodes;
  }
  ASSERT_EQ(thought.choice.move.has_value(), game.position().has_legal_moves());
  if (!thought.choice.move) return;
  EXPECT_TRUE(game.position().is_legal(*thought.choice.move));
  ASSERT_FALSE(thought.reports.empty());
  const std::vector<chess::Move>& pv = thought.reports.back().pv;
  EXPECT_TRUE(pv.empty() || pv[0] == *thought.choice.move);
}

// This thread's own work: on a busy machine the wall clock would blame the engine for its neighbours.
inline std::chrono::nanoseconds cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

struct Match {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int illegal_moves = 0;
  int time_losses = 0;
};

// Games on a clock, colours alternating, against a mover that has no idea.
inline Match play_random_mover(Engine& engine, int games, Milliseconds time, Milliseconds increment) {
  Match match;
  for (int number = 0; number < games; ++number) {
    const auto side = number % 2 == 0 ? chess::Color::white : chess::Color::black;
    base::Rng rng(static_cast<std::uint64_t>(number) + 1);
    chess::Game game;
    engine.new_game();
    std::chrono::nanoseconds left = time;
    bool is_lost = false;
    while (!is_lost && !game.outcome(chess::DrawClaims::made)) {
      if (game.position().turn() != side) {
        const chess::MoveList moves = game.position().legal_moves();
        game.play_unchecked(moves[rng.below(moves.size())]);
        continue;
      }
      Clock clock;
      clock.remaining[index(side)] = clock.remaining[index(!side)] =
          std::chrono::duration_cast<Milliseconds>(left);
      clock.increment = {increment, increment};
      const auto before = cpu_time();
      const Thought thought = think(engine, game, {.clock = clock});
      left -= cpu_time() - before;
      expect_sound(game, thought);
      if (left < 0ns) ++match.time_losses, is_lost = true;
      if (!thought.choice.move || !game.play(*thought.choice.move)) ++match.illegal_moves, is_lost = true;
      left += increment;
    }
    const auto outcome = game.outcome(chess::DrawClaims::made);
    if (is_lost || (outcome && outcome->winner && *outcome->winner != side))
      ++match.losses;
    else
      ++(outcome->winner ? match.wins : match.draws);
  }
  return match;
}

}  // namespace vitrine::engines
