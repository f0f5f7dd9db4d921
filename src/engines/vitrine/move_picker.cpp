#include "engines/vitrine/move_picker.h"

#include <utility>

namespace vitrine::engines::flagship {

namespace {

using chess::Bitboard;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;

constexpr std::array<int, 6> kVictim = {100, 320, 330, 500, 950, 0};

bool is_queening(Move move) { return move.kind() == MoveKind::promote_queen; }

}  // namespace

// What anybody sees at a glance, before there is any experience: where a man gives check, and where one that
// is worth less attacks him.
struct MovePicker::Sights {
  Sights(const chess::Position& pos, const Parameters& p)
      : worth_of_check(p.sight_check),
        worth_of_safety{0, p.sight_minor, p.sight_minor, p.sight_rook, p.sight_queen, 0} {
    const chess::Color them = !pos.turn();
    const Bitboard occupied = pos.occupied();
    const Bitboard by_pawns = pawn_attacks(them, pos.pieces(them, PieceType::pawn));
    const Bitboard by_minors = by_pawns | knight_attacks(pos.pieces(them, PieceType::knight)) |
                               chess::slider_attacks({}, pos.pieces(them, PieceType::bishop), occupied);
    const Bitboard by_rooks =
        by_minors | chess::slider_attacks(pos.pieces(them, PieceType::rook), {}, occupied);
    danger = {Bitboard(), by_pawns, by_pawns, by_minors, by_rooks, Bitboard()};

    const chess::Square king = pos.king(them);
    const Bitboard diagonal = chess::bishop_attacks(king, occupied);
    const Bitboard orthogonal = chess::rook_attacks(king, occupied);
    checks = {chess::pawn_attacks(them, king),
              chess::knight_attacks(king),
              diagonal,
              orthogonal,
              diagonal | orthogonal,
              Bitboard()};
  }

  [[nodiscard]] int score(Move move) const {
    const auto mover = static_cast<std::size_t>(index(move.piece()));
    const int escapes = danger[mover].contains(move.from()) - danger[mover].contains(move.to());
    return escapes * worth_of_safety[mover] + (checks[mover].contains(move.to()) ? worth_of_check : 0);
  }

