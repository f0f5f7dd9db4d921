#include "cli/add_command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <utility>

namespace vitrine::cli {

CLI::App* add_command(CLI::App& parent, std::string name, std::string description) {
  return parent.add_subcommand(std::move(name), std::move(description));
}

}  // namespace vitrine::cli
