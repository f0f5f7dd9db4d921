// `vitrine lab data shuffle`, `split`, `dedupe` and `export`.

#include <CLI/App.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/add_command.h"
#include "cli/lab_data.h"
#include "cli/stop_on_interrupt.h"
#include "lab/data/judged_text.h"
#include "lab/data/rearrange.h"

namespace vitrine::cli::lab_commands {

namespace {

struct Arguments {
  std::string set;
  std::string out;
  std::string held_out;
  double share = 0.05;
  std::uint64_t seed = 1;
  std::uint64_t megabytes = 512;
  std::optional<std::uint64_t> limit;
};

// Runs one of the jobs of rearrange.h with a bar and Ctrl-C; then tells.
template <class Job, class Tell>
int rearrange(const char* what, const Arguments& arguments, Job job, Tell tell) {
  const StopOnInterrupt interrupt;
  ShareBar bar(what);
  const auto result = job(lab::Rearranging{.seed = arguments.seed,
                                           .memory = arguments.megabytes << 20,
                                           .on_progress = [&](double share) { bar.show(share); },
                                           .stop = interrupt.token()});
  if (interrupt.token().stop_requested()) {
    std::cerr << "Interrupted: nothing was written.\n";
    return kInterrupted;
  }
  tell(result);
  return 0;
}

int run_shuffle(const Arguments& arguments) {
  return rearrange(
      "shuffling", arguments,
      [&](const lab::Rearranging& how) { return lab::shuffle(arguments.set, arguments.out, how), 0; },
      [&](int) {
        fmt::print("{}: {} positions\n", arguments.out,
                   with_commas(lab::DatasetReader(arguments.out).size()));
      });
}

int run_split(const Arguments& arguments) {
  return rearrange(
      "splitting", arguments,
      [&](const lab::Rearranging& how) {
        return lab::split(arguments.set, arguments.out, arguments.held_out, arguments.share, how);
      },
      [&](const lab::SplitSizes& sizes) {
        fmt::print("{}: {} positions\n{}: {} positions, held out\n", arguments.out, with_commas(sizes.kept),
                   arguments.held_out, with_commas(sizes.held_out));
      });
}

int run_dedupe(const Arguments& arguments) {
  return rearrange(
      "looking for duplicates", arguments,
      [&](const lab::Rearranging& how) { return lab::dedupe(arguments.set, arguments.out, how); },
      [&](std::uint64_t dropped) {
        fmt::print("{}: {} positions, {} duplicates dropped\n", arguments.out,
                   with_commas(lab::DatasetReader(arguments.out).size()), with_commas(dropped));
      });
}

int run_export(const Arguments& arguments) {
  const StopOnInterrupt interrupt;
  lab::DatasetReader reader(arguments.set);
  lab::NewFile out(arguments.out.empty() ? "-" : arguments.out);
  ShareBar bar("writing");
  std::vector<lab::PackedPosition> block;
  const std::uint64_t all = std::min(reader.size(), arguments.limit.value_or(reader.size()));
  std::uint64_t done = 0;
  while (done < all && reader.read(block)) {
    for (const lab::PackedPosition& packed : block) {
      if (done == all) break;
      const auto pos = packed.unpack();
      if (!pos)
        throw std::runtime_error(fmt::format("{}: position {}: {}", arguments.set, done + 1, pos.error()));
      out.write(lab::to_judged_line(*pos, packed.judgement()) + "\n");
      ++done;
    }
    if (!arguments.out.empty()) bar.show(static_cast<double>(done) / static_cast<double>(all));
    if (interrupt.token().stop_requested()) return kInterrupted;
  }
  out.finish();
  return 0;
}

void add_set_and_out(CLI::App& command, Arguments& arguments) {
  command.add_option("set", arguments.set, "The data set to read")->required()->type_name("SET");
  command.add_option("--out", arguments.out, "The data set to write; may be the same")
      ->required()
      ->type_name("SET");
}

void add_memory(CLI::App& command, Arguments& arguments) {
  command.add_option("--memory", arguments.megabytes, "Megabytes to use at most, about (default: 512)")
      ->type_name("MB")
      ->check(CLI::Range(1, 1 << 20));
}

void add_seed(CLI::App& command, Arguments& arguments) {
  command.add_option("--seed", arguments.seed, "The same seed gives the same result (default: 1)")
      ->type_name("N");
}

}  // namespace

void add_data_rearrange(CLI::App& data, int& exit_code) {
  const auto add = [&](const char* name, const char* what, int (*run)(const Arguments&)) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = add_command(data, name, what);
    command->callback([arguments, run, &exit_code] { exit_code = run(*arguments); });
    return std::pair<CLI::App&, Arguments&>(*command, *arguments);
  };
  {
    auto [command, arguments] = add("shuffle", "Put the positions into a random order", run_shuffle);
    add_set_and_out(command, arguments);
    add_seed(command, arguments);
    add_memory(command, arguments);
    command.footer(
        "What does not fit into memory waits on the disk beside the output. The order depends on the seed "
        "only.\n"
        "Example:\n  vitrine lab data shuffle all.set --out shuffled.set --seed 7");
  }
  {
    auto [command, arguments] = add("split", "Hold out some of the games to test with", run_split);
    add_set_and_out(command, arguments);
    command.add_option("--test", arguments.held_out, "Where to write what is held out")
        ->required()
        ->type_name("SET");
    command.add_option("--held-out", arguments.share, "The share of games to hold out (default: 0.05)")
        ->type_name("SHARE")
        ->check(CLI::Range(0.0, 1.0));
    add_seed(command, arguments);
    command.footer(
        "Games stay whole: positions of one game are too much alike to test with one what was learnt from "
        "the\n"
        "other. Text and JSON tell of no games: there each position counts as one.\n"
        "Example:\n  vitrine lab data split all.set --held-out 0.05 --out train.set --test test.set");
  }
  {
    auto [command, arguments] = add("dedupe", "Keep only the first of equal positions", run_dedupe);
    add_set_and_out(command, arguments);
    add_memory(command, arguments);
    command.footer(
        "Equal: the same men, side to move, castling rights and en-passant capture, whatever was thought of "
        "them.\n"
        "Example:\n  vitrine lab data dedupe all.set --out unique.set");
  }
  {
    auto [command, arguments] = add("export", "Write a data set as text", run_export);
    command.add_option("set", arguments.set, "The data set to read")->required()->type_name("SET");
    command.add_option("--out", arguments.out, "Where to (default: standard output)")->type_name("FILE");
    command.add_option("--limit", arguments.limit, "No more positions than this")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command.footer(
        "A line each, 'FEN | centipawns for White | result', or 'FEN;result' without an evaluation; import "
        "reads it.\n"
        "Example:\n  vitrine lab data export test.set --limit 10");
  }
}

}  // namespace vitrine::cli::lab_commands
