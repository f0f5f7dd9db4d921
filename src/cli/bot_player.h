#pragma once

// A bot's source file as a player: built, and confined unless somebody wants it otherwise.

#include <filesystem>
#include <string>
#include <vector>

#include "arena/time_control.h"
#include "workshop/build.h"

namespace vitrine::cli {

// The challenge's rule: how long a bot may take to be ready.
inline constexpr arena::Milliseconds kBotStartPatience{5'000};

enum class Confinement { sandbox, none };

// How a program that was built from a bot is started.
[[nodiscard]] std::vector<std::string> bot_command(const std::filesystem::path& program,
                                                   Confinement confinement);

// The same from its source. Throws std::runtime_error that names the file: it does not compile, or uses what
// bots may not use (which only who runs it unconfined may allow).
[[nodiscard]] std::vector<std::string> bot_command_of_source(const std::filesystem::path& source,
                                                             Confinement confinement,
                                                             const workshop::BuildSettings& settings = {});

// The text of a source file. Throws std::runtime_error.
[[nodiscard]] std::string read_source(const std::filesystem::path& source);

}  // namespace vitrine::cli
