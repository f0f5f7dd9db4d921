// The text form of a piece-square model; piece_square_model.h describes it.

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "eval/piece_square_model.h"

namespace vitrine::eval {

namespace {

using chess::PieceType;
using chess::Square;

constexpr std::string_view kTitle = "vitrine piece-square model ";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kPlain = "piece-square";
constexpr std::string_view kWithKing = "king-piece-square";
constexpr std::array<std::string_view, 6> kMen = {"pawn", "knight", "bishop", "rook", "queen", "king"};

// One board of a model. The king matters only where there is a board for each of his squares.
struct Board {
  Phase phase;
  PieceType type;
  Square king;
};

std::string heading(const PieceSquareModel& model, const Board& board) {
  std::string text = "board ";
  text += !model.is_tapered() ? "all" : board.phase == Phase::middlegame ? "middlegame" : "endgame";
  text += " " + std::string(kMen[index(board.type)]);
  if (model.kind() == ModelKind::king_piece_square) text += " king " + board.king.to_string();
  return text;
}

// Visits the boards in the order of the file, until one says false.
template <class Visit>
bool for_each_board(const PieceSquareModel& model, Visit visit) {
  const int kings = model.kind() == ModelKind::piece_square ? 1 : 64;
  for (const Phase phase : {Phase::middlegame, Phase::endgame}) {
    if (phase == Phase::endgame && !model.is_tapered()) break;
    for (const PieceType type : chess::kPieceTypes)
      for (int king = 0; king < kings; ++king)
        if (!visit(Board{phase, type, Square::from_index(king)})) return false;
  }
  return true;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const bool is_long = text.size() > kLongest;
  return "'" + std::string(text.substr(0, kLongest)) + (is_long ? "…'" : "'");
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

// Takes the next word off the front of a line; empty at its end.
std::string_view take_word(std::string_view& line) {
  line = trimmed(line);
  std::size_t length = 0;
  while (length < line.size() && !is_blank(line[length])) ++length;
  const std::string_view word = line.substr(0, length);
  line.remove_prefix(length);
  return word;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  base::Result<PieceSquareModel, ModelError> read() {
    auto model = header();
    if (!model) return *error_;
    const auto read_board = [&](const Board& board) { return this->board(*model, board); };
    if (!for_each_board(*model, read_board)) return *error_;
    if (const auto line = next())
      return fail("nothing is expected after the last board, found " + quoted(*line)), *error_;
    return *std::move(model);
  }

 private:
  // The next line that means something.
  std::optional<std::string_view> next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      if (!line.empty() && line.front() != '#') return line;
    }
    return {};
  }

  bool fail(std::string message) {
    error_ = ModelError{line_, std::move(message)};
    return false;
  }
  bool fail_expected(std::string_view what, std::optional<std::string_view> found) {
    return fail("expected " + std::string(what) + ", found " +
                (found ? quoted(*found) : "the end of the file"));
  }

  // "<name> <value>"; nothing, with the error set, if the next line is another.
  std::optional<std::string_view> field(std::string_view name) {
    const auto line = next();
    std::string_view value = line.value_or("");
    if (line && take_word(value) == name) return trimmed(value);
    fail_expected("'" + std::string(name) + " …'", line);
    return {};
  }

  std::optional<PieceSquareModel> header() {
    const auto title = next();
    if (!title || !title->starts_with(kTitle))
      return fail_expected("'" + std::string(kTitle) + std::string(kVersion) + "'", title), std::nullopt;
    if (const auto version = title->substr(kTitle.size()); version != kVersion)
      return fail("unknown version " + quoted(version) + ", this program reads version 1"), std::nullopt;

    const auto kind = field("kind");
    if (!kind) return {};
    if (*kind != kPlain && *kind != kWithKing)
      return fail("unknown kind " + quoted(*kind) + ", known are piece-square and king-piece-square"),
             std::nullopt;
    const auto phases = field("phases");
    if (!phases) return {};
    if (*phases != "all" && *phases != "middlegame endgame")
      return fail("unknown phases " + quoted(*phases) + ", known are 'all' and 'middlegame endgame'"),
             std::nullopt;

    PieceSquareModel model(*kind == kPlain ? ModelKind::piece_square : ModelKind::king_piece_square,
                           *phases != "all");
    model.set_provenance(provenance());
    return model;
  }

