#include "engines/challenger/evaluation.h"

#include <array>
#include <cmath>

#include "chess/movegen.h"

namespace vitrine::engines::challenger {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr int kKnight = 3 * kPawn;
constexpr int kBishop = 3 * kPawn;
constexpr int kRook = 9 * kPawn / 2;
constexpr int kMove = kPawn / 70;
constexpr int kMiddle = kMove / 10;  // more for a move to the middle
constexpr Bitboard kMiddle16(0x00003C3C3C3C0000ULL);
static_assert(kMove * 70 == kPawn && kMiddle * 10 == kMove);

constexpr std::array<int, 8> make_pawn_values() {
  std::array<int, 8> values{};
  double pawn = kPawn;
  for (int& value : values) {
    value = static_cast<int>(pawn + 0.5);
    pawn *= 1.01;
  }
  return values;
}
constexpr std::array<int, 8> kPawnByRank = make_pawn_values();

int material_of(const Position& pos, Color color) {
  const Bitboard pawns = pos.pieces(color, PieceType::pawn);
  int value = 0;
  for (int rank = 1; rank <= 6; ++rank)
    value += kPawnByRank[rank] * (pawns & Bitboard::rank_for(color, rank)).count();
  return value + kKnight * pos.pieces(color, PieceType::knight).count() +
         kBishop * pos.pieces(color, PieceType::bishop).count() +
         kRook * pos.pieces(color, PieceType::rook).count() +
         kQueen * pos.pieces(color, PieceType::queen).count();
}

// Values the legal moves as the generator finds them, without listing them. The queen's are free.
class MobilitySink {
 public:
  void piece(MoveKind kind, Square, Bitboard targets) {
    if (kind != MoveKind::queen) add(targets, 1);
    has_moves_ |= targets.any();
  }
  void pawns(MoveKind, int, Bitboard targets) {
    add(targets, 1);
    has_moves_ |= targets.any();
  }
  void promotions(int, Bitboard targets) {
    add(targets, 4);
    has_moves_ |= targets.any();
  }
  void one(chess::Move move) {
    add(Bitboard(move.king_target()), 1);
    has_moves_ = true;
  }
  [[nodiscard]] int value() const { return value_; }
  [[nodiscard]] bool has_moves() const { return has_moves_; }

 private:
  void add(Bitboard targets, int times) {
    value_ += times * (kMove * targets.count() + kMiddle * (targets & kMiddle16).count());
  }
  int value_ = 0;
  bool has_moves_ = false;
};

MobilitySink mobility(const Position& pos) {
  MobilitySink sink;
  if (pos.turn() == Color::white)
    chess::Generator<Color::white, chess::MoveSet::all, MobilitySink>(pos, sink).run();
  else
    chess::Generator<Color::black, chess::MoveSet::all, MobilitySink>(pos, sink).run();
  return sink;
}

}  // namespace

int material(const Position& pos) { return material_of(pos, Color::white) - material_of(pos, Color::black); }

Judgement Evaluation::judge(const Position& pos) const {
  if (model_ != nullptr)
    return {static_cast<int>(std::lround(model_->evaluate(pos) * kPawn)), pos.has_legal_moves()};
  const MobilitySink own = mobility(pos);
  int value = pos.turn() == Color::white ? material(pos) : -material(pos);
  // In check the answers are few and the opponent's moves can't be asked for: only material counts.
  if (!pos.is_check()) value += own.value() - mobility(pos.after_null()).value();
  return {value, own.has_moves()};
}

}  // namespace vitrine::engines::challenger
