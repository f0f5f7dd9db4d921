#include "cli/pgn_command.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/add_command.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"

namespace vitrine::cli {

namespace {

using notation::PgnError;

struct PgnOptions {
  std::vector<std::string> files;
  std::string output;
  bool json = false;
  bool quiet = false;
  bool progress = false;
};

struct PgnTotals {
  std::size_t games = 0;
  std::size_t moves = 0;
  std::size_t broken = 0;
  std::size_t skipped = 0;     // games of other variants
  std::size_t unreadable = 0;  // files
  std::uint64_t bytes = 0;
};

// A file that Ctrl-C cuts short.
class StoppableFile : public notation::ByteSource {
 public:
  StoppableFile(const std::string& path, Interrupt& interrupt)
      : file_(path == "-" ? notation::FileSource(::dup(STDIN_FILENO), "standard input")
                          : notation::FileSource(path)),
        interrupt_(interrupt) {}
  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override {
    return interrupt_.wait_readable(file_.descriptor()) ? file_.read(into, capacity) : 0;
  }

 private:
  notation::FileSource file_;
  Interrupt& interrupt_;
};

class MoveCounter : public notation::PgnVisitor {
 public:
  void on_game_start() { moves = 0, error.reset(); }
  void on_move(const chess::Position&, chess::Move) { ++moves; }
  void on_null_move(const chess::Position&) { ++moves; }
  void on_error(const PgnError& e) { error = e; }

  std::size_t moves = 0;
  std::optional<PgnError> error;
};

std::size_t count_moves(const notation::PgnLine& line) {
  std::size_t count = line.moves.size();
  for (const notation::PgnMove& move : line.moves)
    for (const notation::PgnLine& variation : move.variations) count += count_moves(variation);
  return count;
}

// The sizes together; nothing if one of them is a pipe or isn't there.
std::optional<std::uint64_t> total_size(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    struct stat status {};
    const int error = file == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(file.c_str(), &status);
    if (error != 0 || !S_ISREG(status.st_mode)) return {};
    total += static_cast<std::uint64_t>(status.st_size);
  }
  return total;
}

class PgnCheck {
 public:
  explicit PgnCheck(const PgnOptions& options)
      : options_(options),
        reports_(options.output == "-" ? std::cerr : std::cout),
        progress_(total_size(options.files), {.even_without_terminal = options.progress}) {}

  int run() {
    const bool can_write = open_output();
    for (const std::string& file : options_.files) {
      if (!can_write || interrupt_.is_requested()) break;
      check_file(file);
    }
    progress_.hide();
    if (can_write) close_output();
    report_summary();
    if (interrupt_.is_requested()) return 130;
    return totals_.unreadable > 0 ? 2 : totals_.broken > 0 ? 1 : 0;
  }

 private:
  bool open_output();
  void close_output();
  void check_file(const std::string& path);
  void check_games(notation::PgnReader& reader);
  void write_games(notation::PgnReader& reader);
  void add_game(notation::PgnReader& reader, std::size_t moves, const std::optional<PgnError>& error);
  void report(const PgnError& error);
  void report_unreadable(std::string_view what);
  void report_summary();
  void print_json(const nlohmann::ordered_json& object);

