#include "engines/turochamp/position_play.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "engines/turochamp/men.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

// A capture counts as two moves. That the enemy king can't really be taken is nothing to a reader who
// counts squares; KingCapture says what attacking him counts.
int count_moves(Bitboard targets, const Position& pos, Color own, const Rules& rules) {
  const bool attacks_king = targets.contains(pos.king(!own));
  return targets.count() + (targets & pos.pieces(!own)).count() - (attacks_king ? 2 - rules.king_capture : 0);
}

// Rule i, for Q, R, B and Kt: the root of the number of moves.
PlayEntry mobility(const Men& men, PieceType type, Square sq, const Position& pos, Color own,
                   const Rules& rules) {
  const int count = count_moves(men.targets(type, sq), pos, own, rules);
  return {PlayRule::mobility, sq, count, root_in_tenths(count)};
}

// Rule ii, for R, B and Kt but not Q: 1.0 if defended, a further 0.5 if twice.
PlayEntry defence(Square sq, const Position& pos, Color own, const Rules& rules) {
  const int count = defenders_of(sq, own, pos, rules).count();
  const int counted = rules.defence_capped ? std::min(count, 2) : count;
  return {PlayRule::defence, sq, count, counted > 0 ? 10 + 5 * (counted - 1) : 0};
}

// Rule iii: the king as in i, castling left out.
PlayEntry king_mobility(const Men& men, const Position& pos, Color own, const Rules& rules) {
  const Square king = pos.king(own);
  const int count = count_moves(men.targets(PieceType::king, king), pos, own, rules);
  return {PlayRule::king_mobility, king, count, root_in_tenths(count)};
}

// Rule iv: his vulnerability is what a queen in his place could do, and it is taken off.
PlayEntry king_safety(const Position& pos, Color own, const Rules& rules) {
  const Square king = pos.king(own);
  const Bitboard reached = chess::queen_attacks(king, pos.occupied()) & ~pos.pieces(own);
  const int captures = (reached & pos.pieces(!own)).count();
  const int count = reached.count() + (rules.vulnerable_capture - 1) * captures;
  return {PlayRule::king_safety, king, count, -root_in_tenths(count)};
}

// What rule v counts next: castling is possible in the coming move.
bool can_castle_next(const Men& men, const Position& pos, const Rules& rules) {
  if (rules.castle_next == CastleNext::own_move) return men.can_castle();
  return std::ranges::any_of(pos.legal_moves(), [](chess::Move move) { return move.is_castling(); });
}

// Rule v: 1.0 while it is not lost, 1.0 if it is possible next, 1.0 for the deed.
PlayEntry castling(const Men& men, const Position& pos, Color own, bool has_castled, const Rules& rules) {
  int parts = 0;
  if (has_castled) {
    parts = rules.castling_in_full ? 3 : 1;
  } else {
    if ((pos.castling_rooks() & pos.pieces(own)).any()) ++parts;
    if (can_castle_next(men, pos, rules)) ++parts;
  }
  return {PlayRule::castling, {}, parts, 10 * parts};
}

// Rule vi: 0.2 for each rank a pawn has advanced.
PlayEntry pawn_advance(Square sq, Color own) {
  const int ranks = sq.rank_for(own) - 1;
  return {PlayRule::pawn_advance, sq, ranks, 2 * ranks};
}

// Rule vii: 0.3 for a pawn that is defended by at least one piece.
PlayEntry pawn_defence(Square sq, const Position& pos, Color own, const Rules& rules) {
  const int count = (defenders_of(sq, own, pos, rules) & ~pos.pieces(PieceType::pawn)).count();
  return {PlayRule::pawn_defence, sq, count, count > 0 ? 3 : 0};
}

bool has_mate_in_one(const Position& pos) {
  return std::ranges::any_of(pos.legal_moves(), [&](chess::Move move) {
    return pos.gives_check(move) && pos.after(move).is_checkmate();
  });
}

// A mate that would come if the opponent passed. A king in check can't pass.
bool threatens_mate(const Position& pos, Color own, const Rules& rules) {
  if (rules.mate_threat == MateThreat::ignored) return false;
  if (rules.mate_threat == MateThreat::opponents || pos.turn() == own) return has_mate_in_one(pos);
  return !pos.is_check() && has_mate_in_one(pos.after_null());
}

// Rule viii: 1.0 for the threat of mate.
PlayEntry mate_threat(const Position& pos, Color own, const Rules& rules) {
  const bool threatens = threatens_mate(pos, own, rules);
  return {PlayRule::mate_threat, {}, threatens ? 1 : 0, threatens ? 10 : 0};
}

// Rule ix: 0.5 for check.
PlayEntry check(const Position& pos, Color own) {
  const bool checks = pos.is_attacked(pos.king(!own), own);
  return {PlayRule::check, {}, checks ? 1 : 0, checks ? 5 : 0};
}

}  // namespace

std::string_view numeral(PlayRule rule) {
  constexpr std::array<std::string_view, kPlayRules> kNumerals = {"i",  "ii",  "iii",  "iv", "v",
                                                                  "vi", "vii", "viii", "ix"};
  return kNumerals[static_cast<std::size_t>(index(rule))];
}

// 10 sqrt(n) rounds to the t with (2t - 1)^2 < 400 n < (2t + 1)^2. Equal they never are: odd squares.
int root_in_tenths(int count) {
  int tenths = 0;
  while ((2 * tenths + 1) * (2 * tenths + 1) < 400 * count) ++tenths;
  return tenths;
}

int PositionPlay::tenths() const { return std::accumulate(by_rule.begin(), by_rule.end(), 0); }

void PositionPlay::add(PlayEntry entry) {
  by_rule[index(entry.rule)] += entry.tenths;
  entries.push_back(entry);
}

PositionPlay position_play(const Position& pos, Color own, bool has_castled, const Rules& rules) {
  const Men men(pos, own);
  PositionPlay play;
  for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
    for (const Square sq : pos.pieces(own, type)) {
      play.add(mobility(men, type, sq, pos, own, rules));
      if (type != PieceType::queen) play.add(defence(sq, pos, own, rules));
    }
  play.add(king_mobility(men, pos, own, rules));
  play.add(king_safety(pos, own, rules));
  play.add(castling(men, pos, own, has_castled, rules));
  for (const Square sq : pos.pieces(own, PieceType::pawn)) {
    play.add(pawn_advance(sq, own));
    play.add(pawn_defence(sq, pos, own, rules));
  }
  play.add(mate_threat(pos, own, rules));
  play.add(check(pos, own));
  return play;
}

PositionPlay counted_play(const Position& pos, Color own, bool has_castled, const Rules& rules) {
  PositionPlay play = position_play(pos, own, has_castled, rules);
  if (rules.play_of == PlayOf::own) return play;
  const PositionPlay other = position_play(pos, !own, false, rules);
  for (std::size_t i = 0; i < play.by_rule.size(); ++i) play.by_rule[i] -= other.by_rule[i];
  return play;
}

}  // namespace vitrine::engines::turochamp
