#pragma once

// The part of Position that makes moves. It is a template over the side to move and the watcher, and the
// hottest code of the house, so it lives in a header.

#include "chess/position.h"

namespace vitrine::chess {

template <Color color>
void Position::toggle_part_key(PieceType type, Key key) {
  if (type == PieceType::pawn)
    pawn_key_ ^= key;
  else
    pieces_keys_[index(color)] ^= static_cast<std::uint32_t>(key);
}

template <Color color, class Watcher>
void Position::add(PieceType type, Square sq, Watcher& watcher) {
  by_type_[index(type)] |= Bitboard(sq);
  by_color_[index(color)] |= Bitboard(sq);
  board_[sq.index()] = code(color, type);
  const Key key = detail::kZobrist.piece[index(color)][index(type)][sq.index()];
  key_ ^= key;
  toggle_part_key<color>(type, key);
  watcher.added(Piece{color, type}, sq);
}

template <Color color, class Watcher>
void Position::remove(PieceType type, Square sq, Watcher& watcher) {
  by_type_[index(type)] ^= Bitboard(sq);
  by_color_[index(color)] ^= Bitboard(sq);
  board_[sq.index()] = kNoPiece;
  const Key key = detail::kZobrist.piece[index(color)][index(type)][sq.index()];
  key_ ^= key;
  toggle_part_key<color>(type, key);
  watcher.removed(Piece{color, type}, sq);
}

template <Color color, class Watcher>
void Position::move(PieceType type, Square from, Square to, Watcher& watcher) {
  const Bitboard both = Bitboard(from) | Bitboard(to);
  by_type_[index(type)] ^= both;
  by_color_[index(color)] ^= both;
  board_[from.index()] = kNoPiece;
  board_[to.index()] = code(color, type);
  const auto& keys = detail::kZobrist.piece[index(color)][index(type)];
  const Key change = keys[from.index()] ^ keys[to.index()];
  key_ ^= change;
  toggle_part_key<color>(type, change);
  watcher.removed(Piece{color, type}, from);
  watcher.added(Piece{color, type}, to);
}

// A man leaves the board for good (or, before add, a new kind comes onto it): the n-th of its kind.
template <Color color>
void Position::toggle_material(PieceType type) {
  const int nth = pieces(color, type).count();
  material_key_ ^= detail::kZobrist.material[index(color)][index(type)][nth];
}

template <Color us, class Watcher>
void Position::capture(Square sq, Watcher& watcher) {
  const auto type = static_cast<PieceType>(board_[sq.index()] & 7);
  remove<!us>(type, sq, watcher);
  toggle_material<!us>(type);
  halfmove_clock_ = 0;
}

inline void Position::remove_castling_rights(Bitboard lost) {
  for (const Square rook : lost) key_ ^= detail::kZobrist.castling_rook[rook.index()];
  castling_rooks_ &= ~lost;
}

// The counters stop at the highest number that a setup may have.
inline void Position::count_ply(Color mover) {
  halfmove_clock_ = static_cast<std::uint16_t>(halfmove_clock_ + (halfmove_clock_ < kMaxHalfmoveClock));
  if (mover == Color::black)
    fullmove_number_ = static_cast<std::uint16_t>(fullmove_number_ + (fullmove_number_ < kMaxFullmoveNumber));
}

template <Color us, class Watcher>
void Position::castle(Move move, Watcher& watcher) {
  const Square king_to = move.king_target();
  const Square rook_to = Square::at(move.wing() == Wing::king_side ? 5 : 3, move.from().rank());
  // Both leave before either arrives: in Chess960 their squares may overlap.
  remove<us>(PieceType::king, move.from(), watcher);
  remove<us>(PieceType::rook, move.to(), watcher);
  add<us>(PieceType::king, king_to, watcher);
  add<us>(PieceType::rook, rook_to, watcher);
}

// En passant empties two squares at once, so pins and checks are looked at afresh.
template <Color us>
bool Position::is_en_passant_safe(Square from, Square to) const {
  const Bitboard captured = Bitboard(to).forward(!us);
  const Bitboard occupied_after = (occupied() ^ Bitboard(from) ^ captured) | Bitboard(to);
  return (attackers_to(king(us), occupied_after) & pieces(!us) & ~captured).is_empty();
}

template <Color us>
bool Position::is_dangerous(Square sq, Bitboard occupied) const {
  const Bitboard queens = pieces(PieceType::queen);
  const Bitboard attackers = (rook_attacks(sq, occupied) & (pieces(PieceType::rook) | queens)) |
                             (bishop_attacks(sq, occupied) & (pieces(PieceType::bishop) | queens)) |
                             (knight_attacks(sq) & pieces(PieceType::knight)) |
                             (pawn_attacks(us, sq) & pieces(PieceType::pawn)) |
                             (king_attacks(sq) & pieces(PieceType::king));
  return (attackers & pieces(!us)).any();
}

template <Color us>
[[gnu::always_inline]] inline Bitboard Position::danger() const {
  const Bitboard enemy = pieces(!us);
  const Bitboard queens = pieces(PieceType::queen);
  const Bitboard without_king = occupied() ^ pieces(us, PieceType::king);
  return slider_attacks(enemy & (pieces(PieceType::rook) | queens),
                        enemy & (pieces(PieceType::bishop) | queens), without_king) |
         knight_attacks(enemy & pieces(PieceType::knight)) |
         pawn_attacks(!us, enemy & pieces(PieceType::pawn)) | king_attacks(king(!us));
}

template <Color us>
[[gnu::always_inline]] inline bool Position::is_castling_free(Move move, Bitboard danger) const {
  const Square king_to = move.king_target();
  const Square rook_to = Square::at(move.wing() == Wing::king_side ? 5 : 3, king_to.rank());
  const Bitboard king_path = between(move.from(), king_to) | Bitboard(king_to);
  const Bitboard rook_path = between(move.to(), rook_to) | Bitboard(rook_to);
  const Bitboard others = occupied() ^ Bitboard(move.from()) ^ Bitboard(move.to());
  if (((king_path | rook_path) & others).any()) return false;
  // In Chess960 the rook may be all that shields the king on his rank.
  if (pinned_.contains(move.to())) return false;
  return (king_path & danger).is_empty();
}

// After our double step: records the square if an enemy pawn can legally take there.
template <Color us>
void Position::set_en_passant(Square jumped_over) {
  Bitboard takers = pawn_attacks(us, jumped_over) & pieces(!us, PieceType::pawn);
  for (const Square from : takers) {
    if (!is_en_passant_safe<!us>(from, jumped_over)) continue;
    en_passant_ = static_cast<std::uint8_t>(jumped_over.index());
    key_ ^= detail::kZobrist.en_passant_file[jumped_over.file()];
    return;
  }
}

// For the side to move, `us`.
template <Color us>
[[gnu::always_inline]] inline void Position::find_checkers_and_pins() {
  const Square our_king = king(us);
  const Bitboard own = pieces(us);
  const Bitboard all = occupied();
  const Bitboard enemy_orthogonal = (pieces(PieceType::rook) | pieces(PieceType::queen)) & pieces(!us);
  const Bitboard enemy_diagonal = (pieces(PieceType::bishop) | pieces(PieceType::queen)) & pieces(!us);

  const Bitboard orthogonal = rook_attacks(our_king, all);
  const Bitboard diagonal = bishop_attacks(our_king, all);
  checkers_ = (orthogonal & enemy_orthogonal) | (diagonal & enemy_diagonal) |
              (knight_attacks(our_king) & pieces(!us, PieceType::knight)) |
              (pawn_attacks(us, our_king) & pieces(!us, PieceType::pawn));

  // Look again with our nearest men lifted: a slider seen only now pins one of them.
  const Bitboard pinners =
      ((rook_attacks(our_king, all & ~(orthogonal & own)) & ~orthogonal) & enemy_orthogonal) |
      ((bishop_attacks(our_king, all & ~(diagonal & own)) & ~diagonal) & enemy_diagonal);
  pinned_ = Bitboard();
  for (const Square pinner : pinners) pinned_ |= between(our_king, pinner) & own;
}

template <Color us, class Watcher>
void Position::advance(Move move, Watcher& watcher) {
  const Square from = move.from();
  const Square to = move.to();
  const MoveKind kind = move.kind();

  if (en_passant_ != kNoSquare) {
    key_ ^= detail::kZobrist.en_passant_file[en_passant_ & 7];
    en_passant_ = kNoSquare;
  }
  count_ply(us);

  Bitboard touched = Bitboard(from) | Bitboard(to);
  if (kind == MoveKind::king || kind == MoveKind::castling) touched |= Bitboard::rank_for(us, 0);
  if ((castling_rooks_ & touched).any()) remove_castling_rights(castling_rooks_ & touched);

  if (kind <= MoveKind::king) {
    if (pieces(!us).contains(to)) capture<us>(to, watcher);
    const auto type = static_cast<PieceType>(kind);
    if (type == PieceType::pawn) halfmove_clock_ = 0;
    this->move<us>(type, from, to, watcher);
  } else if (kind == MoveKind::castling) {
    castle<us>(move, watcher);
  } else {
    halfmove_clock_ = 0;
    if (kind == MoveKind::double_push) {
      this->move<us>(PieceType::pawn, from, to, watcher);
      set_en_passant<us>(Square::from_index((from.index() + to.index()) / 2));
    } else if (kind == MoveKind::en_passant) {
      capture<us>(to.up(us == Color::white ? -1 : 1), watcher);
      this->move<us>(PieceType::pawn, from, to, watcher);
    } else {
      remove<us>(PieceType::pawn, from, watcher);
      if (pieces(!us).contains(to)) capture<us>(to, watcher);
      const PieceType promoted = *move.promotion();
      toggle_material<us>(PieceType::pawn);
      toggle_material<us>(promoted);
      add<us>(promoted, to, watcher);
    }
  }

  key_ ^= detail::kZobrist.black_to_move;
  turn_ = !us;
  find_checkers_and_pins<!us>();
}

template <class Watcher>
Position Position::after(Move move, Watcher& watcher) const {
  assert(is_legal(move));
  Position next = *this;
  if (turn_ == Color::white)
    next.advance<Color::white>(move, watcher);
  else
    next.advance<Color::black>(move, watcher);
  return next;
}

}  // namespace vitrine::chess
