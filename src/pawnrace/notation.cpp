#include "pawnrace/notation.h"

#include <optional>
#include <vector>

#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

// The square as people name it, and back: the same for White, from the other side for Black.
Square as_named(Square sq, Color turn) { return turn == Color::white ? sq : sq.flipped(); }

char file_letter(int file) { return static_cast<char>('a' + file); }
bool is_file_letter(char c) { return c >= 'a' && c <= 'h'; }

TextError explain_step(const Position& pos, Square target) {
  const std::string name = as_named(target, pos.turn()).to_string();
  if ((pos.mine() | pos.theirs()).contains(target)) return {name + " is taken"};
  return {"no pawn of " + std::string(name_of(pos.turn())) + " can step to " + name};
}

TextError explain_capture(const Position& pos, int from_file, Square target) {
  const std::string name = as_named(target, pos.turn()).to_string();
  const Bitboard prey = pos.theirs() | pos.en_passant();
  if (!prey.contains(target)) return {"there is nothing to take on " + name};
  return {"no pawn of " + std::string(name_of(pos.turn())) + " on the " + file_letter(from_file) +
          " file can take on " + name};
}

}  // namespace

std::string to_text(const Position& pos, Move move) {
  const std::string target = as_named(move.to(), pos.turn()).to_string();
  if (!move.is_capture()) return target;
  return std::string{file_letter(move.from().file()), 'x'} + target;
}

base::Result<Move, TextError> parse_move(const Position& pos, std::string_view text) {
  const bool is_capture = text.size() == 4 && is_file_letter(text[0]) && text[1] == 'x';
  const auto named = Square::parse(is_capture ? text.substr(2) : text);
  if (!named) return TextError{quoted(text) + " is no move: moves are written like e4 or axb4"};
  if (pos.end()) return TextError{"the game is over"};
  const Square target = as_named(*named, pos.turn());
  for (const Move move : pos.legal_moves()) {
    if (move.to() != target || move.is_capture() != is_capture) continue;
    if (!is_capture || file_letter(move.from().file()) == text[0]) return move;
  }
  if (!is_capture) return explain_step(pos, target);
  return explain_capture(pos, text[0] - 'a', target);
}

std::string to_text(Gaps gaps) { return {file_letter(gaps.white), file_letter(gaps.black)}; }

base::Result<Gaps, TextError> parse_gaps(std::string_view text) {
  const auto file_of = [](char c) {
    return c >= 'A' && c <= 'H' ? c - 'A' : is_file_letter(c) ? c - 'a' : -1;
  };
  if (text.size() == 2 && file_of(text[0]) >= 0 && file_of(text[1]) >= 0)
    return Gaps{file_of(text[0]), file_of(text[1])};
  return TextError{quoted(text) + " names no gaps: give White's file and Black's, such as af"};
}

std::string to_text(const Position& pos) {
  const Bitboard white = pos.pawns(Color::white);
  const Bitboard black = pos.pawns(Color::black);
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto write_empty = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Square sq = Square::at(file, rank);
      if (!(white | black).contains(sq)) {
        ++empty;
        continue;
      }
      write_empty();
      text += white.contains(sq) ? 'P' : 'p';
    }
    write_empty();
    if (rank > 0) text += '/';
  }
  text += pos.turn() == Color::white ? " w " : " b ";
  return text += pos.en_passant().any() ? as_named(pos.en_passant().first(), pos.turn()).to_string() : "-";
}

