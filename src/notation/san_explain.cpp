#include "notation/san_explain.h"

#include <algorithm>
#include <string>

#include "notation/in_quotes.h"

namespace vitrine::notation {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;
using chess::Wing;

namespace {

std::string side_name(Color color) { return color == Color::white ? "White" : "Black"; }

std::string why_no_castling(const Position& pos, Wing wing) {
  const std::string side = side_name(pos.turn());
  if (!pos.has_castling_right(pos.turn(), wing))
    return side + " has no right to castle on the " + (wing == Wing::king_side ? "king's" : "queen's") +
           " side";
  if (pos.is_check()) return side + " is in check and may not castle";
  return "a man is in the way, or the king would pass an attacked square";
}

// Nothing if the promotion, or its absence, is as it should be.
std::string why_no_promotion(const Position& pos, const SanText& san, PieceType type) {
  const bool promotes = type == PieceType::pawn && san.to.rank_for(pos.turn()) == 7;
  if (promotes && !san.promotion)
    return "a pawn that reaches the last rank needs a piece, as in " + san.to.to_string() + "=Q";
  if (!promotes && san.promotion) return "only a pawn that reaches the last rank promotes";
  return "";
}

// The men of this kind that could go there if their king didn't mind.
Bitboard pseudo_legal_origins(const Position& pos, const SanText& san, PieceType type) {
  Bitboard origins = pos.pieces(pos.turn(), type);
  if (san.from_file >= 0) origins &= Bitboard::file(san.from_file);
  if (san.from_rank >= 0) origins &= Bitboard::rank(san.from_rank);
  if (type != PieceType::pawn) return origins & piece_attacks(type, san.to, pos.occupied());
  if (san.from_file >= 0 && san.from_file != san.to.file())
    return pos.is_empty(san.to) ? Bitboard() : origins & pawn_attacks(!pos.turn(), san.to);
  if (!pos.is_empty(san.to)) return Bitboard();
  const Bitboard behind = Bitboard(san.to).forward(!pos.turn());
  if ((behind & pos.occupied()).any() || san.to.rank_for(pos.turn()) != 3) return origins & behind;
  return origins & behind.forward(!pos.turn());
}

std::string why_illegal(const Position& pos, const SanText& san) {
  if (!pos.has_legal_moves())
    return std::string("the game is over by ") + (pos.is_check() ? "checkmate" : "stalemate");
  if (san.castling) return why_no_castling(pos, *san.castling);
  const Color us = pos.turn();
  const Square from = Square::at(std::max(san.from_file, 0), std::max(san.from_rank, 0));
  if (san.has_from_square() && !pos.pieces(us).contains(from))
    return side_name(us) + " has no man on " + from.to_string();
  const PieceType type =
      san.piece ? *san.piece : (san.has_from_square() ? pos.piece_at(from)->type : PieceType::pawn);
  const std::string name(to_string(type));
  if (pos.pieces(us, type).is_empty()) return side_name(us) + " has no " + name;
  if (pos.pieces(us).contains(san.to))
    return side_name(us) + " has a man on " + san.to.to_string() + " already";
  if (const std::string why = why_no_promotion(pos, san, type); !why.empty()) return why;
  const Bitboard origins = pseudo_legal_origins(pos, san, type);
  if (origins.is_empty()) return "no " + name + " of " + side_name(us) + " can go to " + san.to.to_string();
  if (type == PieceType::king) return "the king would be in check on " + san.to.to_string();
  if (pos.is_check()) return side_name(us) + " is in check, and this does not end it";
  return "the " + name + " on " + origins.first().to_string() + " is pinned";
}

}  // namespace

SanError explain_syntax(std::string_view text) {
  if (is_null_move_text(text)) return {SanError::Kind::null_move, in_quotes(text) + " is a null move"};
  return {SanError::Kind::syntax, in_quotes(text) + " is not a move such as Nf3, exd5, e8=Q or O-O"};
}

SanError explain_illegal(const Position& pos, const SanText& san, std::string_view text) {
  return {SanError::Kind::illegal, in_quotes(text) + " is not legal: " + why_illegal(pos, san)};
}

SanError explain_ambiguous(PieceType type, Bitboard origins, std::string_view text) {
  std::string squares;
  for (const Square sq : origins) {
    if (!squares.empty()) squares += sq == origins.last() ? " and " : ", ";
    squares += sq.to_string();
  }
  return {SanError::Kind::ambiguous, in_quotes(text) + " is ambiguous: the " + std::string(to_string(type)) +
                                         "s on " + squares + " can go there"};
}

}  // namespace vitrine::notation
