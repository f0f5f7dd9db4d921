// The vitrine program: one binary, one subcommand per file.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cerrno>
#include <iostream>
#include <system_error>

#include "cli/ask_command.h"
#include "cli/bot_command.h"
#include "cli/challenge_command.h"
#include "cli/chances_command.h"
#include "cli/engines_command.h"
#include "cli/eval_command.h"
#include "cli/lab_command.h"
#include "cli/pawnrace_command.h"
#include "cli/perft_command.h"
#include "cli/pgn_command.h"
#include "cli/play_command.h"
#include "cli/protocol_session.h"
#include "cli/random_positions_command.h"
#include "cli/serve_command.h"
#include "cli/suite_command.h"
#include "cli/time_command.h"
#include "cli/tournament_command.h"
#include "cli/trace_command.h"
#include "cli/tune_command.h"
#include "cli/turochamp_command.h"
#include "cli/uci_command.h"
#include "cli/usage_error.h"
#include "cli/worker_command.h"
#include "cli/xboard_command.h"
#include "notation/in_quotes.h"

namespace {

constexpr int kFailure = 1;
constexpr int kUsageError = 2;

constexpr const char* kExamples = R"(Examples:
  vitrine play                               a game in the terminal
  vitrine uci                                an engine for a GUI
  vitrine match --help                       two engines against each other
  vitrine perft 6                            count the lines of six plies from the start
  vitrine pgn games.pgn                      check every move of a file
  vitrine perft --help                       all about one command

Exit status: 0 all is well, 1 something failed, 2 the command line is wrong; see the commands for more.)";

// "vitrine", or "vitrine perft" if the user got that far.
std::string full_name(const CLI::App& app) {
  std::string name = "vitrine";
  for (const CLI::App* command : app.get_subcommands()) name += " " + command->get_name();
  return name;
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const std::vector<std::string> rest = app.remaining(true);
  if (!is_extra || rest.empty()) return error.what();
  const char* what = rest[0].starts_with('-')        ? "unknown option "
                     : app.get_subcommands().empty() ? "unknown command "
                                                     : "unexpected argument ";
  return what + vitrine::notation::in_quotes(rest[0]);
}

int fail(const CLI::App& app, std::string_view what, int exit_code) {
  const std::string name = full_name(app);
  std::cout.flush();
  std::cerr << name << ": " << what << '\n';
  if (exit_code == kUsageError) std::cerr << "Try '" << name << " --help'.\n";
  return exit_code;
}

// GUIs start an engine without arguments; people who do that, or say nothing, need a hint.
void be_an_engine() {
  constexpr const char* kHint =
      "Vitrine " VITRINE_VERSION " speaks UCI and xboard; 'vitrine --help' lists what else it can do.\n";
  const bool is_person = ::isatty(STDIN_FILENO) != 0;
  if (is_person) std::cout << kHint << std::flush;
  if (!vitrine::cli::speak_what_is_spoken() && !is_person) std::cout << kHint;
}

int run(CLI::App& app, int argc, char** argv) {
  int exit_code = 0;
  app.description(
      "Vitrine: a glass cabinet of machine chess. Without a command it is an engine, by UCI or xboard.");
  app.set_version_flag("--version", "vitrine " VITRINE_VERSION, "Print the version and exit");
  app.footer(kExamples);
  app.require_subcommand(0, 1);
  vitrine::cli::add_serve_command(app, exit_code);
  vitrine::cli::add_play_command(app, exit_code);
  vitrine::cli::add_uci_command(app, exit_code);
  vitrine::cli::add_xboard_command(app, exit_code);
  vitrine::cli::add_bench_command(app, exit_code);
  vitrine::cli::add_ask_command(app, exit_code);
  vitrine::cli::add_engines_command(app, exit_code);
  vitrine::cli::add_eval_command(app, exit_code);
  vitrine::cli::add_turochamp_command(app, exit_code);
  vitrine::cli::add_trace_command(app, exit_code);
  vitrine::cli::add_time_command(app, exit_code);
  vitrine::cli::add_bot_command(app, exit_code);
  vitrine::cli::add_match_command(app, exit_code);
  vitrine::cli::add_tournament_command(app, exit_code);
  vitrine::cli::add_challenge_command(app, exit_code);
  vitrine::cli::add_worker_command(app, exit_code);
  vitrine::cli::add_suite_command(app, exit_code);
  vitrine::cli::add_pawnrace_command(app, exit_code);
  vitrine::cli::add_perft_command(app, exit_code);
  vitrine::cli::add_pgn_command(app, exit_code);
  vitrine::cli::add_random_positions_command(app, exit_code);
  vitrine::cli::add_lab_command(app, exit_code);
  vitrine::cli::add_tune_command(app, exit_code);
  vitrine::cli::add_chances_command(app, exit_code);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return fail(app, explain(app, error), kUsageError);
  }
  if (argc == 1) be_an_engine();
  return exit_code;
}

// A program started with a closed standard stream would give its number to the first file it opens. /dev/null
// read-only in its place keeps it an empty input, and an output that can't be written.
void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  CLI::App app("", "vitrine");
  try {
    const int exit_code = run(app, argc, argv);
    errno = 0;
    if (std::cout.flush()) return exit_code;
    const std::string reason = std::generic_category().message(errno != 0 ? errno : EIO);
    return fail(app, "can't write standard output: " + reason, kFailure);
  } catch (const vitrine::cli::UsageError& error) {
    return fail(app, error.what(), kUsageError);
  } catch (const std::bad_alloc&) {
    return fail(app, "out of memory", kFailure);
  } catch (const std::exception& error) {
    return fail(app, error.what(), kFailure);
  }
}
