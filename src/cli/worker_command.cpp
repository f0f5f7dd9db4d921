#include "cli/worker_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arena/gearman_worker.h"
#include "cli/add_command.h"
#include "cli/engine_factory.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

struct WorkerOptions {
  std::string server;
  int concurrency = 1;
  std::vector<std::string> allowed;
  bool allows_any = false;
  bool is_quiet = false;
};

std::string what_it_plays(const WorkerOptions& options) {
  if (options.allows_any) return "exhibits and any program";
  std::string text = "exhibits";
  for (const std::string& program : options.allowed) text += ", " + program;
  return text;
}

int work(const WorkerOptions& options) {
  const auto server = arena::parse_gearman_address(options.server);
  if (!server) throw UsageError("--gearman: '" + options.server + "' is not HOST or HOST:PORT");
  StopOnInterrupt interrupt;
  std::mutex mutex;
  // Names of players and reasons come from elsewhere.
  const arena::Tell tell = [&mutex](const std::string& text) {
    const std::lock_guard lock(mutex);
    std::cerr << protocols::clean_text(text) << ".\n" << std::flush;
  };
  if (!options.is_quiet)
    tell(fmt::format("Playing for {}, {} at once: {}. Ctrl-C ends it", server->to_string(),
                     options.concurrency == 1 ? "one game" : fmt::format("{} games", options.concurrency),
                     what_it_plays(options)));
  arena::run_gearman_worker({.server = *server,
                             .concurrency = options.concurrency,
                             .allowed = options.allowed,
                             .allows_any = options.allows_any,
                             .tell_problem = tell,
                             .tell_pair = options.is_quiet ? arena::Tell() : tell},
                            make_engine_factory, interrupt.token());
  if (!options.is_quiet) tell("Stopped; what was being played goes to others");
  return 0;
}

constexpr const char* kExamples =
    R"(A worker plays the exhibits of this program. Whoever reaches the server can make it play, so programs of
others run only if they are allowed here, with whatever arguments and options the tournament gives them.

Examples:
  vitrine worker --gearman localhost                      on the server's own machine
  vitrine worker --gearman arena.lan:4730 --concurrency 8 --allow stockfish
See docs/scaling.md for the whole recipe.)";

}  // namespace

void add_worker_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<WorkerOptions>();
  CLI::App* command = add_command(app, "worker", "Play games for tournaments on other machines");
  command->add_option("--gearman", options->server, "The Gearman server")
      ->required()
      ->type_name("HOST[:PORT]");
  command->add_option("--concurrency", options->concurrency, "Games at once (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command->add_option("--allow", options->allowed, "A program that may be run, as the tournament calls it")
      ->type_name("PROGRAM")
      ->allow_extra_args(false);
  command->add_flag("--allow-any", options->allows_any,
                    "Any program may be run: only if you trust the network");
  command->add_flag("--quiet", options->is_quiet, "Tell problems only");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = work(*options); });
}

}  // namespace vitrine::cli
