#pragma once

// An engine of the cabinet, chosen and set up on the command line.

#include <memory>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "engines/roster.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

// The flagship.
inline constexpr const char* kDefaultEngine = "vitrine";

struct EngineArgument {
  std::string name = kDefaultEngine;
  std::vector<std::string> options = {};  // NAME=VALUE
  std::string model = {};                 // a file; empty: the engine's own evaluation
};

// Adds --engine, --option and --model.
void add_engine_argument(CLI::App& command, EngineArgument& argument);

// Both throw UsageError: there is no such engine, it does not take the option, or there is no
// such model.
[[nodiscard]] const engines::Exhibit& find_engine(const EngineArgument& argument);
[[nodiscard]] std::unique_ptr<engines::Engine> make_engine(const EngineArgument& argument);

}  // namespace vitrine::cli
