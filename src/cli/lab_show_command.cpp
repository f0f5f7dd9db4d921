#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "cli/add_command.h"
#include "cli/lab_subcommands.h"
#include "cli/usage_error.h"
#include "eval/piece_square_model.h"
#include "lab/data/new_file.h"
#include "lab/picture/board_apng.h"
#include "lab/picture/board_svg.h"
#include "lab/picture/colour_scale.h"
#include "lab/picture/heat_boards.h"
#include "lab/picture/history.h"
#include "notation/in_quotes.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

using chess::Square;

struct Options {
  std::string model;
  std::string svg;
  std::string king;
  std::string animate;
  std::string out;
  std::string loss_svg;
  std::string title;
  double seconds = 0.2;
  std::size_t steps = 60;
};

std::optional<Square> king_square(const Options& options) {
  if (options.king.empty()) return {};
  const auto king = Square::parse(options.king);
  if (!king)
    throw UsageError("--king: expected a square such as e1, not " + notation::in_quotes(options.king));
  return king;
}

eval::PieceSquareModel load(const std::string& path) {
  auto model = eval::load_model(path);
  if (model) return *std::move(model);
  throw std::runtime_error(model.error().to_string());
}

void write_file(const std::string& path, const std::string& content) {
  lab::NewFile file(path);
  file.write(content);
  file.finish();
  fmt::print("wrote {}\n", path);
}

std::string kind_text(const eval::PieceSquareModel& model, std::optional<Square> king) {
  const bool has_kings = model.kind() == eval::ModelKind::king_piece_square;
  std::string text = fmt::format("{} weights{}", model.weights_per_phase(),
                                 model.is_tapered() ? " each for middlegame and endgame" : "");
  if (has_kings) text += king ? ", king on " + king->to_string() : ", mean over the king's squares";
  return text;
}

// The boards as numbers, coloured where the terminal shows it.
class Table {
 public:
  Table(const lab::HeatRows& rows, bool is_coloured)
      : rows_(rows), is_coloured_(is_coloured), range_(lab::colour_range({&rows, 1})) {}

  void print() const {
    for (const lab::HeatRow& row : rows_)
      for (std::size_t first = 0; first < 6; first += kAcross) {
        std::string names = "\n";
        for (std::size_t i = first; i < first + kAcross; ++i)
          names += fmt::format("{:<{}}", "   " + name_of(row, row.boards[i]), kBoardWidth);
        print_line(names);
        for (int rank = 7; rank >= 0; --rank) {
          std::string line;
          for (std::size_t i = first; i < first + kAcross; ++i) line += rank_text(row.boards[i], rank);
          print_line(line);
        }
        std::string files;
        for (std::size_t i = 0; i < kAcross; ++i)
          files += "      a     b     c     d     e     f     g     h  ";
        print_line(files);
      }
  }

 private:
  static constexpr std::size_t kAcross = 2;
  static constexpr std::size_t kBoardWidth = 3 + 8 * 6;

  static void print_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  }
  static std::string name_of(const lab::HeatRow& row, const lab::HeatBoard& board) {
    return fmt::format("{}{}, mean {}", to_string(board.type), row.title.empty() ? "" : " " + row.title,
                       lab::pawns_text(board.mean));
  }
  [[nodiscard]] std::string rank_text(const lab::HeatBoard& board, int rank) const {
    std::string text = fmt::format("{:>2} ", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const Square sq = Square::at(file, rank);
      const std::string cell =
          board.can_stand_on(sq) ? fmt::format("{:>6}", lab::pawns_text(board.pawns_at(sq))) : "     .";
      text += is_coloured_ && board.can_stand_on(sq) ? coloured(cell, board.above_mean(sq) / range_) : cell;
    }
    return text;
  }
  static std::string coloured(const std::string& cell, double share) {
    const lab::Rgb back = lab::colour_of_level(lab::colour_level(share));
    const bool is_dark = back.red * 3 + back.green * 6 + back.blue < 1280;
    return fmt::format("\x1b[48;2;{};{};{}m\x1b[38;2;{}m{}\x1b[0m", back.red, back.green, back.blue,
                       is_dark ? "255;255;255" : "20;20;20", cell);
  }

  const lab::HeatRows& rows_;
  bool is_coloured_;
  double range_;
};

