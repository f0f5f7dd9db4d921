#pragma once

// The subcommands of `vitrine pawnrace`, and what they share.

#include <cstddef>
#include <string>
#include <vector>

#include "pawnrace/position.h"

namespace CLI {
class App;
}

namespace vitrine::cli::pawnrace_commands {

void add_book(CLI::App& parent, int& exit_code);
void add_check(CLI::App& parent, int& exit_code);
void add_engine(CLI::App& parent, int& exit_code);
void add_gaps(CLI::App& parent, int& exit_code);
void add_match(CLI::App& parent, int& exit_code);
void add_perft(CLI::App& parent, int& exit_code);
void add_play(CLI::App& parent, int& exit_code);
void add_prove(CLI::App& parent, int& exit_code);
void add_solve(CLI::App& parent, int& exit_code);
void add_tournament(CLI::App& parent, int& exit_code);
void add_trial(CLI::App& parent, int& exit_code);
void add_verify(CLI::App& parent, int& exit_code);

inline constexpr int kStopped = 130;  // the exit status after Ctrl-C

// A position from the command line: gaps such as af, or a text such as "8/... w -". Throws UsageError.
struct Where {
  std::string gaps;
  std::string position;
};
void add_where(CLI::App& command, Where& where);
[[nodiscard]] inline bool is_given(const Where& where) {
  return !where.gaps.empty() || !where.position.empty();
}
[[nodiscard]] pawnrace::Position position_of(const Where& where);
[[nodiscard]] pawnrace::Gaps gaps_argument(const std::string& text);

// Memory for the solver in MiB, and threads.
struct Resources {
  int threads = 1;
  std::size_t memory_mb = 2048;
};
void add_resources(CLI::App& command, Resources& resources);

}  // namespace vitrine::cli::pawnrace_commands
