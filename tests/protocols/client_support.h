#pragma once

// What the tests of the clients share: mock engines, games from moves, and what is left of processes.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/process_tree.h"
#include "chess/game.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/engine_client.h"

namespace vitrine::protocols {

using namespace std::chrono_literals;
using Kind = engines::EngineFault::Kind;

inline chess::Game game_of(std::initializer_list<const char*> moves,
                           std::string_view fen = notation::kStartFen) {
  chess::Game game(notation::parse_fen(fen).value());
  for (const char* text : moves) game.play_unchecked(notation::parse_uci_move(game.position(), text).value());
  return game;
}

// Every process of an engine that has this variable, whoever its parent now is.
class Mark {
 public:
  Mark() : text_("VITRINE_TEST_ENGINE=" + std::to_string(getpid()) + "." + std::to_string(next())) {}
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t living() const { return base::process_tree(-1, text_).size(); }

 private:
  static int next() {
    static int count = 0;
    return ++count;
  }
  std::string text_;
};

// A mock for which we have time, lest a busy machine looks like a broken engine; what tests silence takes it
// away.
inline EngineCommand mock(std::initializer_list<const char*> arguments, const Mark* mark = nullptr) {
  EngineCommand command{.name = "Mock", .argv = {VITRINE_MOCK_ENGINE}};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  if (mark != nullptr) command.environment = std::vector<std::string>{mark->text()};
  command.patience = {.start = 20s,
                      .features = 5s,
                      .ping = 20s,
                      .stop = 20s,
                      .move_now = 20s,
                      .margin = 200ms,
                      .move = 20s,
                      .quit = 200ms};
  return command;
}

// All lines to and from an engine, as "> to" and "< from".
struct Transcript {
  std::vector<std::string> lines;
  void watch(EngineCommand& command) {
    command.on_line = [this](EngineCommand::Direction direction, std::string_view line) {
      lines.push_back((direction == EngineCommand::Direction::to_engine ? "> " : "< ") + std::string(line));
    };
  }
  [[nodiscard]] bool has(std::string_view line) const {
    return std::ranges::find(lines, line) != lines.end();
  }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
};

inline std::string to_text(const engines::Choice& choice) {
  return choice.move ? notation::to_uci(*choice.move) : choice.resigns ? "resigns" : "none";
}

inline std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::cannot_start: return "cannot_start";
    case Kind::died: return "died";
    case Kind::silent: return "silent";
    case Kind::illegal_move: return "illegal_move";
    case Kind::protocol: return "protocol";
  }
  return "?";
}

// "died: Mock died: killed by SIGSEGV (while thinking)…", or "no fault: e2e4".
template <class Start>
std::string fault_of(Start start, const EngineCommand& command, const chess::Game& game,
                     const engines::Limits& limits) {
  try {
    const auto engine = start(command);
    return "no fault: " + to_text(engine->choose(game, limits, {}, {}));
  } catch (const engines::EngineFault& fault) {
    return std::string(to_text(fault.kind())) + ": " + fault.what();
  }
}

}  // namespace vitrine::protocols
