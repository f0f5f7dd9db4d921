#include "notation/fen.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "notation/castling_letters.h"
#include "notation/in_quotes.h"

namespace vitrine::notation {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::PositionError;
using chess::Setup;
using chess::Square;

namespace {

constexpr std::size_t kFields = 6;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Field {
  std::string_view text;
  int column;
};

// Which field is to blame when the rules refuse a well-formed text.
FenField field_of(PositionError::Kind kind) {
  using Kind = PositionError::Kind;
  switch (kind) {
    case Kind::castling_without_king:
    case Kind::castling_without_rook:
    case Kind::castling_rooks_on_one_wing: return FenField::castling;
    case Kind::en_passant_wrong_rank:
    case Kind::en_passant_occupied:
    case Kind::en_passant_without_pawn:
    case Kind::en_passant_origin_occupied:
    case Kind::en_passant_impossible_check: return FenField::en_passant;
    case Kind::halfmove_clock_out_of_range: return FenField::halfmove_clock;
    case Kind::fullmove_number_out_of_range: return FenField::fullmove_number;
    default: return FenField::placement;
  }
}

// Reads field by field; each step returns what is wrong, if anything is.
class FenReader {
 public:
  using Problem = std::optional<FenError>;

  FenReader(std::string_view text, FenMode mode) : text_(text), mode_(mode) {}

  Problem read() {
    if (auto problem = split()) return problem;
    if (auto problem = read_placement()) return problem;
    if (auto problem = read_turn()) return problem;
    if (auto problem = read_castling()) return problem;
    if (auto problem = read_en_passant()) return problem;
    if (auto problem = read_counter(FenField::halfmove_clock, setup_.halfmove_clock)) return problem;
    if (auto problem = read_counter(FenField::fullmove_number, setup_.fullmove_number)) return problem;
    if (is_lenient() && setup_.fullmove_number == 0) setup_.fullmove_number = 1;
    return {};
  }

  const Setup& setup() const { return setup_; }

  FenError refusal(const PositionError& error) const {
    const FenField field = field_of(error.kind);
    int column = column_of(field);
    if (field == FenField::placement && error.square) column = column_of(*error.square);
    if (field == FenField::castling && error.square) column = column_of_castling_rook(*error.square);
    return FenError{field, column, error.message(), error};
  }

 private:
  bool is_lenient() const { return mode_ == FenMode::lenient; }

  static FenError problem(FenField field, std::size_t column, std::string message) {
    return FenError{field, static_cast<int>(column), std::move(message)};
  }

  const Field* find(FenField field) const {
    const auto i = static_cast<std::size_t>(field);
    return i < field_count_ ? &fields_[i] : nullptr;
  }
  int column_of(FenField field) const {
    return find(field) ? find(field)->column : static_cast<int>(text_.size()) + 1;
  }

  // Where the man on this square stands in the text.
  int column_of(Square wanted) const {
    int rank = 7;
    int file = 0;
    for (std::size_t i = 0; i < fields_[0].text.size(); ++i) {
      const char c = fields_[0].text[i];
      if (rank == wanted.rank() && file >= wanted.file()) return fields_[0].column + static_cast<int>(i);
      if (c == '/')
        --rank, file = 0;
      else
        file += is_digit(c) ? c - '0' : 1;
    }
    return fields_[0].column;
  }

  // Where the castling letter of this rook stands in the text.
  int column_of_castling_rook(Square rook) const {
    const Field& field = *find(FenField::castling);
    const auto means_it = [&](char letter) { return parse_castling_letter(setup_, letter) == rook; };
    const auto letter = std::find_if(field.text.begin(), field.text.end(), means_it);
    return field.column + static_cast<int>(letter - field.text.begin());
  }

  Problem split();
  Problem find_non_ascii() const;
  Problem missing(FenField field) const;
  Problem read_placement();
  Problem read_turn();
  Problem read_castling();
  Problem read_en_passant();
  Problem read_counter(FenField field, int& counter);

