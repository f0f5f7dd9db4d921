#pragma once

// What the tests of the clients share: mock engines, games from moves, and what is left of processes.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/process_tree.h"
#include "chess/game.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/engine_client.h"
#include "support/paths.h"

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

// The children of this process, zombies included: what was started and not yet buried.
inline std::size_t unburied_children() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    if (!std::getline(file, stat)) continue;
    // "PID (name) STATE PARENT ...", and the name may hold anything.
    std::istringstream fields(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
    std::string state;
    pid_t parent = 0;
    if (fields >> state >> parent && parent == getpid()) ++count;
  }
  return count;
}

// A mock for which we have time, lest a busy machine looks like a broken engine; what tests silence takes it
// away.
inline EngineCommand mock(std::initializer_list<const char*> arguments, const Mark* mark = nullptr) {
  EngineCommand command{.name = "Mock", .argv = {test::mock_engine()}};
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
    case Kind::disconnected: return "disconnected";
    case Kind::silent: return "silent";
    case Kind::no_move: return "no_move";
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
