#include "notation/san_text.h"

namespace vitrine::notation {

using chess::PieceType;
using chess::Square;
using chess::Wing;

namespace {

constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }
constexpr bool is_castling_mark(char c) { return c == 'O' || c == '0' || c == 'o'; }

constexpr bool is_mark(char c) {
  return c == '+' || c == '#' || c == '!' || c == '?' || c == ' ' || c == '\t';
}

// The text without what follows the move itself, in whatever order it comes: "exd6+ e.p.!" is exd6.
std::string_view without_marks(std::string_view text) {
  for (;;) {
    if (text.empty()) return text;
    if (is_mark(text.back()))
      text.remove_suffix(1);
    else if (text.ends_with("e.p."))
      text.remove_suffix(4);
    else if (text.ends_with("e.p"))
      text.remove_suffix(3);
    else if (text.ends_with("ep"))
      text.remove_suffix(2);
    else
      return text;
  }
}

std::optional<SanText> read_castling(std::string_view text) {
  if (text.size() != 3 && text.size() != 5) return {};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i % 2 == 0 ? !is_castling_mark(text[i]) : text[i] != '-') return {};
  return SanText{.castling = text.size() == 3 ? Wing::king_side : Wing::queen_side};
}

// Takes "=Q", "(Q)", "/Q", "Q", or the same with a small letter, off the end. False if it isn't a piece
// that a pawn can become.
bool take_promotion(std::string_view& text, std::optional<PieceType>& promotion) {
  const bool in_parentheses = text.back() == ')';
  if (in_parentheses) text.remove_suffix(1);
  if (text.empty()) return false;
  promotion = chess::parse_piece_type(text.back());
  if (!promotion || *promotion == PieceType::pawn || *promotion == PieceType::king) return false;
  text.remove_suffix(1);
  if (in_parentheses) {
    if (!text.ends_with('(')) return false;
    text.remove_suffix(1);
  } else if (text.ends_with('=') || text.ends_with('/')) {
    text.remove_suffix(1);
  }
  return true;
}

}  // namespace

// Reads from the end, where the target square is: what stands in front of it is optional.
std::optional<SanText> read_san_text(std::string_view text) {
  if (text.empty()) return {};
  if (!is_rank(text.back())) text = without_marks(text);
  if (text.size() < 2) return {};
  if (is_castling_mark(text.front())) return read_castling(text);

  SanText san;
  if (!is_rank(text.back()) && !take_promotion(text, san.promotion)) return {};
  if (text.size() < 2 || !is_rank(text.back()) || !is_file(text[text.size() - 2])) return {};
  san.to = Square::at(text[text.size() - 2] - 'a', text.back() - '1');
  text.remove_suffix(2);

  if (text.ends_with('x') || text.ends_with(':')) {
    san.is_capture = true;
    text.remove_suffix(1);
  } else if (text.size() > 1 && text.back() == '-') {
    text.remove_suffix(1);
  }
  if (!text.empty() && is_rank(text.back())) {
    san.from_rank = text.back() - '1';
    text.remove_suffix(1);
  }
  if (!text.empty() && is_file(text.back())) {
    san.from_file = text.back() - 'a';
    text.remove_suffix(1);
  }
  if (text.empty()) {
    if (san.from_rank >= 0 && san.from_file < 0) return {};  // "1e4" is a move number run into a move
    return san;
  }
  san.piece = chess::parse_piece_type(text.front());
  if (!san.piece || text.size() > 1) return {};
  return san;
}

}  // namespace vitrine::notation
