#pragma once

// What all commands ask that build a bot first.

#include <string>

#include "workshop/build.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

struct BotBuildArguments {
  std::string file;
  workshop::BuildSettings settings = {};
};

// Adds the file, --compiler, --flag and --debug.
void add_bot_build_arguments(CLI::App& command, BotBuildArguments& arguments);

}  // namespace vitrine::cli
