#include "eval/classical/kpk.h"

#include <bitset>
#include <cstdint>
#include <vector>

#include "chess/attacks.h"

namespace vitrine::eval::classical {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Square;

// White has the pawn, on the files a to d; the other half of the board is its mirror image.
struct Placement {
  Color turn;
  Square white_king;
  Square black_king;
  Square pawn;
};

constexpr std::size_t kPlacements = std::size_t{2} * 64 * 64 * 24;

std::size_t slot(const Placement& at) {
  const auto pawn = static_cast<std::size_t>((at.pawn.rank() - 1) * 4 + at.pawn.file());
  return ((static_cast<std::size_t>(at.turn) * 64 + static_cast<std::size_t>(at.white_king.index())) * 64 +
          static_cast<std::size_t>(at.black_king.index())) *
             24 +
         pawn;
}

Placement placement(std::size_t slot) {
  const int pawn = static_cast<int>(slot % 24);
  const int kings = static_cast<int>(slot / 24);
  return {.turn = static_cast<Color>(kings / 4096),
          .white_king = Square::from_index(kings / 64 % 64),
          .black_king = Square::from_index(kings % 64),
          .pawn = Square::at(pawn % 4, pawn / 4 + 1)};
}

enum class Verdict : std::uint8_t { unknown, drawn, won, illegal };

class Solver {
 public:
  Solver() : verdicts_(kPlacements) {
    for (std::size_t i = 0; i < kPlacements; ++i) verdicts_[i] = first_look(placement(i));
    for (bool has_news = true; has_news;) {
      has_news = false;
      for (std::size_t i = 0; i < kPlacements; ++i)
        if (verdicts_[i] == Verdict::unknown) {
          verdicts_[i] = look_ahead(placement(i));
          has_news |= verdicts_[i] != Verdict::unknown;
        }
    }
  }

  // What is still unknown, nobody can force: drawn.
  [[nodiscard]] std::bitset<kPlacements> wins() const {
    std::bitset<kPlacements> wins;
    for (std::size_t i = 0; i < kPlacements; ++i) wins[i] = verdicts_[i] == Verdict::won;
    return wins;
  }

 private:
  // Promotion that can't be answered, stalemate, and the pawn lost.
  static Verdict first_look(const Placement& at) {
    const Bitboard pawn_hits = chess::pawn_attacks(Color::white, at.pawn);
    if (distance(at.white_king, at.black_king) <= 1 || at.white_king == at.pawn || at.black_king == at.pawn)
      return Verdict::illegal;
    if (at.turn == Color::white && pawn_hits.contains(at.black_king)) return Verdict::illegal;
    if (at.turn == Color::white) {
      if (at.pawn.rank() != 6) return Verdict::unknown;
      const Square goal = at.pawn.up(1);
      const bool is_free = goal != at.white_king && goal != at.black_king;
      const bool is_safe = distance(at.black_king, goal) > 1 || distance(at.white_king, goal) == 1;
      return is_free && is_safe ? Verdict::won : Verdict::unknown;
    }
    const Bitboard guarded = king_attacks(at.white_king) | pawn_hits;
    const Bitboard steps = king_attacks(at.black_king);
    if (steps.contains(at.pawn) && !guarded.contains(at.pawn)) return Verdict::drawn;
    const bool is_stuck = (steps & ~guarded & ~Bitboard(at.pawn)).is_empty();
    return is_stuck && !pawn_hits.contains(at.black_king) ? Verdict::drawn : Verdict::unknown;
  }

  [[nodiscard]] Verdict verdict(const Placement& at) const { return verdicts_[slot(at)]; }

  // One good move decides; if all are bad, that decides too.
  [[nodiscard]] Verdict look_ahead(const Placement& at) const {
    const Verdict good = at.turn == Color::white ? Verdict::won : Verdict::drawn;
    const Verdict bad = at.turn == Color::white ? Verdict::drawn : Verdict::won;
    bool all_bad = true;
    const auto is_good = [&](const Placement& next) {
      const Verdict reached = verdict(next);
      all_bad &= reached == bad || reached == Verdict::illegal;
      return reached == good;
    };
    if (at.turn == Color::black) {
      for (const Square to : king_attacks(at.black_king))
        if (is_good({Color::white, at.white_king, to, at.pawn})) return good;
      return all_bad ? bad : Verdict::unknown;
    }
    for (const Square to : king_attacks(at.white_king))
      if (is_good({Color::black, to, at.black_king, at.pawn})) return good;
    const Square once = at.pawn.up(1);
    if (at.pawn.rank() < 6 && once != at.white_king && once != at.black_king) {
      if (is_good({Color::black, at.white_king, at.black_king, once})) return good;
      const Square twice = once.up(1);
      if (at.pawn.rank() == 1 && twice != at.white_king && twice != at.black_king &&
          is_good({Color::black, at.white_king, at.black_king, twice}))
        return good;
    }
    return all_bad ? bad : Verdict::unknown;
  }

  std::vector<Verdict> verdicts_;
};

const std::bitset<kPlacements>& wins() {
  static const std::bitset<kPlacements> kWins = Solver().wins();
  return kWins;
}

}  // namespace

bool is_kpk_win(const chess::Position& pos) {
  Square pawn = pos.pieces(PieceType::pawn).first();
  const Color strong = pos.piece_at(pawn)->color;
  const int turn_board = strong == Color::white ? 0 : 56;
  const int turn_files = pawn.file() < 4 ? 0 : 7;
  const auto seen = [&](Square sq) { return Square::from_index(sq.index() ^ turn_board ^ turn_files); };
  return wins()[slot({.turn = pos.turn() == strong ? Color::white : Color::black,
                      .white_king = seen(pos.king(strong)),
                      .black_king = seen(pos.king(!strong)),
                      .pawn = seen(pawn)})];
}

std::size_t count_kpk_wins() { return wins().count(); }

}  // namespace vitrine::eval::classical
