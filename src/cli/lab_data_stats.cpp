// `vitrine lab data stats`.

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "cli/add_command.h"
#include "cli/lab_data.h"
#include "cli/stop_on_interrupt.h"
#include "lab/data/game_file.h"
#include "lab/data/rearrange.h"
#include "lab/data/set_statistics.h"

namespace vitrine::cli::lab_commands {

namespace {

struct Arguments {
  std::vector<std::string> files;
};

std::string megabytes_of(const std::string& path) {
  return fmt::format("{:.1f} MB", static_cast<double>(std::filesystem::file_size(path)) / 1e6);
}

void tell_set(const std::string& path, const std::stop_token& stop) {
  lab::DatasetReader reader(path);
  lab::SetStatistics statistics;
  ShareBar bar("reading " + path);
  std::vector<lab::PackedPosition> block;
  while (reader.read(block) && !stop.stop_requested()) {
    for (const lab::PackedPosition& position : block) statistics.add(position);
    bar.show(0.5 * static_cast<double>(statistics.positions()) / static_cast<double>(reader.size()));
  }
  const std::uint64_t duplicates = lab::count_duplicates(
      path, {.on_progress = [&](double share) { bar.show(0.5 + share / 2); }, .stop = stop});
  if (stop.stop_requested()) return;
  fmt::print("{}: a data set, {}\n{}", path, megabytes_of(reader.path()), statistics.to_text(duplicates));
}

// One line that says what the file is and where it is from.
void tell_games(const std::string& path, const std::stop_token& stop) {
  lab::GameFileReader reader(path);
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t faults = 0;
  std::uint64_t results[4] = {};
  while (!stop.stop_requested()) {
    const auto game = reader.read();
    if (!game) break;
    if (!*game) {
      ++faults;
      continue;
    }
    ++games;
    positions += (*game)->moves.size();
    ++results[static_cast<std::size_t>((*game)->result)];
  }
  if (stop.stop_requested()) return;
  fmt::print("{}: games of self-play, {}\n", path, megabytes_of(path));
  fmt::print("manifest     {} games={} positions={} checksum={:016x}\n", reader.settings(), games, positions,
             reader.running_checksum());
  fmt::print("results      1-0 {}  1/2-1/2 {}  0-1 {}\n", results[2], results[1], results[0]);
  if (games > 0)
    fmt::print("plies        {:.1f} a game\n", static_cast<double>(positions) / static_cast<double>(games));
  if (faults > 0) fmt::print("faults       {} damaged games\n", faults);
  if (reader.is_torn()) fmt::print("             the last game was not finished\n");
}

int run(const Arguments& arguments) {
  const StopOnInterrupt interrupt;
  for (const std::string& path : arguments.files) {
    if (lab::GameFileReader::is_game_file(path))
      tell_games(path, interrupt.token());
    else
      tell_set(path, interrupt.token());
    if (interrupt.token().stop_requested()) return kInterrupted;
  }
  return 0;
}

}  // namespace

void add_data_stats(CLI::App& data, int& exit_code) {
  CLI::App* command = add_command(data, "stats", "Say what data sets and files of self-play hold");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("files", arguments->files, "Data sets, or games of self-play")
      ->required()
      ->type_name("FILE");
  command->footer(
      "Reads all of each file and checks it: counts, results, phases of the game, duplicates, and a "
      "histogram of the\n"
      "evaluations; of self-play a manifest of how the games were made.\n"
      "Example:\n  vitrine lab data stats train.set test.set first.games");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace vitrine::cli::lab_commands
