// Chess values as text, for messages, logs and tests. FEN, SAN and the like are notation's.

#include <ostream>

#include "chess/position.h"

namespace vitrine::chess {

namespace {

template <class Board>
std::string draw(const Board& board) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) {
      const auto piece = board.piece_at(Square::at(file, rank));
      text += piece ? piece->to_char() : '.';
      text += file < 7 ? ' ' : '\n';
    }
  }
  text.pop_back();
  return text;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, Color color) { return out << to_string(color); }
std::ostream& operator<<(std::ostream& out, PieceType type) { return out << to_string(type); }
std::ostream& operator<<(std::ostream& out, Piece piece) { return out << piece.to_char(); }
std::ostream& operator<<(std::ostream& out, Square sq) { return out << sq.to_string(); }
std::ostream& operator<<(std::ostream& out, Move move) { return out << move.to_string(); }
std::ostream& operator<<(std::ostream& out, PositionError::Kind kind) { return out << to_string(kind); }
std::ostream& operator<<(std::ostream& out, const Setup& setup) { return out << to_board_text(setup); }
std::ostream& operator<<(std::ostream& out, const Position& pos) { return out << to_board_text(pos); }

std::string to_board_text(const Setup& setup) { return draw(setup); }
std::string to_board_text(const Position& pos) { return draw(pos); }

std::string Move::to_string() const {
  if (is_none()) return "0000";
  std::string text = from().to_string() + to().to_string();
  if (const auto type = promotion()) text += to_char(*type);
  return text;
}

std::string_view to_string(PositionError::Kind kind) {
  using Kind = PositionError::Kind;
  switch (kind) {
    case Kind::no_king: return "no king";
    case Kind::several_kings: return "several kings";
    case Kind::too_many_men: return "too many men";
    case Kind::too_many_pawns: return "too many pawns";
    case Kind::too_many_promoted: return "too many promoted";
    case Kind::pawn_on_back_rank: return "pawn on back rank";
    case Kind::opponent_in_check: return "opponent in check";
    case Kind::too_many_checkers: return "too many checkers";
    case Kind::impossible_check: return "impossible check";
    case Kind::castling_without_king: return "castling without king";
    case Kind::castling_without_rook: return "castling without rook";
    case Kind::castling_rooks_on_one_wing: return "castling rooks on one wing";
    case Kind::en_passant_wrong_rank: return "en passant wrong rank";
    case Kind::en_passant_occupied: return "en passant occupied";
    case Kind::en_passant_without_pawn: return "en passant without pawn";
    case Kind::en_passant_origin_occupied: return "en passant origin occupied";
    case Kind::en_passant_impossible_check: return "en passant impossible check";
    case Kind::halfmove_clock_out_of_range: return "halfmove clock out of range";
    case Kind::fullmove_number_out_of_range: return "fullmove number out of range";
  }
  return "unknown";
}

}  // namespace vitrine::chess