  int worth_of_check;
  // Of the man that moves: what leaving danger is worth, where he gives check, where he is in danger.
  std::array<int, 6> worth_of_safety;
  std::array<Bitboard, 6> checks;
  std::array<Bitboard, 6> danger;
};

MovePicker::MovePicker(const Context& context, Move table_move, Kind kind, int threshold)
    : context_(context), table_move_(table_move), kind_(kind), threshold_(threshold) {
  const chess::Position& pos = context.pos;
  if (!table_move_.is_none()) {
    const bool is_noisy = pos.is_capture(table_move_) || is_queening(table_move_);
    if (kind_ == Kind::quiescence && !pos.is_check() && !is_noisy) table_move_ = Move::none();
    if (kind_ == Kind::probcut && (!is_noisy || !pos.exchange_gains(table_move_, threshold_)))
      table_move_ = Move::none();
  }
}

Move MovePicker::next() {
  switch (stage_) {
    case Stage::table_move:
      stage_ = context_.pos.is_check() && kind_ != Kind::probcut ? Stage::generate_evasions
                                                                 : Stage::generate_captures;
      if (!table_move_.is_none()) return table_move_;
      return next();

    case Stage::generate_captures:
      generate_captures();
      stage_ = Stage::good_captures;
      [[fallthrough]];

    case Stage::good_captures:
      while (place_ < size_) {
        const Move move = pick_best();
        const int needed = kind_ == Kind::probcut      ? threshold_
                           : kind_ == Kind::quiescence ? 0
                                                       : -last_score_ / 32;
        if (context_.pos.exchange_gains(move, needed)) return move;
        moves_[bad_captures_++] = move;
      }
      if (kind_ != Kind::main) {
        stage_ = Stage::done;
        return Move::none();
      }
      stage_ = Stage::killer;
      [[fallthrough]];

    case Stage::killer:
      stage_ = Stage::generate_quiets;
      if (!skips_quiets_ && !context_.killer.is_none() && context_.killer != table_move_ &&
          !context_.pos.is_capture(context_.killer) && !is_queening(context_.killer) &&
          context_.pos.is_legal(context_.killer)) {
        last_score_ = kMaxHistory;
        return context_.killer;
      }
      [[fallthrough]];

    case Stage::generate_quiets:
      if (!skips_quiets_) generate_quiets();
      stage_ = Stage::quiets;
      [[fallthrough]];

    case Stage::quiets:
      if (!skips_quiets_ && place_ < size_) return pick_best();
      stage_ = Stage::bad_captures;
      place_ = 0;
      [[fallthrough]];

    case Stage::bad_captures:
      if (place_ < bad_captures_) return moves_[place_++];
      stage_ = Stage::done;
      return Move::none();

    case Stage::generate_evasions:
      generate_evasions();
      stage_ = Stage::evasions;
      [[fallthrough]];

    case Stage::evasions:
      if (place_ < size_) return pick_best();
      stage_ = Stage::done;
      return Move::none();

    case Stage::done: return Move::none();
  }
  return Move::none();
}

Move MovePicker::pick_best() {
  std::size_t best = place_;
  for (std::size_t i = place_ + 1; i < size_; ++i)
    if (scores_[i] > scores_[best]) best = i;
  std::swap(moves_[place_], moves_[best]);
  std::swap(scores_[place_], scores_[best]);
  last_score_ = scores_[place_];
  return moves_[place_++];
}

// Captures, and quiet promotions to a queen, which gain as much.
void MovePicker::generate_captures() {
  const chess::Position& pos = context_.pos;
  for (const Move move : pos.legal_captures())
    if (move != table_move_) add(move, capture_score(move));
  const Bitboard about_to_promote =
      pos.pieces(pos.turn(), PieceType::pawn) & Bitboard::rank_for(pos.turn(), 6);
  if (about_to_promote.is_empty()) return;
  for (const Move move : pos.legal_quiets())
    if (is_queening(move) && move != table_move_) add(move, capture_score(move));
}

void MovePicker::generate_quiets() {
  // The losing captures wait at the front; the quiet moves come behind them.
  place_ = size_ = bad_captures_;
  const Sights sights(context_.pos, context_.parameters);
  for (const Move move : context_.pos.legal_quiets())
    if (move != table_move_ && move != context_.killer && !is_queening(move))
      add(move, quiet_score(move) + sights.score(move));
}

void MovePicker::generate_evasions() {
  constexpr int kCaptureFirst = 1 << 20;
  for (const Move move : context_.pos.legal_evasions()) {
    if (move == table_move_) continue;
    const bool is_noisy = context_.pos.is_capture(move) || is_queening(move);
    add(move, is_noisy ? kCaptureFirst + capture_score(move) : quiet_score(move));
  }
}

int MovePicker::capture_score(Move move) const {
  const auto victim = context_.pos.captured(move);
  int score = is_queening(move) ? 16 * kVictim[index(PieceType::queen)] : 0;
  if (victim)
    score += 16 * kVictim[index(*victim)] +
             context_.histories.capture(context_.pos.turn(), move, *victim).value() / 2;
  return score;
}

int MovePicker::quiet_score(Move move) const {
  const chess::Color us = context_.pos.turn();
  const int mover = man(us, move.piece());
  const int to = move.to().index();
  const Parameters& p = context_.parameters;
  const auto after = [&](std::size_t which) { return (*context_.continuations[which])[mover][to].value(); };
  return (p.order_quiet * context_.histories.quiet(us, move, context_.attacked).value() +
          p.order_pawn * context_.histories.pawn(context_.pos, move).value() + p.order_first * after(0) +
          p.order_second * after(1) + p.order_fourth * after(2)) /
         100;
}

}  // namespace vitrine::engines::flagship