  std::string provenance() {
    std::string text;
    for (bool is_first = true;; is_first = false) {
      const std::string_view before = rest_;
      const int line_before = line_;
      const auto line = next();
      std::string_view value = line.value_or("");
      if (take_word(value) != "provenance") {
        rest_ = before;
        line_ = line_before;
        return text;
      }
      text += (is_first ? "" : "\n") + std::string(trimmed(value));
    }
  }

  bool board(PieceSquareModel& model, const Board& board) {
    const std::string expected = heading(model, board);
    const auto line = next();
    if (line != expected) return fail_expected("'" + expected + "'", line);
    for (int rank = 7; rank >= 0; --rank) {
      const auto numbers = next();
      if (!numbers)
        return fail_expected("rank " + std::to_string(rank + 1) + " of '" + expected + "'", numbers);
      if (!this->rank(model, board, rank, *numbers)) return false;
    }
    return true;
  }

  bool rank(PieceSquareModel& model, const Board& board, int rank, std::string_view line) {
    int count = 0;
    for (auto word = take_word(line); !word.empty(); word = take_word(line)) {
      const auto weight = number(word, ++count);
      if (!weight) return false;
      if (count <= 8)
        model.set_weight(board.phase, board.type, board.king, Square::at(count - 1, rank), *weight);
    }
    return count == 8 || fail(std::to_string(count) + " numbers instead of 8 on rank " +
                              std::to_string(rank + 1) + " of '" + heading(model, board) + "'");
  }

  std::optional<float> number(std::string_view word, int nth) {
    float value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const std::string where = "number " + std::to_string(nth) + ", " + quoted(word);
    if (end != word.data() + word.size() || error == std::errc::invalid_argument)
      return fail(where + ", is no number"), std::nullopt;
    if (std::isnan(value)) return fail(where + ", is not finite"), std::nullopt;
    if (error == std::errc::result_out_of_range || std::abs(value) > kMaxWeight)
      return fail(where + ", is out of range: at most 100 pawns either way"), std::nullopt;
    return value;
  }

  std::string_view rest_;
  int line_ = 0;
  std::optional<ModelError> error_;
};

void write_number(std::string& text, float value) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  assert(error == std::errc());
  text.append(digits.data(), end);
}

void write_board(std::string& text, const PieceSquareModel& model, const Board& board) {
  text += heading(model, board) + "\n";
  for (int rank = 7; rank >= 0; --rank)
    for (int file = 0; file < 8; ++file) {
      write_number(text, model.weight(board.phase, board.type, board.king, Square::at(file, rank)));
      text += file < 7 ? ' ' : '\n';
    }
}

}  // namespace

std::string ModelError::to_string() const {
  return line > 0 ? "line " + std::to_string(line) + ": " + message : message;
}

base::Result<PieceSquareModel, ModelError> parse_model(std::string_view text) { return Reader(text).read(); }

std::string to_text(const PieceSquareModel& model) {
  std::string text = std::string(kTitle) + std::string(kVersion) + "\n";
  text += "kind " + std::string(model.kind() == ModelKind::piece_square ? kPlain : kWithKing) + "\n";
  text += model.is_tapered() ? "phases middlegame endgame\n" : "phases all\n";
  std::string_view rest = model.provenance();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    text += "provenance " + std::string(rest.substr(0, end)) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for_each_board(model, [&](const Board& board) { return write_board(text, model, board), true; });
  return text;
}

base::Result<PieceSquareModel, ModelError> load_model(const std::string& path) {
  constexpr std::size_t kLargest = 16 << 20;  // many times a model written with all its digits
  std::ifstream file(path, std::ios::binary);
  std::string text(kLargest, '\0');
  file.read(text.data(), kLargest);
  if (file.bad() || !file.is_open() || (file.gcount() == 0 && !file.eof()))
    return ModelError{0, "'" + path + "' can't be read"};
  if (!file.eof()) return ModelError{0, "'" + path + "' is too large for a model"};
  text.resize(static_cast<std::size_t>(file.gcount()));
  auto model = parse_model(text);
  if (model) return model;
  return ModelError{model.error().line, model.error().message + " (" + path + ")"};
}

void save_model(const PieceSquareModel& model, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << to_text(model);
  if (!file.flush()) throw std::runtime_error("'" + path + "' can't be written");
}

}  // namespace vitrine::eval
