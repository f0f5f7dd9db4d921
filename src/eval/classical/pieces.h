#pragma once

// Knights, bishops, rooks and queens: where they can go, and what their squares are good for.

#include "eval/classical/ledger.h"
#include "eval/classical/pawns.h"
#include "eval/classical/scene.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

namespace detail {

inline constexpr Bitboard kLongDiagonals(0x8142241818244281ULL);
inline constexpr Bitboard kCentre(0x0000001818000000ULL);

// What a piece attacks. Sliders see through what would support them: bishops through queens, rooks through
// queens and their own rooks.
template <Color us, PieceType type>
[[nodiscard]] [[gnu::always_inline]] inline Bitboard reach(const Scene& scene, Square sq) {
  const Position& pos = scene.pos;
  Bitboard targets;
  if constexpr (type == PieceType::knight) {
    targets = chess::knight_attacks(sq);
  } else if constexpr (type == PieceType::bishop) {
    targets = bishop_attacks(sq, scene.occupied ^ pos.pieces(PieceType::queen));
  } else if constexpr (type == PieceType::rook) {
    targets =
        rook_attacks(sq, scene.occupied ^ pos.pieces(PieceType::queen) ^ pos.pieces(us, PieceType::rook));
  } else {
    targets = queen_attacks(sq, scene.occupied);
  }
  if (scene.pinned[index(us)].contains(sq)) targets &= line_through(pos.king(us), sq);
  return targets;
}

template <PieceType type>
[[nodiscard]] const auto& mobility_row(const MobilityWeights& w) {
  if constexpr (type == PieceType::knight) return w.knight;
  if constexpr (type == PieceType::bishop) return w.bishop;
  if constexpr (type == PieceType::rook) return w.rook;
  if constexpr (type == PieceType::queen) return w.queen;
}

template <Color us, PieceType type, class Ledger>
void add_minor(const Scene& scene, const PawnFacts& pawns, const MinorWeights& w, Ledger& ledger, Square sq,
               Bitboard targets) {
  constexpr bool is_knight = type == PieceType::knight;
  constexpr Bitboard kOutpostRanks =
      Bitboard::rank_for(us, 3) | Bitboard::rank_for(us, 4) | Bitboard::rank_for(us, 5);
  const Position& pos = scene.pos;
  const Bitboard outposts = kOutpostRanks & scene.by(us, PieceType::pawn) & ~pawns.attack_span[index(!us)];
  if (outposts.contains(sq))
    ledger.template add<us>(Term::minors, sq, is_knight ? w.knight_outpost : w.bishop_outpost);
  else if (is_knight && (outposts & targets & ~pos.pieces(us)).any())
    ledger.template add<us>(Term::minors, sq, w.knight_outpost_reachable);
  if (Bitboard(sq).forward(us).bits() & pos.pieces(PieceType::pawn).bits())
    ledger.template add<us>(Term::minors, sq, w.behind_pawn);
  ledger.template add<us>(Term::minors, sq, is_knight ? w.knight_king_distance : w.bishop_king_distance,
                          distance(sq, pos.king(us)));
}

template <Color us, class Ledger>
void add_bishop(const Scene& scene, const MinorWeights& w, Ledger& ledger, Square sq) {
  const Bitboard color = sq.is_dark() ? Bitboard::dark_squares() : ~Bitboard::dark_squares();
  const Bitboard own_pawns = scene.pawns[index(us)];
  const int on_color = (own_pawns & color).count();
  const int blocked = (own_pawns & scene.occupied.forward(!us) & kCentralFiles).count();
  ledger.template add<us>(Term::minors, sq, w.bad_bishop, on_color);
  ledger.template add<us>(Term::minors, sq, w.bad_bishop_blocked, on_color * blocked);
  ledger.template add<us>(Term::minors, sq, w.bishop_enemy_pawns,
                          (scene.pawns[index(!us)] & bishop_attacks(sq, Bitboard())).count());
  if (kLongDiagonals.contains(sq) &&
      (bishop_attacks(sq, scene.pawns[0] | scene.pawns[1]) & kCentre).has_several())
    ledger.template add<us>(Term::minors, sq, w.long_diagonal);
}

// A rook or queen on the seventh is worth it if it shuts the king in or has pawns to eat.
template <Color us>
[[nodiscard]] bool rules_seventh(const Scene& scene, Square sq) {
  return sq.rank_for(us) == 6 && (scene.pos.king(!us).rank_for(us) == 7 ||
                                  (scene.pawns[index(!us)] & Bitboard::rank_for(us, 6)).any());
}

template <Color us, class Ledger>
void add_rook(const Scene& scene, const MajorWeights& w, Ledger& ledger, Square sq, int mobility) {
  const Bitboard file = Bitboard::file(sq.file());
  const Bitboard own_pawns = scene.pawns[index(us)] & file;
  if (rules_seventh<us>(scene, sq)) ledger.template add<us>(Term::majors, sq, w.rook_seventh);
  if ((file & scene.pos.pieces(PieceType::queen)).any())
    ledger.template add<us>(Term::majors, sq, w.rook_queen_file);
  if (own_pawns.is_empty()) {
    ledger.template add<us>(
        Term::majors, sq,
        (scene.pawns[index(!us)] & file).is_empty() ? w.rook_open_file : w.rook_half_open_file);
    return;
  }
  if ((own_pawns & scene.occupied.forward(!us)).any())
    ledger.template add<us>(Term::majors, sq, w.rook_closed_file);
  const Square king = scene.pos.king(us);
  if (mobility <= 3 && (king.file() < 4) == (sq.file() < king.file())) {
    ledger.template add<us>(Term::majors, sq, w.rook_trapped);
    if ((scene.pos.castling_rooks() & scene.pos.pieces(us)).is_empty())
      ledger.template add<us>(Term::majors, sq, w.rook_trapped_for_good);
  }
}

// An enemy slider would attack this queen if one man stepped aside.
template <Color us>
[[nodiscard]] bool is_exposed(const Scene& scene, Square queen) {
  const Position& pos = scene.pos;
  const Bitboard snipers = ((rook_attacks(queen, Bitboard()) & pos.pieces(!us, PieceType::rook)) |
                            (bishop_attacks(queen, Bitboard()) & pos.pieces(!us, PieceType::bishop)));
  for (const Square sniper : snipers) {
    const Bitboard men = between(queen, sniper) & scene.occupied;
    if (men.any() && !men.has_several()) return true;
  }
  return false;
}

template <Color us, PieceType type, class Ledger>
[[gnu::always_inline]] inline void add_pieces(Scene& scene, const PawnFacts& pawns, const Weights& w,
                                              Ledger& ledger) {
  const Bitboard enemy_ring = scene.ring[index(!us)];
  const Bitboard beside_enemy_king = scene.by(!us, PieceType::king);
  for (const Square sq : scene.pos.pieces(us, type)) {
    const Bitboard targets = reach<us, type>(scene, sq);
    scene.note_attacks(us, type, targets);
    if ((targets & enemy_ring).any()) {
      ++scene.ring_attackers[index(us)];
      scene.touches[index(us)] += (targets & beside_enemy_king).count();
      ledger.template endanger<!us>(w.danger.attacker[index(type) - 1]);
    }
    const int mobility = (targets & scene.mobility_area[index(us)]).count();
    ledger.template add<us>(Term::mobility, sq, mobility_row<type>(w.mobility)[mobility]);

    if constexpr (type == PieceType::knight || type == PieceType::bishop)
      add_minor<us, type>(scene, pawns, w.minors, ledger, sq, targets);
    if constexpr (type == PieceType::bishop) add_bishop<us>(scene, w.minors, ledger, sq);
    if constexpr (type == PieceType::rook) add_rook<us>(scene, w.majors, ledger, sq, mobility);
    if constexpr (type == PieceType::queen) {
      if (rules_seventh<us>(scene, sq)) ledger.template add<us>(Term::majors, sq, w.majors.queen_seventh);
      if (is_exposed<us>(scene, sq)) ledger.template add<us>(Term::majors, sq, w.majors.queen_discovery);
    }
  }
}

}  // namespace detail

template <Color us, class Ledger>
[[gnu::always_inline]] inline void add_all_pieces(Scene& scene, const PawnFacts& pawns, const Weights& w,
                                                  Ledger& ledger) {
  detail::add_pieces<us, PieceType::knight>(scene, pawns, w, ledger);
  detail::add_pieces<us, PieceType::bishop>(scene, pawns, w, ledger);
  detail::add_pieces<us, PieceType::rook>(scene, pawns, w, ledger);
  detail::add_pieces<us, PieceType::queen>(scene, pawns, w, ledger);
}

}  // namespace vitrine::eval::classical
