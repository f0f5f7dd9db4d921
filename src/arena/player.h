#pragma once

// Who takes part in a tournament, and how its engine is had. The arena does not know whether an engine is one
// of this program, a bot or a program of others: whoever starts the arena hands in a factory.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/time_control.h"
#include "engines/engine.h"

namespace vitrine::arena {

enum class Protocol { uci, cecp };
// When an engine is started afresh between two games.
enum class Restart { never, always };

struct Player {
  std::string name;
  // Exactly one of these two.
  std::string exhibit = {};               // an engine of this program, by its name in the roster
  std::vector<std::string> command = {};  // a program of others, with its arguments
  Protocol protocol = Protocol::uci;      // that the program speaks
  std::string directory = {};             // it runs there; empty: where we run
  std::vector<std::pair<std::string, std::string>> options = {};
  std::vector<std::string> init_strings = {};  // lines sent to the program before its options
  TimeControl time = {};
  Restart restart = Restart::never;
  Milliseconds start_patience{10'000};  // to say that it is ready
  Milliseconds ping_patience{10'000};   // to answer when it has nothing to do
  bool operator==(const Player&) const = default;
};

// Starts the engine and sets its options. Throws engines::EngineFault (cannot_start), or
// std::invalid_argument for an option that isn't there or can't have that value.
using EngineFactory = std::function<std::unique_ptr<engines::Engine>(const Player&)>;

}  // namespace vitrine::arena
