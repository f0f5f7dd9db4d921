#pragma once

// From a bot's one source file to a program that speaks UCI. The protocol and the board are ours, prebuilt;
// only the bot's own text is compiled, without its #DEBUG lines, so that what plays is what is counted. What
// has been built is kept and found again by its content.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace vitrine::workshop {

struct BuildSettings {
  std::string compiler = {};            // a program such as g++ or clang++; empty: the one that built us
  std::vector<std::string> flags = {};  // added to ours
  std::filesystem::path cache = {};     // where programs are kept; empty: default_cache()
  std::filesystem::path kit = {};       // what to build with; empty: the kit of this program
  bool keeps_debug_lines = false;       // also compile lines with #DEBUG: for trying out, not for tournaments
  std::chrono::seconds patience{120};   // for the compiler
};

struct BuiltBot {
  std::string name;  // of the source file, without its ending
  std::filesystem::path program;
  bool is_from_cache = false;
};

struct BuildError {
  std::string message;  // what the compiler said, with the bot's own file and lines
};

// Throws std::runtime_error or std::system_error where it is not the bot that is at fault: no compiler, no
// kit, a full disk.
[[nodiscard]] base::Result<BuiltBot, BuildError> build_bot(const std::filesystem::path& source,
                                                           const BuildSettings& settings = {});

// $XDG_CACHE_HOME/vitrine/bots, or ~/.cache/vitrine/bots, or a folder of this user among the temporary files.
[[nodiscard]] std::filesystem::path default_cache();

}  // namespace vitrine::workshop
