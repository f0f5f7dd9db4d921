#pragma once

// A tournament described in a file, JSON or TOML; see docs/arena.md.

#include <string>

#include "arena/settings.h"

namespace vitrine::cli {

// Throws UsageError that says what is wrong and where.
[[nodiscard]] arena::TournamentSettings read_settings_file(const std::string& path);

}  // namespace vitrine::cli
