// `vitrine lab data import`.

#include <sys/stat.h>

#include <CLI/App.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "cli/add_command.h"
#include "cli/lab_data.h"
#include "cli/progress_bar.h"
#include "cli/stop_on_interrupt.h"
#include "lab/data/import.h"
#include "protocols/clean_text.h"

namespace vitrine::cli::lab_commands {

namespace {

struct Arguments {
  std::vector<std::string> files;
  std::string out;
  std::string format = "auto";
  std::string unit;
  std::string view = "white";
  bool keeps_noisy_moves = false;
  lab::ImportOptions options;
};

const std::map<std::string, lab::ImportFormat> kFormats = {
    {"auto", lab::ImportFormat::automatic}, {"pgn", lab::ImportFormat::pgn},
    {"text", lab::ImportFormat::text},      {"json", lab::ImportFormat::json},
    {"games", lab::ImportFormat::games},    {"set", lab::ImportFormat::dataset}};

std::optional<std::uint64_t> size_of(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return static_cast<std::uint64_t>(status.st_size);
}

void tell(const Arguments& arguments, const lab::ImportCounts& counts, double seconds) {
  fmt::print("{}: {} positions from {} games", arguments.out, with_commas(counts.kept),
             with_commas(counts.games));
  if (counts.filtered > 0) fmt::print(", {} filtered out", with_commas(counts.filtered));
  if (counts.faults > 0) fmt::print(", {} faults", with_commas(counts.faults));
  fmt::print(" ({:.1f} s)\n", seconds);
}

int run(const Arguments& arguments) {
  constexpr std::uint64_t kFaultsToTell = 10;
  const StopOnInterrupt interrupt;
  const auto begin = std::chrono::steady_clock::now();
  lab::DatasetWriter writer(arguments.out);
  std::unique_ptr<ProgressBar> bar;
  std::uint64_t told = 0;
  const auto on_fault = [&](const std::string& what) {
    if (++told > kFaultsToTell) return;
    if (bar) bar->hide();
    std::cerr << protocols::clean_text(what) << '\n';
    if (told == kFaultsToTell) std::cerr << "More faults are counted, not shown.\n";
  };
  lab::Importer importer(arguments.options, writer, on_fault);
  for (const std::string& file : arguments.files) {
    bar = std::make_unique<ProgressBar>(size_of(file), StatusLineOptions{});
    importer.read(
        file, [&](std::uint64_t bytes) { bar->update(bytes); }, interrupt.token());
    bar->hide();
    if (interrupt.token().stop_requested()) {
      std::cerr << "Interrupted: nothing was written.\n";
      return kInterrupted;
    }
  }
  if (importer.counts().kept == 0) throw std::runtime_error("no position to keep: nothing was written");
  writer.finish();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  tell(arguments, importer.counts(), seconds.count());
  return 0;
}

constexpr const char* kExamples = R"(Formats (also compressed by gzip or zstd; - is standard input):
  pgn    games with comments: [%eval 0.31] or [%eval #-3] judge the position after their move; TCEC's wv=0.31 (for
         White) and cutechess's +0.31/12 (for the mover) judge the position before it. Only the main line counts.
  text   a position a line: FEN | centipawns | result, FEN;result, FEN,centipawns (CSV, a heading is passed over), or
         EPD with the opcodes ce (centipawns for the side to move) and c9 (the result). # starts a comment.
  json   a list, or one object a line: {"fen": …, "eval": 0.31}. eval is a number or text such as "+0.31" or "#3";
         also {"fen", "cp"}, {"fen", "mate"} and lichess's {"fen", "evals": [{"depth", "pvs": [{"cp"}]}]}; "result"
         may be there too.
  games  from 'vitrine lab selfplay': positions in check, those where the chosen move captures or promotes, and
         those before --first-ply are dropped.
  set    a data set, to join several.
Evaluations count for White. In JSON "eval" is in pawns, elsewhere text is in centipawns; --unit says otherwise. A mate
in n moves becomes 30,000 - n centipawns. More than 30,000 is out of range.

What can't be understood is told with file and line (the first ten) and left out; --strict ends at the first.

Examples:
  vitrine lab data import games.pgn more.pgn.gz --out games.set
  vitrine lab data import evals.json --unit centipawns --quiet-only --out quiet.set
  zstdcat positions.txt.zst | vitrine lab data import - --format text --limit 1000000 --out million.set
Exit status: 0 all is well, 1 something failed or nothing was left, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_data_import(CLI::App& data, int& exit_code) {
  CLI::App* command = add_command(data, "import", "Make a data set from PGN, EPD, CSV, JSON or self-play");
  auto arguments = std::make_shared<Arguments>();
  lab::ImportOptions& options = arguments->options;
  command->add_option("files", arguments->files, "What to read; - is standard input")
      ->required()
      ->type_name("FILE");
  command->add_option("--out", arguments->out, "The data set to write")->required()->type_name("SET");
  command->add_option("--format", arguments->format, "auto, pgn, text, json, games or set (default: auto)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"auto", "pgn", "text", "json", "games", "set"}));
  command
      ->add_option("--unit", arguments->unit, "What evaluations in text and JSON's \"eval\" are counted in")
      ->type_name("pawns|centipawns")
      ->check(CLI::IsMember({"pawns", "centipawns"}));
  command->add_option("--view", arguments->view, "For whom text and JSON evaluate (default: white)")
      ->type_name("white|mover")
      ->check(CLI::IsMember({"white", "mover"}));
  command->add_flag("--quiet-only", options.quiet_only,
                    "Drop positions in check, and those where a capture or promotion wins material");
  command->add_flag("--all", options.without_evaluation,
                    "Keep positions of PGN games without an evaluation too, for the game's result");
  command->add_option("--first-ply", options.first_ply, "Of self-play: drop what came before (default: 16)")
      ->type_name("PLY")
      ->check(CLI::Range(0, 10'000));
  command->add_flag("--noisy", options.with_noisy_moves,
                    "Of self-play: keep positions where the chosen move captures or promotes");
  command->add_option("--limit", options.limit, "Keep no more positions than this")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_flag("--strict", options.strict, "End at the first fault, and write nothing");
  command->footer(kExamples);
  command->callback([arguments, &exit_code] {
    lab::ImportOptions& chosen = arguments->options;
    chosen.format = kFormats.at(arguments->format);
    if (!arguments->unit.empty())
      chosen.habits.unit = arguments->unit == "pawns" ? lab::Unit::pawns : lab::Unit::centipawns;
    if (arguments->view == "mover") chosen.habits.view = lab::PointOfView::mover;
    exit_code = run(*arguments);
  });
}

}  // namespace vitrine::cli::lab_commands
