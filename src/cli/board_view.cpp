#include "cli/board_view.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace vitrine::cli {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::Position;
using chess::Square;

constexpr std::array<std::array<std::string_view, 6>, 2> kFigures = {
    {{"♙", "♘", "♗", "♖", "♕", "♔"}, {"♟", "♞", "♝", "♜", "♛", "♚"}}};

std::string figure(const std::optional<Piece>& piece, BoardStyle style) {
  if (!piece) return style.color ? " " : ".";
  if (!style.unicode) return {piece->to_char()};
  // In colour both sides get the solid figures, which are easier to see.
  const Color set = style.color ? Color::black : piece->color;
  return std::string(kFigures[index(set)][index(piece->type)]);
}

struct Marks {
  Bitboard last_move;
  Bitboard check;
};

Marks find_marks(const Position& pos, const std::optional<chess::Move>& last_move) {
  Marks marks;
  if (last_move) marks.last_move = Bitboard(last_move->from()) | Bitboard(last_move->king_target());
  if (pos.is_check()) marks.check = Bitboard(pos.king(pos.turn()));
  return marks;
}

// Three columns wide.
std::string plain_cell(const std::optional<Piece>& piece, Square sq, const Marks& marks, BoardStyle style) {
  const std::string man = figure(piece, style);
  if (marks.check.contains(sq)) return '(' + man + ')';
  if (marks.last_move.contains(sq)) return '[' + man + ']';
  return ' ' + man + ' ';
}

std::string colored_cell(const std::optional<Piece>& piece, Square sq, const Marks& marks, BoardStyle style) {
  // From the 256-colour palette: red, two greens, two browns.
  const int background = marks.check.contains(sq)       ? 160
                         : marks.last_move.contains(sq) ? (sq.is_dark() ? 64 : 107)
                                                        : (sq.is_dark() ? 94 : 137);
  const int foreground = piece && piece->color == Color::white ? 231 : 16;
  return fmt::format("\033[38;5;{};48;5;{}m {} \033[0m", foreground, background, figure(piece, style));
}

}  // namespace

BoardStyle terminal_board_style() {
  if (::isatty(STDOUT_FILENO) == 0) return {};
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const std::string_view kind = term != nullptr ? term : "dumb";
  const bool is_dumb = kind == "dumb";
  // The font of the Linux console has no chess figures.
  return {.unicode = !is_dumb && kind != "linux",
          .color = !is_dumb && (no_color == nullptr || *no_color == '\0')};
}

std::string draw_board(const Position& pos, Color bottom, BoardStyle style,
                       std::optional<chess::Move> last_move) {
  const Marks marks = find_marks(pos, last_move);
  const std::string border = style.color ? "" : "  +------------------------+\n";
  std::string out = border;
  std::string files = style.color ? " " : "  ";
  for (int row = 0; row < 8; ++row) {
    const int rank = bottom == Color::white ? 7 - row : row;
    out += fmt::format("{} {}", rank + 1, style.color ? "" : "|");
    for (int column = 0; column < 8; ++column) {
      const int file = bottom == Color::white ? column : 7 - column;
      const Square sq = Square::at(file, rank);
      const auto cell = style.color ? colored_cell : plain_cell;
      out += cell(pos.piece_at(sq), sq, marks, style);
      if (row == 0) files += fmt::format("  {}", static_cast<char>('a' + file));
    }
    out += style.color ? "\n" : "|\n";
  }
  return out + border + files + '\n';
}

}  // namespace vitrine::cli
