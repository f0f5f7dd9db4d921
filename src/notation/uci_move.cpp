#include "notation/uci_move.h"

#include "notation/in_quotes.h"

namespace vitrine::notation {

using chess::Color;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;
using chess::Wing;

namespace {

std::optional<Move> if_legal(const Position& pos, Move move) {
  if (!pos.is_legal(move)) return {};
  return move;
}

std::optional<Move> find_king_move(const Position& pos, Square from, Square to) {
  const Color us = pos.turn();
  if ((pos.castling_rooks() & pos.pieces(us)).contains(to))
    return if_legal(pos, Move(from, to, MoveKind::castling));
  if (const auto step = if_legal(pos, Move(from, to, MoveKind::king))) return step;
  if (from.rank() != to.rank() || (to.file() != 2 && to.file() != 6)) return {};
  const auto rook = pos.castling_rook(us, to.file() == 6 ? Wing::king_side : Wing::queen_side);
  if (!rook) return {};
  return if_legal(pos, Move(from, *rook, MoveKind::castling));
}

MoveKind pawn_move_kind(const Position& pos, Square from, Square to) {
  if (from.file() != to.file() && pos.is_empty(to)) return MoveKind::en_passant;
  return distance(from, to) == 2 ? MoveKind::double_push : MoveKind::pawn;
}

// Why a well-formed move cannot be played.
std::string explain(const Position& pos, Square from, Square to, bool has_promotion) {
  const auto piece = pos.piece_at(from);
  if (!piece) return "there is no man on " + from.to_string();
  if (piece->color != pos.turn()) return "the man on " + from.to_string() + " is the opponent's";
  const bool promotes = piece->type == PieceType::pawn && to.rank_for(pos.turn()) == 7;
  if (promotes && !has_promotion) return "a pawn that reaches the last rank needs a piece, such as q";
  if (!promotes && has_promotion) return "this move promotes nothing";
  return "it is not legal here";
}

}  // namespace

std::string to_uci(Move move, CastlingText castling) {
  if (castling == CastlingText::chess960 || !move.is_castling()) return move.to_string();
  return move.from().to_string() + move.king_target().to_string();
}

std::optional<Move> find_move(const Position& pos, Square from, Square to,
                              std::optional<PieceType> promotion) {
  if (!pos.pieces(pos.turn()).contains(from)) return {};
  const PieceType type = pos.piece_at(from)->type;
  if (promotion) {
    if (type != PieceType::pawn || *promotion == PieceType::pawn || *promotion == PieceType::king) return {};
    return if_legal(pos, Move(from, to, promotion_to(*promotion)));
  }
  if (type == PieceType::king) return find_king_move(pos, from, to);
  if (type == PieceType::pawn) return if_legal(pos, Move(from, to, pawn_move_kind(pos, from, to)));
  return if_legal(pos, Move(from, to, static_cast<MoveKind>(type)));
}

base::Result<Move, UciMoveError> parse_uci_move(const Position& pos, std::string_view text) {
  using Kind = UciMoveError::Kind;
  if (text == "0000")
    return UciMoveError{Kind::null_move, "'0000' is the null move, which is not legal chess"};
  const auto from = Square::parse(text.substr(0, 2));
  const auto to = text.size() >= 4 ? Square::parse(text.substr(2, 2)) : std::nullopt;
  const auto promotion = text.size() == 5 ? chess::parse_piece_type(text[4]) : std::nullopt;
  if (!from || !to || text.size() > 5 || (text.size() == 5 && !promotion))
    return UciMoveError{Kind::syntax,
                        in_quotes(text) + " is not a move of two squares, such as e2e4 or e7e8q"};
  if (const auto move = find_move(pos, *from, *to, promotion)) return *move;
  return UciMoveError{Kind::illegal,
                      in_quotes(text) + ": " + explain(pos, *from, *to, promotion.has_value())};
}

}  // namespace vitrine::notation
