#include "engines/vitrine/cycles.h"

#include <array>
#include <cstdint>
#include <utility>

#include "chess/attacks.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Key;
using chess::PieceType;
using chess::Square;

// A cuckoo hash: each move has two possible places, so a look-up is two reads.
class ReversibleMoves {
 public:
  ReversibleMoves() {
    for (const chess::Color color : {chess::Color::white, chess::Color::black})
      for (const PieceType type :
           {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen, PieceType::king})
        for (int from = 0; from < 64; ++from)
          for (const Square to : chess::piece_attacks(type, Square::from_index(from), chess::Bitboard()))
            if (to.index() > from) insert(color, type, Square::from_index(from), to);
  }

  [[nodiscard]] std::optional<ReversibleMove> find(Key key) const {
    for (const std::size_t place : {first_place(key), second_place(key)})
      if (slots_[place].key == key && key != 0) return slots_[place].move;  // 0: an empty place
    return {};
  }

 private:
  struct Slot {
    Key key = 0;
    ReversibleMove move = {};
  };
  static std::size_t first_place(Key key) { return key & 0x1FFF; }
  static std::size_t second_place(Key key) { return key >> 16 & 0x1FFF; }

  void insert(chess::Color color, PieceType type, Square from, Square to) {
    const auto& keys = chess::detail::kZobrist.piece[index(color)][index(type)];
    Slot slot{keys[from.index()] ^ keys[to.index()] ^ chess::detail::kZobrist.black_to_move, {from, to}};
    // Each newcomer pushes whoever holds its place to that one's other place, until one finds a free one.
    std::size_t place = first_place(slot.key);
    for (;;) {
      std::swap(slots_[place], slot);
      if (slot.key == 0) return;
      place = place == first_place(slot.key) ? second_place(slot.key) : first_place(slot.key);
    }
  }

  std::array<Slot, 8192> slots_ = {};
};

}  // namespace

std::optional<ReversibleMove> find_reversible_move(Key difference) {
  static const ReversibleMoves moves;
  return moves.find(difference);
}

}  // namespace vitrine::engines::flagship