bool shows_colours() {
  const char* const no_color = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

void show_model(const Options& options) {
  const auto king = king_square(options);
  const eval::PieceSquareModel model = load(options.model);
  if (king && model.kind() == eval::ModelKind::piece_square)
    throw UsageError("--king: " + notation::in_quotes(options.model) + " doesn't ask where the king stands");
  const lab::HeatRows rows = lab::heat_rows(model, king);
  const std::string name = std::filesystem::path(options.model).filename().string();
  if (!options.svg.empty()) {
    const std::string title = options.title.empty() ? name : options.title;
    const std::string& provenance = model.provenance();
    write_file(options.svg,
               lab::boards_svg(
                   rows, {title, kind_text(model, king) + (provenance.empty() ? "" : " · " + provenance)}));
    return;
  }
  std::cout << protocols::clean_text(name) << ": " << kind_text(model, king) << ", in pawns\n";
  std::istringstream provenance(model.provenance());
  for (std::string line; std::getline(provenance, line);) std::cout << protocols::clean_text(line) << '\n';
  Table(rows, shows_colours()).print();
}

void animate(const Options& options) {
  const auto king = king_square(options);
  const std::string ending = std::filesystem::path(options.out).extension().string();
  const bool is_png = ending == ".apng" || ending == ".png";
  if (options.out.empty() && options.loss_svg.empty())
    throw UsageError("--animate: where to? Give --out boards.apng or boards.svg, or --loss loss.svg");
  if (!options.out.empty() && !is_png && ending != ".svg")
    throw UsageError("--out: expected a name that ends in .apng, .png or .svg, not " +
                     notation::in_quotes(options.out));
  const lab::History history = lab::read_history(options.animate, options.steps);
  if (king && history.steps.front().model.kind() == eval::ModelKind::piece_square)
    throw UsageError("--king: these models don't ask where the king stands");
  const std::string title = options.title.empty() ? "what it learns, step by step" : options.title;
  if (is_png)
    write_file(options.out,
               lab::animated_png(history, title,
                                 std::chrono::milliseconds(static_cast<int>(options.seconds * 1000)), king));
  else if (!options.out.empty())
    write_file(options.out, lab::animated_svg(history, {title}, options.seconds, king));
  if (!options.loss_svg.empty()) write_file(options.loss_svg, lab::loss_svg(history.lines()));
}

constexpr const char* kExamples = R"(Examples:
  vitrine lab show model.txt                          the six boards as numbers, coloured on a terminal
  vitrine lab show model.txt --svg boards.svg         a picture
  vitrine lab show king.txt --king g1 --svg g1.svg    of a king-relative model: the boards for the king on g1
  vitrine lab show --animate history --out boards.apng
  vitrine lab show --animate history --out boards.svg --loss loss.svg

Colours tell how much a square is better (orange) or worse (blue) than the mean of its board, which is written above
it: a queen is worth nine pawns wherever she stands, and that would drown everything else. Without --king, boards of a
king-relative model are the mean over the king's 64 squares; his own board always has him on each square in turn.

--animate reads what 'vitrine lab train --history FOLDER' keeps: models 0000.txt, 0001.txt, … and loss.csv. The
picture begins again when it is over. NO_COLOR=1 in the environment turns the colours of the terminal off.
Exit status: 0 all is well, 1 a file is broken or can't be written, 2 the command line is wrong.)";

}  // namespace

namespace lab_commands {

void add_show(CLI::App& lab, int& exit_code) {
  CLI::App* command = add_command(lab, "show", "Look at a model: its boards, or how they came to be");
  auto options = std::make_shared<Options>();
  CLI::Option* model =
      command->add_option("model", options->model, "A piece-square model")->type_name("MODEL");
  CLI::Option* svg =
      command->add_option("--svg", options->svg, "Write a picture instead of numbers")->type_name("FILE");
  command->add_option("--king", options->king, "Of a king-relative model: where the king stands")
      ->type_name("SQUARE");
  CLI::Option* history =
      command->add_option("--animate", options->animate, "A training step by step: what --history kept")
          ->type_name("FOLDER")
          ->excludes(model)
          ->excludes(svg);
  command->add_option("--out", options->out, "Where the animation goes: a name in .apng, .png or .svg")
      ->type_name("FILE")
      ->needs(history);
  command->add_option("--loss", options->loss_svg, "Write the curves of the loss as SVG")
      ->type_name("FILE")
      ->needs(history);
  command->add_option("--seconds", options->seconds, "How long each step is seen (default: 0.2)")
      ->type_name("S")
      ->check(CLI::Range(0.01, 60.0))
      ->needs(history);
  command->add_option("--steps", options->steps, "At most so many steps, evenly chosen (default: 60)")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000))
      ->needs(history);
  command->add_option("--title", options->title, "Above the picture (default: the model's name)")
      ->type_name("TEXT");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    if (options->model.empty() && options->animate.empty())
      throw UsageError("what to show? Give a model, or --animate FOLDER");
    options->animate.empty() ? show_model(*options) : animate(*options);
    exit_code = 0;
  });
}

}  // namespace lab_commands

}  // namespace vitrine::cli