namespace {

struct Placement {
  Bitboard white;
  Bitboard black;
};

base::Result<Placement, TextError> parse_placement(std::string_view text) {
  Placement placement;
  int rank = 7;
  int file = 0;
  const auto where = [&] { return " in rank " + std::to_string(rank + 1); };
  const auto check_rank = [&]() -> std::optional<TextError> {
    if (file == 8) return {};
    return TextError{std::to_string(file) + " squares" + where() + " instead of 8"};
  };
  for (const char c : text) {
    if (c == '/') {
      if (const auto error = check_rank()) return *error;
      if (--rank < 0) return TextError{"more than 8 ranks"};
      file = 0;
      continue;
    }
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (c == 'P' || c == 'p') {
      if (file < 8) (c == 'P' ? placement.white : placement.black) |= Bitboard(Square::at(file, rank));
      ++file;
    } else {
      return TextError{"unknown character " + quoted({&c, 1}) + where() +
                       ": only P, p, digits and / may stand there"};
    }
    if (file > 8) return TextError{"more than 8 squares" + where()};
  }
  if (const auto error = check_rank()) return *error;
  if (rank != 0) return TextError{std::to_string(8 - rank) + " ranks instead of 8"};
  return placement;
}

// As one side sees it; it is the one to move.
std::optional<TextError> find_fault(Bitboard mine, Bitboard theirs, Color turn) {
  constexpr int kMostPawns = 7;
  const std::string me(name_of(turn));
  const std::string other(name_of(!turn));
  for (const auto& [pawns, name] : {std::pair{mine, me}, std::pair{theirs, other}})
    if (pawns.count() > kMostPawns)
      return TextError{name + " has " + std::to_string(pawns.count()) + " pawns, which is more than 7"};
  if ((mine & Bitboard::rank(0)).any()) return TextError{me + " has a pawn on its first rank"};
  if ((theirs & Bitboard::rank(7)).any()) return TextError{other + " has a pawn on its first rank"};
  if ((mine & Bitboard::rank(7)).any())
    return TextError{me + " has a pawn on the last rank, which ends the game, and yet it is to move"};
  if ((theirs & Bitboard::rank(0)).has_several())
    return TextError{other + " has several pawns on the last rank, but the first ends the game"};
  if (theirs.is_empty()) return TextError{other + " has no pawn, though it has just moved one"};
  return {};
}

// The square that an enemy pawn has passed, as the side to move sees it.
base::Result<std::optional<Square>, TextError> parse_en_passant(std::string_view text, Bitboard mine,
                                                                Bitboard theirs, Color turn) {
  if (text == "-") return std::optional<Square>();
  const auto named = Square::parse(text);
  if (!named) return TextError{"en passant: " + quoted(text) + " is no square, nor -"};
  const Square passed = as_named(*named, turn);
  if (passed.rank() != 5)
    return TextError{"en passant: " + std::string(text) + " is not on rank " +
                     (turn == Color::white ? "6" : "3")};
  const Bitboard behind = Bitboard(passed) | Bitboard(passed.up(1));
  if (!theirs.contains(passed.up(-1)) || ((mine | theirs) & behind).any())
    return TextError{"en passant: no pawn can just have passed " + std::string(text)};
  return std::optional<Square>(passed);
}

}  // namespace

base::Result<Position, TextError> parse_position(std::string_view text) {
  const auto fields = split_words<std::vector<std::string_view>>(text);
  if (fields.size() < 2 || fields.size() > 3)
    return TextError{std::to_string(fields.size()) +
                     " fields; a position has its pawns, w or b, and an en-passant square or -"};
  const auto placement = parse_placement(fields[0]);
  if (!placement) return placement.error();
  if (fields[1] != "w" && fields[1] != "b") return TextError{"the turn is w or b, not " + quoted(fields[1])};
  const Color turn = fields[1] == "w" ? Color::white : Color::black;
  const bool is_white = turn == Color::white;
  const Bitboard mine = is_white ? placement->white : flipped(placement->black);
  const Bitboard theirs = is_white ? placement->black : flipped(placement->white);
  if (const auto fault = find_fault(mine, theirs, turn)) return *fault;
  const auto passed = parse_en_passant(fields.size() == 3 ? fields[2] : "-", mine, theirs, turn);
  if (!passed) return passed.error();
  return Position::from_boards(mine, theirs, *passed, turn);
}

}  // namespace vitrine::pawnrace
