#include "engines/turochamp/considerable.h"

#include "engines/turochamp/value.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

// A capture that takes back what has just taken.
bool is_recapture(Move move, std::optional<Square> taken_on) { return taken_on == move.to(); }

// A capture of a man whom nobody defends: nobody attacks his square, pinned or not.
bool takes_undefended(const Position& pos, Move move, const Rules& rules) {
  if (*pos.captured(move) == PieceType::pawn && !rules.pawn_is_piece) return false;
  return !pos.is_attacked(move.to(), !pos.turn());
}

// A capture of a more valuable man by a less valuable one. The king is beyond value.
bool takes_more_valuable(const Position& pos, Move move) {
  if (move.piece() == PieceType::king) return false;
  return kHalfPawns[index(*pos.captured(move))] > kHalfPawns[index(move.piece())];
}

bool is_considerable_capture(const Position& pos, Move move, std::optional<Square> taken_on,
                             const Rules& rules) {
  return rules.extension == Extension::captures || is_recapture(move, taken_on) ||
         takes_more_valuable(pos, move) || takes_undefended(pos, move, rules);
}

bool gives_checkmate(const Position& pos, Move move) {
  return pos.gives_check(move) && pos.after(move).is_checkmate();
}

bool is_considerable(const Position& pos, Move move, std::optional<Square> taken_on, const Rules& rules) {
  const bool is_capture = pos.is_capture(move);
  if (is_capture && is_considerable_capture(pos, move, taken_on, rules)) return true;
  if (rules.promotion && move.is_promotion()) return true;
  return (is_capture || rules.quiet_mate) && gives_checkmate(pos, move);
}

}  // namespace

Considerable considerable_moves(const Position& pos, std::optional<Square> taken_on, const Rules& rules) {
  Considerable result;
  if (rules.extension == Extension::none) return result;
  const chess::MoveList legal = pos.legal_moves();
  if (rules.stand_pat == StandPat::unless_checked && pos.is_check()) return {legal, true};
  for (const Move move : legal)
    if (is_considerable(pos, move, taken_on, rules)) result.moves.push_back(move);
  result.is_all = result.moves.size() == legal.size();
  return result;
}

std::optional<Square> captures_on(const Position& pos, Move move) {
  if (!pos.is_capture(move)) return {};
  return move.to();
}

}  // namespace vitrine::engines::turochamp