  PgnOptions options_;
  std::ostream& reports_;
  Interrupt interrupt_;
  ProgressBar progress_;
  std::ofstream output_file_;
  std::ostream* output_ = nullptr;  // none: only check
  PgnTotals totals_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

bool PgnCheck::open_output() {
  if (options_.output.empty()) return true;
  output_ = &std::cout;
  if (options_.output == "-") return true;
  for (const std::string& file : options_.files) {
    std::error_code ignored;
    if (!std::filesystem::equivalent(file, options_.output, ignored)) continue;
    report_unreadable(options_.output + ": a file can't be written while it is read");
    return false;
  }
  output_ = &output_file_;
  errno = 0;
  output_file_.open(options_.output, std::ios::binary);
  if (output_file_) return true;
  report_unreadable(options_.output + ": " + std::generic_category().message(errno));
  return false;
}

void PgnCheck::close_output() {
  if (output_ == nullptr) return;
  errno = 0;
  output_->flush();
  if (!*output_)
    report_unreadable(options_.output + ": " + std::generic_category().message(errno != 0 ? errno : EIO));
}

void PgnCheck::check_file(const std::string& path) try {
  StoppableFile file(path, interrupt_);
  notation::PgnReader reader(file, path == "-" ? "standard input" : path);
  if (output_ == nullptr) {
    check_games(reader);
  } else {
    write_games(reader);
  }
  totals_.bytes += reader.bytes_consumed();
} catch (const std::system_error& error) {
  report_unreadable(error.what());
}

void PgnCheck::check_games(notation::PgnReader& reader) {
  MoveCounter counter;
  // A game that Ctrl-C has cut short is nobody's fault: it isn't counted.
  while (reader.read(counter) && !interrupt_.is_requested()) add_game(reader, counter.moves, counter.error);
}

void PgnCheck::write_games(notation::PgnReader& reader) {
  while (const auto game = read_game(reader)) {
    if (interrupt_.is_requested()) return;
    add_game(reader, count_moves(game->main_line), game->error);
    const bool is_chess = !game->error || game->error->kind != PgnError::Kind::unknown_variant;
    if (is_chess) write_game(*output_, *game);
  }
}

void PgnCheck::add_game(notation::PgnReader& reader, std::size_t moves,
                        const std::optional<PgnError>& error) {
  ++totals_.games;
  totals_.moves += moves;
  if (error) report(*error);
  progress_.update(totals_.bytes + reader.bytes_consumed());
}

void PgnCheck::report(const PgnError& error) {
  const bool is_skipped = error.kind == PgnError::Kind::unknown_variant;
  ++(is_skipped ? totals_.skipped : totals_.broken);
  if (options_.quiet) return;
  progress_.hide();
  if (!options_.json) {
    reports_ << error.to_string() << '\n';
    return;
  }
  print_json({{"type", is_skipped ? "skipped" : "broken"},
              {"file", error.file},
              {"line", error.line},
              {"game", error.game},
              {"ply", error.ply},
              {"reason", error.reason}});
}

void PgnCheck::report_unreadable(std::string_view what) {
  ++totals_.unreadable;
  progress_.hide();
  std::cerr << "vitrine pgn: " << what << '\n';
  if (options_.json) print_json({{"type", "unreadable"}, {"reason", what}});
}

void PgnCheck::report_summary() {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double megabytes = static_cast<double>(totals_.bytes) / 1e6;
  if (options_.json) {
    print_json({{"type", "summary"},
                {"games", totals_.games},
                {"moves", totals_.moves},
                {"broken", totals_.broken},
                {"skipped", totals_.skipped},
                {"unreadable", totals_.unreadable},
                {"bytes", totals_.bytes},
                {"seconds", seconds},
                {"mb_per_second", megabytes / seconds},
                {"interrupted", interrupt_.is_requested()}});
  } else {
    if (interrupt_.is_requested()) reports_ << "stopped before the end\n";
    reports_ << fmt::format(
        "{} games, {} moves, {} broken, {} skipped; {:.1f} MB in {:.2f} s ({:.1f} MB/s)\n", totals_.games,
        totals_.moves, totals_.broken, totals_.skipped, megabytes, seconds, megabytes / seconds);
  }
  reports_.flush();
}

void PgnCheck::print_json(const nlohmann::ordered_json& object) {
  // File names may hold any bytes; JSON may not.
  reports_ << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

constexpr const char* kExamples = R"(Examples:
  vitrine pgn games.pgn                      check every move, list the broken games
  vitrine pgn --quiet *.pgn                  only count
  zstdcat big.pgn.zst | vitrine pgn -        read standard input
  vitrine pgn old.pgn --output clean.pgn     write all games again in the export format
  vitrine pgn games.pgn --json               one JSON object a line

A broken game is reported as FILE:LINE: game N, ply P: reason. It is written up to there with the result *.
Games of other variants (Crazyhouse, Antichess, ...) are skipped and not written.
Exit status: 0 all games are good, 1 some are broken, 2 a file can't be read or written,
130 stopped by Ctrl-C.)";

}  // namespace

void add_pgn_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "pgn", "Read PGN files and check every move");
  auto options = std::make_shared<PgnOptions>();
  command->add_option("files", options->files, "PGN files; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "Write the games to this file, cleaned; - is standard output")
      ->type_name("FILE");
  command->add_flag("--json", options->json,
                    "Print JSON, one object a line: broken and skipped games, then a summary");
  command->add_flag("-q,--quiet", options->quiet, "Print only the summary");
  command->add_flag("--progress", options->progress,
                    "Show progress on standard error even if that is no terminal");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = PgnCheck(*options).run(); });
}

}  // namespace vitrine::cli
