#pragma once

#include <string>

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds a command to a program or to another command. Every file that makes a CLI::App compiles all of CLI11,
// which takes longer than the rest of the file; so there is one that does.
[[nodiscard]] CLI::App* add_command(CLI::App& parent, std::string name, std::string description);

}  // namespace vitrine::cli
