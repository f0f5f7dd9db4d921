#pragma once

// The programs that a browser may play against: those the user has listed in engines.toml, and nothing else.

#include <string>
#include <vector>

#include "server/engine_book.h"

namespace vitrine::cli {

// $XDG_CONFIG_HOME/vitrine/engines.toml, or that in ~/.config; empty: there is no such file.
[[nodiscard]] std::string default_engines_file();

// Throws UsageError that says what is wrong and where.
[[nodiscard]] std::vector<arena::Player> read_engines_file(const std::string& path);

// Exhibits, and programs with somebody who sees their lines.
[[nodiscard]] server::EngineMaker make_engine_maker();

// Starts each once to learn its options, all at the same time. One that does not start is told on standard
// error and kept: it may work when it is asked for.
[[nodiscard]] std::vector<server::Program> try_programs(const std::vector<arena::Player>& players,
                                                        const server::EngineMaker& maker);

}  // namespace vitrine::cli
