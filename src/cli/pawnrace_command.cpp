#include "cli/pawnrace_command.h"

#include <CLI/App.hpp>

#include "cli/add_command.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/usage_error.h"
#include "pawnrace/notation.h"

namespace vitrine::cli {

namespace {

constexpr const char* kExamples = R"(Examples:
  vitrine pawnrace play                      a game in the terminal, with hints on request
  vitrine pawnrace gaps                      the solved game: who wins each of the 64 starts, and how
  vitrine pawnrace verify                    solve the game, prove it and check the proof, all from scratch
  vitrine pawnrace match perfect ./mine      a round of five games against your program

Seven pawns a side, a gap on one file each; Black chooses both gaps. Who first reaches the last rank or takes every
enemy pawn wins; who is to move and can't has a draw. Moves are written e4 and axb4.
'vitrine pawnrace COMMAND --help' tells more about a command; docs/pawnrace.md, how the game was solved.
Exit status: 0 all is well, 1 something failed or is false, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_pawnrace_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "pawnrace", "Pawn Race: play it perfectly, or solve it");
  command->require_subcommand(0, 1);  // so that what is not understood is named first
  command->footer(kExamples);
  pawnrace_commands::add_play(*command, exit_code);
  pawnrace_commands::add_gaps(*command, exit_code);
  pawnrace_commands::add_engine(*command, exit_code);
  pawnrace_commands::add_match(*command, exit_code);
  pawnrace_commands::add_tournament(*command, exit_code);
  pawnrace_commands::add_solve(*command, exit_code);
  pawnrace_commands::add_verify(*command, exit_code);
  pawnrace_commands::add_prove(*command, exit_code);
  pawnrace_commands::add_check(*command, exit_code);
  pawnrace_commands::add_trial(*command, exit_code);
  pawnrace_commands::add_perft(*command, exit_code);
  pawnrace_commands::add_book(*command, exit_code);
  command->callback([command] {
    if (command->get_subcommands().empty()) throw UsageError("which command?");
  });
}

namespace pawnrace_commands {

void add_where(CLI::App& command, Where& where) {
  auto* gaps =
      command.add_option("--gaps", where.gaps, "The start with these gaps: White's file, then Black's")
          ->type_name("FILES");
  command.add_option("--position", where.position, "Any position, such as \"8/8/p7/8/8/8/P7/8 w -\"")
      ->type_name("TEXT")
      ->excludes(gaps);
}

pawnrace::Gaps gaps_argument(const std::string& text) {
  const auto gaps = pawnrace::parse_gaps(text);
  if (!gaps) throw UsageError("--gaps: " + gaps.error().message);
  return *gaps;
}

pawnrace::Position position_of(const Where& where) {
  if (!where.gaps.empty()) return pawnrace::Position::start(gaps_argument(where.gaps));
  if (where.position.empty())
    throw UsageError("which position? Give --gaps, such as --gaps af, or --position");
  const auto pos = pawnrace::parse_position(where.position);
  if (!pos) throw UsageError("--position: " + pos.error().message);
  return *pos;
}

void add_resources(CLI::App& command, Resources& resources) {
  command.add_option("--threads", resources.threads, "How many threads search (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command.add_option("--memory", resources.memory_mb, "Memory of the solver (default: 2048)")
      ->type_name("MIB")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20));
}

}  // namespace pawnrace_commands

}  // namespace vitrine::cli
