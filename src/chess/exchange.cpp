// Static exchange evaluation: what is won or lost if both sides go on capturing on one square, each with
// its least valuable man, and each stops when that is better. Men behind others join when the way opens.
// A man pinned to its king stays out while the pinner stands. Only the first move may promote.
//
// Of two equal men the one nearest to its own back rank captures first, then the one nearest to the a file.
// The order can matter, with or without pins: the man that leaves may open a line to friend or foe. Trying
// every order would find the best play but cost a search; this rule is cheap and treats both colours alike
// (though not both wings).

#include <algorithm>

#include "chess/position.h"

namespace vitrine::chess {

namespace {

class Exchange {
 public:
  Exchange(const Position& pos, Move move)
      : pos_(pos),
        target_(move.king_target()),
        occupied_(pos.occupied() ^ Bitboard(move.from())),
        side_(!pos.turn()) {
    if (move.is_en_passant()) occupied_ ^= Bitboard(target_).forward(!pos.turn());
    occupied_ |= Bitboard(target_);
    attackers_ = pos.attackers_to(target_, occupied_) & occupied_;
  }

  // The kind of man that captures next and may; nothing if nobody does. Takes it off and turns the side.
  std::optional<PieceType> next_capture() {
    Bitboard mine = attackers_ & pos_.pieces(side_);
    if (mine.is_empty()) return {};
    mine &= ~still_pinned();
    for (const PieceType type : kPieceTypes) {
      const Bitboard candidates = mine & pos_.pieces(type);
      if (candidates.is_empty()) continue;
      if (type == PieceType::king && (attackers_ & pos_.pieces(!side_)).any()) return {};
      occupied_ ^= Bitboard(candidates.first_for(side_));
      look_behind(type);
      side_ = !side_;
      return type;
    }
    return {};
  }

 private:
  Bitboard still_pinned() const {
    Bitboard result;
    const Square king = pos_.king(side_);
    for (const Square sq : pos_.pinned(side_) & attackers_) {
      const Bitboard line = line_through(king, sq);
      const Bitboard pinner_side = line & occupied_ & pos_.pieces(!side_) & ~Bitboard(target_);
      const Bitboard sliders = pos_.attackers_to(sq, occupied_) & pinner_side;
      if (sliders.any() && !line.contains(target_)) result |= Bitboard(sq);
    }
    return result;
  }

  void look_behind(PieceType moved) {
    const Bitboard queens = pos_.pieces(PieceType::queen);
    if (moved == PieceType::pawn || moved == PieceType::bishop || moved == PieceType::queen)
      attackers_ |= bishop_attacks(target_, occupied_) & (pos_.pieces(PieceType::bishop) | queens);
    if (moved == PieceType::rook || moved == PieceType::queen)
      attackers_ |= rook_attacks(target_, occupied_) & (pos_.pieces(PieceType::rook) | queens);
    attackers_ &= occupied_;
  }

  const Position& pos_;
  Square target_;
  Bitboard occupied_;
  Bitboard attackers_;
  Color side_;
};

struct FirstMove {
  int gain;      // what it wins at once
  int at_stake;  // the man that then stands on the target
};

FirstMove first_move(const Position& pos, Move move, const Position::PieceValues& values) {
  const auto captured = pos.captured(move);
  FirstMove first{captured ? values[index(*captured)] : 0, values[index(move.piece())]};
  if (const auto promoted = move.promotion()) {
    first.gain += values[index(*promoted)] - values[index(PieceType::pawn)];
    first.at_stake = values[index(*promoted)];
  }
  return first;
}

}  // namespace

int Position::exchange_value(Move move, const PieceValues& values) const {
  if (move.is_castling()) return 0;
  const FirstMove first = first_move(*this, move, values);
  std::array<int, 32> gains;  // each for the side that makes that capture
  int depth = 0;
  gains[0] = first.gain;
  int at_stake = first.at_stake;
  Exchange exchange(*this, move);
  while (const auto type = exchange.next_capture()) {
    ++depth;
    gains[depth] = at_stake - gains[depth - 1];
    at_stake = values[index(*type)];
  }
  // Backwards: a capture is made only if it beats stopping.
  for (; depth > 0; --depth) gains[depth - 1] = -std::max(-gains[depth - 1], gains[depth]);
  return gains[0];
}

bool Position::exchange_gains(Move move, int threshold, const PieceValues& values) const {
  if (move.is_castling()) return threshold <= 0;
  const FirstMove first = first_move(*this, move, values);
  int balance = first.gain - threshold;
  if (balance < 0) return false;
  balance -= first.at_stake;
  if (balance >= 0) return true;  // even if the man is lost for nothing
  // From here `balance` is what the side that is not to capture has above the threshold if the man on the
  // target falls. The sides take turns; the one that cannot turn it loses.
  Exchange exchange(*this, move);
  bool we_win = true;
  while (const auto type = exchange.next_capture()) {
    we_win = !we_win;
    balance = -balance - 1 - values[index(*type)];
    if (balance >= 0) break;
  }
  return we_win;
}

}  // namespace vitrine::chess
