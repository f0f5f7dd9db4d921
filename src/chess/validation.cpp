#include "chess/validation.h"

#include <algorithm>

namespace vitrine::chess {

namespace {

using Kind = PositionError::Kind;
constexpr std::array kColors = {Color::white, Color::black};

// Pieces beyond the initial ones, each of which was once a pawn. Bishops are counted by square colour.
int promoted_pieces(const Men& men, Color color) {
  const auto extra = [](Bitboard pieces, int at_first) { return std::max(0, pieces.count() - at_first); };
  const Bitboard bishops = men.pieces(color, PieceType::bishop);
  return extra(men.pieces(color, PieceType::knight), 2) + extra(bishops & Bitboard::dark_squares(), 1) +
         extra(bishops & ~Bitboard::dark_squares(), 1) + extra(men.pieces(color, PieceType::rook), 2) +
         extra(men.pieces(color, PieceType::queen), 1);
}

std::optional<PositionError> find_error_in_men_of(const Men& men, Color color) {
  const Bitboard kings = men.pieces(color, PieceType::king);
  const Bitboard pawns = men.pieces(color, PieceType::pawn);
  if (kings.is_empty()) return PositionError{Kind::no_king, color};
  if (kings.has_several()) return PositionError{Kind::several_kings, color, kings.last()};
  if (men.pieces(color).count() > 16) return PositionError{Kind::too_many_men, color};
  if (pawns.count() > 8) return PositionError{Kind::too_many_pawns, color};
  const Bitboard stray = pawns & (Bitboard::rank(0) | Bitboard::rank(7));
  if (stray.any()) return PositionError{Kind::pawn_on_back_rank, color, stray.first()};
  if (promoted_pieces(men, color) + pawns.count() > 8) return PositionError{Kind::too_many_promoted, color};
  return {};
}

std::optional<PositionError> find_error_in_castling_of(const Setup& setup, const Men& men, Color color,
                                                       Unreachable rule) {
  const Bitboard rooks = setup.castling_rooks & Bitboard::rank_for(color, 0);
  if (rooks.is_empty()) return {};
  const Square king = men.pieces(color, PieceType::king).first();
  const bool is_between_rooks = king.file() != 0 && king.file() != 7;
  if (king.rank_for(color) != 0 || (!is_between_rooks && rule == Unreachable::refused))
    return PositionError{Kind::castling_without_king, color, rooks.first()};
  const Bitboard missing = rooks & ~men.pieces(color, PieceType::rook);
  if (missing.any()) return PositionError{Kind::castling_without_rook, color, missing.first()};
  int king_side = 0;
  int queen_side = 0;
  for (const Square rook : rooks) {
    if (++(rook.file() > king.file() ? king_side : queen_side) > 1)
      return PositionError{Kind::castling_rooks_on_one_wing, color, rook};
  }
  return {};
}

}  // namespace

Men::Men(const Setup& setup) {
  for (int i = 0; i < 64; ++i) {
    if (!setup.board[i]) continue;
    const Bitboard sq(Square::from_index(i));
    by_kind[index(setup.board[i]->color)][index(setup.board[i]->type)] |= sq;
    by_color[index(setup.board[i]->color)] |= sq;
  }
}

std::optional<PositionError> find_error_in_men(const Men& men) {
  for (const Color color : kColors)
    if (auto error = find_error_in_men_of(men, color)) return error;
  return {};
}

std::optional<PositionError> find_error_in_castling(const Setup& setup, const Men& men, Unreachable rule) {
  for (const Color color : kColors)
    if (auto error = find_error_in_castling_of(setup, men, color, rule)) return error;
  const Bitboard stray = setup.castling_rooks & ~(Bitboard::rank(0) | Bitboard::rank(7));
  if (stray.any())
    return PositionError{Kind::castling_without_rook, stray.first().rank() < 4 ? Color::white : Color::black,
                         stray.first()};
  return {};
}

std::optional<PositionError> find_error_in_en_passant(const Setup& setup) {
  if (!setup.en_passant) return {};
  const Square jumped_over = *setup.en_passant;
  const Color pusher = !setup.turn;
  const int forward = pusher == Color::white ? 1 : -1;
  if (jumped_over.rank_for(pusher) != 2)
    return PositionError{Kind::en_passant_wrong_rank, pusher, jumped_over};
  if (setup.piece_at(jumped_over)) return PositionError{Kind::en_passant_occupied, pusher, jumped_over};
  if (setup.piece_at(jumped_over.up(forward)) != Piece{pusher, PieceType::pawn})
    return PositionError{Kind::en_passant_without_pawn, pusher, jumped_over};
  if (setup.piece_at(jumped_over.up(-forward)))
    return PositionError{Kind::en_passant_origin_occupied, pusher, jumped_over};
  return {};
}

std::optional<PositionError> find_error_in_counters(const Setup& setup) {
  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kMaxHalfmoveClock)
    return PositionError{Kind::halfmove_clock_out_of_range};
  if (setup.fullmove_number < 1 || setup.fullmove_number > kMaxFullmoveNumber)
    return PositionError{Kind::fullmove_number_out_of_range};
  return {};
}

}  // namespace vitrine::chess
