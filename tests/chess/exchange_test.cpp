// Static exchange evaluation: known positions, and two slow ways to the same numbers.

#include <map>

#include "chess/slow_attacks.h"
#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Exchange, OfKnownPositions) {
  struct Row {
    std::string_view fen, move;
    int value;
  };
  for (const auto& [fen, text, value] : {
           // The two examples of the Chess Programming Wiki.
           Row{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
           Row{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200},
           // Something for nothing, nothing for something.
           Row{"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", 900},
           Row{"4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400},
           Row{"4k3/8/2p5/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 100},
           Row{"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0},
           Row{"4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500},
           // The defender stops when going on would cost more.
           Row{"4k3/4q3/8/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", -400},
           Row{"4k3/4q3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100},
           // Men behind others join: rook behind rook, queen behind bishop, bishop behind pawn.
           Row{"3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", -400},
           Row{"6k1/5b2/8/3p4/8/1B6/Q7/6K1 w - - 0 1", "b3d5", 100},
           Row{"6k1/8/2p5/3p4/4P3/5B2/8/6K1 w - - 0 1", "e4d5", 100},
           // A king captures last, and only what nobody guards.
           Row{"8/8/8/3pk3/8/8/3R4/3K4 w - - 0 1", "d2d5", -400},
           Row{"8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},
           // En passant: the pawn behind the target is gone, and the file is open for both rooks.
           Row{"3r2k1/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "e5d6", 100},
           Row{"3r2k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 0},
           // Promotion: the pawn is spent, the queen is at stake.
           Row{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800},
           Row{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100},
           Row{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300},
           Row{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", -100},
           // A pinned defender does not defend while the pinner stands.
           Row{"4k3/4n3/8/3p4/8/8/4R3/3QK3 w - - 0 1", "d1d5", 100},
           Row{"4k3/4n3/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -800},
           // Castling puts nothing at stake.
           Row{"4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0},
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(pos.exchange_value(move(pos, text)), value) << fen << " " << text;
    EXPECT_TRUE(pos.exchange_gains(move(pos, text), value)) << fen << " " << text;
    EXPECT_FALSE(pos.exchange_gains(move(pos, text), value + 1)) << fen << " " << text;
    const Position other = mirrored(pos);
    EXPECT_EQ(other.exchange_value(move(other, mirrored_move(std::string(text)))), value)
        << "mirrored " << fen;
  }
}

TEST(Exchange, TakesTheValuesItIsGiven) {
  const Position pos = position("4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1");
  EXPECT_EQ(pos.exchange_value(move(pos, "d1d5")), -200);
  EXPECT_EQ(pos.exchange_value(move(pos, "d1d5"), {1, 3, 3, 5, 9, 0}), -2);
  EXPECT_EQ(pos.exchange_value(move(pos, "d1d5"), {100, 700, 300, 500, 900, 0}), 200);
}

Move mirrored_move(Move m) { return Move(m.from().flipped(), m.to().flipped(), m.kind()); }

// Which of two equal men captures first can decide. Here both black queens attack b1: the one on d1 would
// open the first rank to White's rook and be lost for a knight, the one on b8 takes for nothing.
TEST(Exchange, IsTheSameForBothColoursWhereTheOrderOfEqualsDecides) {
  const Position pos = position("bq2rbkr/p2pp2p/2n3P1/5p2/N1PP4/5P1B/3NPn2/B2q1RKR w Kkq - 1 18");
  const Position other = mirrored(pos);
  const Move m = move(pos, "d2b1");
  EXPECT_EQ(pos.exchange_value(m), -300);
  EXPECT_EQ(other.exchange_value(mirrored_move(m)), -300);
}

TEST(Exchange, IsTheSameForBothColours) {
  int moves = 0;
  for (const Position& pos : random_positions(54, scaled(20'000))) {
    const Position other = mirrored(pos);
    for (const Move m : pos.legal_moves()) {
      ++moves;
      ASSERT_EQ(other.exchange_value(mirrored_move(m)), pos.exchange_value(m))
          << notation::to_fen(pos) << " " << notation::to_uci(m);
    }
  }
  EXPECT_GT(moves, scaled(400'000));
}

// Of two equal men.
bool goes_before(Color side, Square a, Square b) {
  return std::pair(a.rank_for(side), a.file()) < std::pair(b.rank_for(side), b.file());
}

// The rules of the exchange written down once more, man by man on a plain board: the least valuable man
// captures (of equals the one nearest to its own back rank, then to the a file), men pinned before the
// exchange stay out while their pinner stands, kings take only what is unguarded, and each side stops when
// that is better.
class PlainExchange {
 public:
  explicit PlainExchange(const Position& pos) : pos_(pos) {
    for (const Square sq : pos.occupied()) board_[sq] = *pos.piece_at(sq);
  }

  int value(Move m) {
    const auto& values = Position::kExchangeValues;
    target_ = m.to();
    int gain = 0;
    if (m.is_en_passant()) {
      const Square taken = Square::at(m.to().file(), m.from().rank());
      board_.erase(taken);
      gain = values[index(PieceType::pawn)];
    } else if (board_.contains(target_)) {
      gain = values[index(board_.at(target_).type)];
    }
    Piece mover = board_.at(m.from());
    if (m.promotion()) {
      gain += values[index(*m.promotion())] - values[index(PieceType::pawn)];
      mover.type = *m.promotion();
    }
    board_.erase(m.from());
    board_[target_] = mover;
    return gain - best_for(!pos_.turn());
  }

 private:
  // What `side` gains at most by capturing on the target now, or 0 by leaving it.
  int best_for(Color side) {
    const auto from = least_attacker(side);
    if (!from) return 0;
    const int gain = Position::kExchangeValues[index(board_.at(target_).type)];
    board_[target_] = board_.at(*from);
    board_.erase(*from);
    return std::max(0, gain - best_for(!side));
  }

  Bitboard occupied() const {
    Bitboard all;
    for (const auto& [sq, piece] : board_) all |= Bitboard(sq);
    return all;
  }

  bool attacks_target(Square from) const {
    return slow::attacks(board_.at(from), from, occupied()).contains(target_);
  }

  std::optional<Square> least_attacker(Color side) const {
    std::optional<Square> best;
    bool is_guarded = false;
    for (const auto& [sq, piece] : board_) {
      if (sq == target_ || !attacks_target(sq)) continue;
      if (piece.color != side) is_guarded = true;
      if (piece.color != side || is_pinned(sq)) continue;
      if (!best || piece.type < board_.at(*best).type ||
          (piece.type == board_.at(*best).type && goes_before(side, sq, *best)))
        best = sq;
    }
    if (best && board_.at(*best).type == PieceType::king && is_guarded) return {};
    return best;
  }

  // Bound to the king at first, and still: an enemy slider looks at the man along that line, and the target
  // is not on it.
  bool is_pinned(Square sq) const {
    const Color side = board_.at(sq).color;
    if (!pos_.pinned(side).contains(sq)) return false;
    const Bitboard line = slow_line(pos_.king(side), sq);
    if (line.contains(target_)) return false;
    for (const auto& [other, piece] : board_)
      if (piece.color != side && other != target_ && line.contains(other) &&
          slow::attacks(piece, other, occupied()).contains(sq))
        return true;
    return false;
  }

  static Bitboard slow_line(Square a, Square b) {
    for (const auto& [file, rank] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const slow::Steps both_ways = {{file, rank}, {-file, -rank}};
      const Bitboard line = slow::walk(a, both_ways, 7, {});
      if (line.contains(b)) return line | Bitboard(a);
    }
    return {};
  }

  const Position& pos_;
  std::map<Square, Piece> board_;
  Square target_ = Square::at(0, 0);
};

TEST(Exchange, AgreesWithAPlainBoard) {
  int losing = 0;
  for (const Position& pos : random_positions(51, scaled(20'000)))
    for (const Move m : pos.legal_moves()) {
      if (m.is_castling()) continue;
      const int expected = PlainExchange(pos).value(m);
      losing += expected < 0;
      ASSERT_EQ(pos.exchange_value(m), expected) << notation::to_fen(pos) << " " << notation::to_uci(m);
    }
  EXPECT_GT(losing, scaled(10'000));
}

// Where no check, pin, king or promotion comes into it, the exchange is a game of legal captures.
std::optional<int> legal_exchange(const Position& pos, Square target) {
  if (pos.is_check() || pos.pinned().any()) return {};
  std::optional<Move> least;
  for (const Move m : pos.legal_captures()) {
    if (m.to() != target) continue;
    if (m.is_promotion() || m.piece() == PieceType::king) return {};
    if (!least || m.piece() < least->piece() ||
        (m.piece() == least->piece() && goes_before(pos.turn(), m.from(), least->from())))
      least = m;
  }
  if (!least) return 0;
  const int gain = Position::kExchangeValues[index(*pos.captured(*least))];
  const auto reply = legal_exchange(pos.after(*least), target);
  if (!reply) return {};
  return std::max(0, gain - *reply);
}

TEST(Exchange, AgreesWithLegalCaptures) {
  int compared = 0;
  for (const Position& pos : random_positions(52, scaled(20'000)))
    for (const Move m : pos.legal_moves()) {
      if (m.is_castling() || m.is_promotion() || m.piece() == PieceType::king || pos.pinned().any()) continue;
      const auto reply = legal_exchange(pos.after(m), m.to());
      if (!reply) continue;
      const auto captured = pos.captured(m);
      const int gain = captured ? Position::kExchangeValues[index(*captured)] : 0;
      ++compared;
      ASSERT_EQ(pos.exchange_value(m), gain - *reply) << notation::to_fen(pos) << " " << notation::to_uci(m);
    }
  EXPECT_GT(compared, scaled(100'000));
}

TEST(Exchange, ThresholdsAgreeWithTheValue) {
  for (const Position& pos : random_positions(53, scaled(20'000)))
    for (const Move m : pos.legal_moves()) {
      const int value = pos.exchange_value(m);
      for (const int threshold : {-1000, -500, -201, -200, -100, -99, -1, 0, 1, 50, 100, 101, 300, 500,
                                  value - 1, value, value + 1})
        ASSERT_EQ(pos.exchange_gains(m, threshold), value >= threshold)
            << notation::to_fen(pos) << " " << notation::to_uci(m) << " " << threshold;
    }
}

}  // namespace
}  // namespace vitrine::chess
