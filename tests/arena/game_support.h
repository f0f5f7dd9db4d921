#pragma once

// What the tests of games share: engines that do what a test says, in this process or outside.

#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/game_runner.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/client_support.h"

namespace vitrine::arena {

using namespace std::chrono_literals;

// An engine whose answers are a function.
class ScriptedEngine : public engines::Engine {
 public:
  using Script = std::function<engines::Choice(const chess::Game&, const engines::Limits&,
                                               const engines::Listener&, const engines::Signals&)>;
  explicit ScriptedEngine(Script script) : script_(std::move(script)) {}

  [[nodiscard]] engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                                       const engines::Listener& on_report,
                                       const engines::Signals& signals) override {
    return script_(game, limits, on_report, signals);
  }

 private:
  Script script_;
};

inline EngineFactory scripted(const ScriptedEngine::Script& script) {
  return [script](const Player&) { return std::make_unique<ScriptedEngine>(script); };
}

// Throw what no test means: a move or position that isn't one.
inline chess::Move move_in(const chess::Game& game, std::string_view text) {
  const auto move = notation::parse_uci_move(game.position(), text);
  if (!move) throw std::logic_error(move.error().message);
  return *move;
}
inline chess::Position position_of(std::string_view fen) {
  const auto pos = notation::parse_fen(fen);
  if (!pos) throw std::logic_error(pos.error().to_string());
  return *pos;
}

// Plays these moves, the opponent's included, each at its ply of the game.
inline ScriptedEngine::Script plays(std::vector<std::string> moves) {
  return [moves = std::move(moves)](const chess::Game& game, const auto&, const auto&, const auto&) {
    return engines::Choice{.move = move_in(game, moves.at(game.ply()))};
  };
}

// The same without a plan: the first legal move.
inline engines::Choice first_move(const chess::Game& game) {
  return {.move = game.position().legal_moves()[0]};
}

inline Opening opening_of(std::string_view fen, std::initializer_list<const char*> moves = {}) {
  Opening opening{.start = position_of(fen)};
  chess::Game game(opening.start);
  for (const char* text : moves) {
    opening.moves.push_back(move_in(game, text));
    game.play_unchecked(opening.moves.back());
  }
  return opening;
}

inline const TimeControl kAmple{.clock = TimeControl::Clock{.base = 60s}};

// Starts a player's command as the program does, but with the patience of a test.
inline EngineFactory external(const protocols::Mark* mark = nullptr) {
  return [mark](const Player& player) -> std::unique_ptr<engines::Engine> {
    protocols::EngineCommand command{.name = player.name, .argv = player.command};
    if (mark != nullptr) command.environment = std::vector<std::string>{mark->text()};
    command.patience = {.start = player.start_patience,
                        .features = player.start_patience,
                        .ping = player.ping_patience,
                        .stop = 300ms,
                        .move_now = 300ms,
                        .margin = player.time.margin + 100ms,
                        .quit = 200ms};
    return player.protocol == Protocol::uci ? protocols::start_uci_engine(std::move(command))
                                            : protocols::start_cecp_engine(std::move(command));
  };
}

// A game of one line each, from the first position of chess.
struct Match {
  Player white{.name = "White", .time = kAmple};
  Player black{.name = "Black", .time = kAmple};
  Opening opening = {};
  GameRules rules = {};
  Tablebase tablebase = {};
  GameWatcher watcher = {};
  std::stop_token stop = {};

  [[nodiscard]] GameRecord play(EngineFactory white_factory, EngineFactory black_factory) const {
    Seat white_seat(white, std::move(white_factory));
    Seat black_seat(black, std::move(black_factory));
    return play_game({&white_seat, &black_seat}, opening, rules, tablebase, watcher, stop);
  }
  [[nodiscard]] GameRecord play(const ScriptedEngine::Script& white_script,
                                const ScriptedEngine::Script& black_script) const {
    return play(scripted(white_script), scripted(black_script));
  }
};

}  // namespace vitrine::arena
