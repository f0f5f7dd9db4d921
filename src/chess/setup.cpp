#include "chess/setup.h"

namespace vitrine::chess {

Setup Setup::initial() {
  using enum PieceType;
  constexpr std::array kBackRank = {rook, knight, bishop, queen, king, bishop, knight, rook};
  Setup setup;
  for (int file = 0; file < 8; ++file) {
    setup.put(Square::at(file, 0), {Color::white, kBackRank[file]});
    setup.put(Square::at(file, 1), {Color::white, pawn});
    setup.put(Square::at(file, 6), {Color::black, pawn});
    setup.put(Square::at(file, 7), {Color::black, kBackRank[file]});
  }
  for (const int file : {0, 7})
    for (const int rank : {0, 7}) setup.castling_rooks |= Bitboard(Square::at(file, rank));
  return setup;
}

namespace {

template <class Wanted>
Bitboard squares_where(const Setup& setup, Wanted wanted) {
  Bitboard squares;
  for (int i = 0; i < 64; ++i)
    if (setup.board[i] && wanted(*setup.board[i])) squares |= Bitboard(Square::from_index(i));
  return squares;
}

}  // namespace

Bitboard Setup::pieces(Color color, PieceType type) const {
  return squares_where(*this, [=](Piece piece) { return piece == Piece{color, type}; });
}

Bitboard Setup::pieces(Color color) const {
  return squares_where(*this, [=](Piece piece) { return piece.color == color; });
}

Bitboard Setup::occupied() const {
  return squares_where(*this, [](Piece) { return true; });
}

std::string PositionError::message() const {
  const std::string side = color == Color::white ? "White" : "Black";
  const std::string where = square ? square->to_string() : "";
  switch (kind) {
    case Kind::no_king: return side + " has no king";
    case Kind::several_kings: return side + " has more than one king (one is on " + where + ")";
    case Kind::too_many_men: return side + " has more than 16 men";
    case Kind::too_many_pawns: return side + " has more than 8 pawns";
    case Kind::too_many_promoted: return side + " has more extra pieces than pawns that could have promoted";
    case Kind::pawn_on_back_rank: return side + " has a pawn on " + where;
    case Kind::opponent_in_check: return side + " is not to move, but its king on " + where + " is in check";
    case Kind::too_many_checkers: return side + "'s king on " + where + " is in check from more than two men";
    case Kind::impossible_check: return side + "'s king on " + where + " is in a check that no move can give";
    case Kind::castling_without_king:
      return side + " may castle with the rook on " + where +
             ", but has no king on the b to g files of that rank";
    case Kind::castling_without_rook:
      return side + " may castle with a rook on " + where + ", but has no rook there";
    case Kind::castling_rooks_on_one_wing:
      return side + " may castle with two rooks on the same side of its king (one is on " + where + ")";
    case Kind::en_passant_wrong_rank:
      return "en-passant square " + where + " is not behind a pawn of " + side + " that has moved two steps";
    case Kind::en_passant_occupied: return "en-passant square " + where + " is not empty";
    case Kind::en_passant_without_pawn:
      return side + " has no pawn in front of the en-passant square " + where;
    case Kind::en_passant_origin_occupied:
      return "the pawn cannot have jumped over " + where + ": the square it started from is not empty";
    case Kind::en_passant_impossible_check:
      return side + "'s king on " + where + " is in a check that the double step of a pawn cannot have given";
    case Kind::halfmove_clock_out_of_range:
      return "the halfmove clock is not within 0 to " + std::to_string(kMaxHalfmoveClock);
    case Kind::fullmove_number_out_of_range:
      return "the move number is not within 1 to " + std::to_string(kMaxFullmoveNumber);
  }
  return "unknown error";
}

}  // namespace vitrine::chess
