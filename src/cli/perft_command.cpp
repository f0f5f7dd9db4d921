#include "cli/perft_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/add_command.h"
#include "cli/perft_counter.h"
#include "cli/perft_files.h"
#include "cli/perft_report.h"
#include "cli/perft_suite.h"
#include "cli/position_argument.h"
#include "cli/usage_error.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

struct Options {
  std::optional<int> depth;
  std::string fen{notation::kStartFen};
  std::string fens;
  std::string suite;
  std::optional<int> max_depth;
  PerftResources resources;
  bool divide = false;
  bool chess960 = false;
  bool json = false;
};

// A table that does not fit into memory would only make the machine swap, or the kernel end the program.
void check_memory(std::size_t hash_mb) {
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t machine_mb = pages * page_bytes >> 20;
  if (hash_mb > machine_mb)
    throw UsageError(
        fmt::format("--hash: {} MB is more than the {} MB of this machine", hash_mb, machine_mb));
}

int count_one(const Options& options) {
  const chess::Position pos = parse_position_argument("--fen", options.fen, chess::Unreachable::allowed);
  PerftCounter counter(options.resources);
  const TimedPerft timed = counter.count(pos, *options.depth);
  counter.hide_progress();
  const bool is_complete = timed.result.is_complete;

  if (options.json) {
    auto object = to_json(pos, *options.depth, timed);
    object["threads"] = options.resources.threads;
    object["hash_mb"] = options.resources.hash_mb;
    if (options.divide) object["divide"] = divide_to_json(pos, timed.result, options.chess960);
    std::cout << object.dump() << '\n';
  } else {
    const char* mark = is_complete ? "" : " (incomplete)";
    if (options.divide) {
      for (const auto& [move, nodes] : divide_of(pos, timed.result, options.chess960))
        std::cout << fmt::format("{}: {}{}\n", move, nodes, mark);
      std::cout << '\n';
    }
    std::cout << fmt::format("Nodes searched: {}{}\n", timed.result.nodes, mark);
  }
  return is_complete ? 0 : 130;
}

int run(const Options& options) {
  if (options.suite.empty() && !options.depth)
    throw UsageError("how deep? Give a depth, such as 'vitrine perft 5', or a file with --suite");
  if (!options.fens.empty() && options.divide && !options.json)
    throw UsageError("--divide with --fens needs --json");
  check_memory(options.resources.hash_mb);

  if (!options.suite.empty()) return check_perft_suite(options.suite, options.max_depth, options.resources);
  if (!options.fens.empty())
    return count_fens({.file = options.fens,
                       .depth = *options.depth,
                       .json = options.json,
                       .divide = options.divide,
                       .chess960 = options.chess960},
                      options.resources);
  return count_one(options);
}

constexpr const char* kExamples = R"(Examples:
  vitrine perft 6                            the start position
  vitrine perft 5 --divide --fen "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
  vitrine perft 8 --threads 4 --hash 1024    with four threads and 1 GB of memory
  vitrine perft --suite standard.epd         check a file of known counts
  vitrine perft 4 --fens positions.fen       count many positions; what it prints is a suite
  vitrine perft 6 --json                     for programs

A suite has lines like 'FEN ;D1 20 ;D2 400', or python-chess's 'epd FEN' and 'perft DEPTH COUNT' lines. Each count
that differs is printed as FILE:LINE: FEN depth D: expected N, got M.
With --json there is one JSON object: fen, depth, nodes, seconds, nps, complete, threads, hash_mb, divide; with
--fens one object a line.
Exit status: 0 all is well, 1 a count differs or something failed, 2 a line or the command line can't be read,
130 stopped by Ctrl-C (the counts so far are marked incomplete).)";

}  // namespace

void add_perft_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      add_command(app, "perft", "Count the lines of play of so many plies, or check known counts");
  auto options = std::make_shared<Options>();
  constexpr int kMaxThreads = 1024;

  auto* depth = command->add_option("depth", options->depth, "How many plies")->type_name("DEPTH");
  depth->check(CLI::Range(0, kMaxPerftDepth));
  auto* fen = command->add_option("--fen", options->fen, "The position; the start position if not given");
  auto* fens =
      command->add_option("--fens", options->fens, "Count each position of this file; - is standard input");
  auto* suite =
      command->add_option("--suite", options->suite, "Check the counts in this file; - is standard input");
  auto* max_depth =
      command->add_option("--max-depth", options->max_depth, "Leave deeper counts of the suite out");
  auto* threads =
      command->add_option("--threads", options->resources.threads, "How many threads (default: 1)");
  auto* hash = command->add_option("--hash", options->resources.hash_mb,
                                   "Memory for counts of positions that come again (default: 0, count all)");
  auto* divide = command->add_flag("--divide", options->divide, "Print the count behind each move");
  auto* chess960 = command->add_flag("--chess960", options->chess960,
                                     "Write castling as king takes rook even where ordinary chess would do");
  auto* json = command->add_flag("--json", options->json, "Print JSON");

  fen->type_name("FEN")->excludes(fens);
  fens->type_name("FILE");
  suite->type_name("FILE")->excludes(depth)->excludes(fen)->excludes(fens)->excludes(divide);
  suite->excludes(chess960)->excludes(json);
  max_depth->type_name("DEPTH")->check(CLI::Range(0, kMaxPerftDepth))->needs(suite);
  threads->type_name("N")->check(CLI::Range(1, kMaxThreads));
  hash->type_name("MB")->check(CLI::NonNegativeNumber);
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
