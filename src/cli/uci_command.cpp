#include "cli/uci_command.h"

#include <CLI/App.hpp>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>

#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/protocol_session.h"
#include "cli/stdout_sink.h"
#include "protocols/bench.h"

namespace vitrine::cli {

namespace {

constexpr const char* kUciExamples = R"(Examples:
  vitrine uci                                for a GUI, or by hand: 'help' lists the commands
  vitrine uci --engine mailbox               another engine
  vitrine uci --option Hash=64 --option "Move Overhead=100"

Reads standard input until 'quit' or its end. GUIs may also start plain 'vitrine': it hears from the first word
which protocol they speak.)";

constexpr const char* kBenchExamples = R"(Examples:
  vitrine bench                              the signature of the default engine
  vitrine bench --engine negamax --depth 4

Searches fixed positions to a fixed depth. The same number of nodes means the same search.)";

struct BenchOptions {
  EngineArgument engine;
  std::optional<int> depth = {};
};

void run_bench(const BenchOptions& options) {
  const auto engine = make_engine(options.engine);
  StdoutSink out;
  protocols::run_bench(*engine, options.depth.value_or(engine->bench_depth()), out, {});
  if (out.error() != 0 && out.error() != EPIPE)
    throw std::system_error(out.error(), std::generic_category(), "can't write standard output");
}

}  // namespace

void add_uci_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "uci", "Speak UCI: an engine for chess GUIs");
  auto argument = std::make_shared<EngineArgument>();
  add_engine_argument(*command, *argument);
  command->footer(kUciExamples);
  command->callback([argument, &exit_code] {
    speak_uci(*argument);
    exit_code = 0;
  });
}

void add_bench_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "bench", "Search fixed positions and count the nodes");
  auto options = std::make_shared<BenchOptions>();
  add_engine_argument(*command, options->engine);
  command->add_option("--depth", options->depth, "How many plies (default: what the engine does in seconds)")
      ->type_name("N")
      ->check(CLI::Range(1, 100));
  command->footer(kBenchExamples);
  command->callback([options, &exit_code] {
    run_bench(*options);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