  std::string_view text_;
  FenMode mode_;
  std::array<Field, kFields> fields_;
  std::size_t field_count_ = 0;
  Setup setup_;
};

FenReader::Problem FenReader::find_non_ascii() const {
  const auto byte =
      std::find_if(text_.begin(), text_.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  if (byte == text_.end()) return {};
  const auto at = static_cast<std::size_t>(byte - text_.begin());
  const std::string_view rest = text_.substr(at);
  // U+2010 to U+2015 and the minus sign U+2212: what word processors make of '-'.
  const bool is_dash =
      rest.size() >= 3 && ((rest.starts_with("\xE2\x80") && rest[2] >= '\x90' && rest[2] <= '\x95') ||
                           rest.starts_with("\xE2\x88\x92"));
  return problem(FenField::whole, at + 1,
                 is_dash ? "a typographic dash: write the plain '-' of ASCII" : "a character outside ASCII");
}

FenReader::Problem FenReader::split() {
  if (auto non_ascii = find_non_ascii()) return non_ascii;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text_.size(); ++i) {
    const bool is_end = i == text_.size() || (is_lenient() ? is_space(text_[i]) : text_[i] == ' ');
    if (!is_end) continue;
    if (i > start) {
      if (field_count_ == kFields)
        return problem(FenField::whole, start + 1, "unexpected text after the sixth field");
      fields_[field_count_++] = {text_.substr(start, i - start), static_cast<int>(start) + 1};
    } else if (!is_lenient() && !text_.empty()) {
      return problem(FenField::whole, i + 1, i == text_.size() ? "a space at the end" : "one space too many");
    }
    start = i + 1;
  }
  if (field_count_ == 0) return problem(FenField::whole, 1, "the text is empty");
  return {};
}

FenReader::Problem FenReader::missing(FenField field) const {
  return problem(field, text_.size() + 1,
                 "missing; found " + std::to_string(field_count_) + " of " +
                     (is_lenient() ? "at least 4" : "6") + " fields");
}

FenReader::Problem FenReader::read_placement() {
  const Field& field = fields_[0];
  int rank = 7;
  int file = 0;
  const auto fault = [&](std::size_t i, std::string message) {
    return problem(FenField::placement, static_cast<std::size_t>(field.column) + i, std::move(message));
  };
  const auto rank_name = [&] { return "rank " + std::to_string(rank + 1); };
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const char c = field.text[i];
    if (c == '/') {
      if (file != 8) return fault(i, rank_name() + " has " + std::to_string(file) + " squares instead of 8");
      if (rank == 0) return fault(i, "more than 8 ranks");
      --rank, file = 0;
    } else if (is_digit(c)) {
      if (c == '0' || c == '9')
        return fault(i, in_quotes({&c, 1}) + " is not a number of empty squares, 1 to 8");
      if (!is_lenient() && i > 0 && is_digit(field.text[i - 1]))
        return fault(i, "two numbers in a row: add them");
      file += c - '0';
    } else if (const auto piece = Piece::parse(c)) {
      if (file < 8) setup_.put(Square::at(file, rank), *piece);
      ++file;
    } else {
      return fault(i, in_quotes({&c, 1}) + " is not a piece (PNBRQK, pnbrqk)");
    }
    if (file > 8) return fault(i, rank_name() + " has more than 8 squares");
  }
  if (file != 8)
    return fault(field.text.size(), rank_name() + " has " + std::to_string(file) + " squares instead of 8");
  if (rank != 0) return fault(field.text.size(), "only " + std::to_string(8 - rank) + " of 8 ranks");
  return {};
}

FenReader::Problem FenReader::read_turn() {
  const Field* field = find(FenField::turn);
  if (!field) return missing(FenField::turn);
  if (field->text == "w" || (is_lenient() && field->text == "W"))
    setup_.turn = Color::white;
  else if (field->text == "b" || (is_lenient() && field->text == "B"))
    setup_.turn = Color::black;
  else
    return problem(FenField::turn, static_cast<std::size_t>(field->column),
                   in_quotes(field->text) + " is neither w nor b");
  return {};
}

FenReader::Problem FenReader::read_castling() {
  const Field* field = find(FenField::castling);
  if (!field) return missing(FenField::castling);
  if (field->text == "-") return {};
  std::optional<Square> previous;
  for (std::size_t i = 0; i < field->text.size(); ++i) {
    const char letter = field->text[i];
    const auto fault = [&](std::string message) {
      return problem(FenField::castling, static_cast<std::size_t>(field->column) + i,
                     in_quotes({&letter, 1}) + std::move(message));
    };
    const auto rook = parse_castling_letter(setup_, letter);
    if (!rook) return fault(" is not a castling letter (KQkq, A-H, a-h, or - for none)");
    if (!is_lenient()) {
      if (setup_.castling_rooks.contains(*rook)) return fault(" names a rook for the second time");
      // KQkq: White first, from the h file to the a file.
      if (previous && std::pair(rook->rank(), -rook->file()) < std::pair(previous->rank(), -previous->file()))
        return fault(" is out of order: the order is KQkq");
    }
    setup_.castling_rooks |= Bitboard(*rook);
    previous = rook;
  }
  return {};
}

FenReader::Problem FenReader::read_en_passant() {
  const Field* field = find(FenField::en_passant);
  if (!field) return missing(FenField::en_passant);
  if (field->text == "-") return {};
  setup_.en_passant = Square::parse(field->text);
  if (setup_.en_passant) return {};
  return problem(FenField::en_passant, static_cast<std::size_t>(field->column),
                 in_quotes(field->text) + " is neither a square nor -");
}

FenReader::Problem FenReader::read_counter(FenField name, int& counter) {
  const Field* field = find(name);
  if (!field) return is_lenient() ? Problem{} : missing(name);
  const std::string_view text = field->text;
  const auto fault = [&](std::string_view why) {
    return problem(name, static_cast<std::size_t>(field->column), in_quotes(text) + std::string(why));
  };
  if (text[0] == '-' && text.size() > 1 && std::all_of(text.begin() + 1, text.end(), is_digit))
    return fault(" is negative");
  if (!std::all_of(text.begin(), text.end(), is_digit)) return fault(" is not a whole number");
  if (std::from_chars(text.data(), text.data() + text.size(), counter).ec != std::errc())
    return fault(" is too large");
  return {};
}

}  // namespace

std::string_view to_string(FenField field) {
  constexpr std::array<std::string_view, 7> kNames = {
      "placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove number", "FEN"};
  return kNames[static_cast<std::size_t>(field)];
}

std::string FenError::to_string() const {
  return std::string(notation::to_string(field)) + ", column " + std::to_string(column) + ": " + message;
}

base::Result<Setup, FenError> parse_fen_setup(std::string_view text, FenMode mode) {
  FenReader reader(text, mode);
  if (auto problem = reader.read()) return *std::move(problem);
  return reader.setup();
}

base::Result<chess::Position, FenError> parse_fen(std::string_view text, FenMode mode,
                                                  chess::Unreachable rule) {
  FenReader reader(text, mode);
  if (auto problem = reader.read()) return *std::move(problem);
  const bool is_lenient = mode == FenMode::lenient;
  auto pos = chess::Position::from_setup(
      is_lenient ? chess::without_impossible_rights(reader.setup(), rule) : reader.setup(), rule);
  if (!pos) return reader.refusal(pos.error());
  return *pos;
}

}  // namespace vitrine::notation
