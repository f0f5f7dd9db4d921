#include "notation/san.h"

#include "notation/san_explain.h"
#include "notation/san_text.h"
#include "notation/uci_move.h"

namespace vitrine::notation {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

// Of these men, the ones that may go to this square without leaving their king in check. Not for kings and
// en passant, which change more than two squares or the king's own.
Bitboard keep_safe(const Position& pos, Bitboard origins, Square to) {
  const Square king = pos.king(pos.turn());
  if (pos.is_check()) {
    if (pos.checkers().has_several()) return Bitboard();
    const Square checker = pos.checkers().first();
    if (to != checker && !between(king, checker).contains(to)) return Bitboard();
  }
  for (const Square pinned : origins& pos.pinned())
    if (!line_through(king, pinned).contains(to)) origins ^= Bitboard(pinned);
  return origins;
}

// Where our knights, bishops, rooks or queens stand that may legally go to this square.
Bitboard legal_origins(const Position& pos, PieceType type, Square to) {
  return keep_safe(pos, piece_attacks(type, to, pos.occupied()) & pos.pieces(pos.turn(), type), to);
}

// The moves that a text can mean: one for each origin.
struct Candidates {
  Bitboard origins = {};
  Square to = Square::at(0, 0);
  MoveKind kind = MoveKind::pawn;
};

Bitboard named_squares(const SanText& san) {
  Bitboard squares = Bitboard::all();
  if (san.from_file >= 0) squares &= Bitboard::file(san.from_file);
  if (san.from_rank >= 0) squares &= Bitboard::rank(san.from_rank);
  return squares;
}

Candidates find_castling(const Position& pos, chess::Wing wing) {
  const auto rook = pos.castling_rook(pos.turn(), wing);
  if (!rook) return {};
  const Square king = pos.king(pos.turn());
  if (!pos.is_legal(Move(king, *rook, MoveKind::castling))) return {};
  return {Bitboard(king), *rook, MoveKind::castling};
}

Candidates find_piece(const Position& pos, const SanText& san, PieceType type) {
  if (san.promotion || pos.pieces(pos.turn()).contains(san.to)) return {};
  const auto kind = static_cast<MoveKind>(type);
  if (type != PieceType::king) return {legal_origins(pos, type, san.to) & named_squares(san), san.to, kind};
  const Square king = pos.king(pos.turn());
  const bool is_meant = named_squares(san).contains(king) && pos.is_legal(Move(king, san.to, kind));
  return {is_meant ? Bitboard(king) : Bitboard(), san.to, kind};
}

Candidates find_pawn_push(const Position& pos, const SanText& san) {
  const Color us = pos.turn();
  const Bitboard pawns = pos.pieces(us, PieceType::pawn);
  if (!pos.is_empty(san.to)) return {};
  const Bitboard behind = Bitboard(san.to).forward(!us);
  if ((behind & pawns).any()) return {behind & pawns, san.to, MoveKind::pawn};
  if (san.to.rank_for(us) != 3 || (behind & pos.occupied()).any()) return {};
  return {behind.forward(!us) & pawns, san.to, MoveKind::double_push};
}

Candidates find_pawn_capture(const Position& pos, const SanText& san) {
  const Color us = pos.turn();
  const Bitboard origins = pawn_attacks(!us, san.to) & pos.pieces(us, PieceType::pawn) & named_squares(san);
  if (pos.pieces(!us).contains(san.to)) return {origins, san.to, MoveKind::pawn};
  if (pos.en_passant() != san.to) return {};
  Candidates found = {Bitboard(), san.to, MoveKind::en_passant};
  for (const Square from : origins)
    if (pos.is_legal(Move(from, san.to, MoveKind::en_passant))) found.origins |= Bitboard(from);
  return found;
}

Candidates find_pawn(const Position& pos, const SanText& san) {
  const bool promotes = san.to.rank_for(pos.turn()) == 7;
  if (promotes != san.promotion.has_value()) return {};
  const bool names_other_file = san.from_file >= 0 && san.from_file != san.to.file();
  const bool is_capture = san.is_capture || names_other_file;
  // "bb4" is never a pawn: it is somebody's bishop.
  if (!is_capture && san.from_file >= 0 && san.from_rank < 0) return {};
  Candidates found = is_capture ? find_pawn_capture(pos, san) : find_pawn_push(pos, san);
  if (found.kind == MoveKind::en_passant) return found;
  if (promotes) found.kind = promotion_to(*san.promotion);
  found.origins = keep_safe(pos, found.origins & named_squares(san), san.to);
  return found;
}

// "e2e4" and "e1g1" name the man by its square alone.
Candidates find_from_square(const Position& pos, const SanText& san) {
  const auto move = find_move(pos, Square::at(san.from_file, san.from_rank), san.to, san.promotion);
  if (!move) return {};
  return {Bitboard(move->from()), move->to(), move->kind()};
}

Candidates find_candidates(const Position& pos, const SanText& san) {
  if (san.castling) return find_castling(pos, *san.castling);
  if (san.piece && *san.piece != PieceType::pawn) return find_piece(pos, san, *san.piece);
  if (!san.piece && san.has_from_square()) return find_from_square(pos, san);
  const Candidates pawns = find_pawn(pos, san);
  if (pawns.origins.any() || san.piece || san.from_file != 1) return pawns;
  // No pawn of the b file can do it, so the small b may stand for a bishop.
  SanText bishop = san;
  bishop.from_file = -1;
  return find_piece(pos, bishop, PieceType::bishop);
}

// What a reader needs besides piece and target: the file if it tells the twins apart, else the rank,
// else both.
std::string disambiguation(const Position& pos, Move move) {
  if (move.piece() == PieceType::king) return "";
  const Square from = move.from();
  const Bitboard twins = legal_origins(pos, move.piece(), move.to()) ^ Bitboard(from);
  if (twins.is_empty()) return "";
  if ((twins & Bitboard::file(from.file())).is_empty()) return from.to_string().substr(0, 1);
  if ((twins & Bitboard::rank(from.rank())).is_empty()) return from.to_string().substr(1);
  return from.to_string();
}

char upper_letter(PieceType type) { return static_cast<char>(chess::to_char(type) - 'a' + 'A'); }

}  // namespace

base::Result<Move, SanError> parse_san(const Position& pos, std::string_view text) {
  const auto san = read_san_text(text);
  if (!san) return explain_syntax(text);
  const Candidates found = find_candidates(pos, *san);
  if (found.origins.is_empty()) return explain_illegal(pos, *san, text);
  const Move move(found.origins.first(), found.to, found.kind);
  if (found.origins.has_several()) return explain_ambiguous(move.piece(), found.origins, text);
  return move;
}

bool is_null_move_text(std::string_view text) {
  return text == "--" || text == "Z0" || text == "0000" || text == "@@@@";
}

std::string to_san(const Position& pos, Move move) {
  std::string text;
  if (move.is_castling()) {
    text = move.wing() == chess::Wing::king_side ? "O-O" : "O-O-O";
  } else {
    const bool is_pawn = move.piece() == PieceType::pawn;
    const bool is_capture = pos.is_capture(move);
    if (!is_pawn) text = upper_letter(move.piece()) + disambiguation(pos, move);
    if (is_pawn && is_capture) text += static_cast<char>('a' + move.from().file());
    if (is_capture) text += 'x';
    text += move.to().to_string();
    if (const auto type = move.promotion()) (text += '=') += upper_letter(*type);
  }
  if (pos.gives_check(move)) text += pos.after(move).has_legal_moves() ? '+' : '#';
  return text;
}

}  // namespace vitrine::notation
