#pragma once

// A byte for each of many millions of positions, in 16 bytes each: an open hash table that grows. Positions
// whose game is over do not belong here.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pawnrace/position.h"

namespace vitrine::pawnrace {

class PositionMap {
 public:
  PositionMap() : slots_(1 << 10) {}

  // Not those that are over because a pawn has arrived, or none is left.
  [[nodiscard]] static bool can_hold(const Position& pos) {
    return pos.mine().any() &&
           ((pos.mine() | pos.theirs()) & (Bitboard::rank(0) | Bitboard::rank(7))).is_empty();
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

  // The byte of the position, or null.
  [[nodiscard]] const std::uint8_t* find(const Position& pos) const {
    const Slot key = slot_of(pos);
    const Slot& slot = slots_[place(slots_, key)];
    return slot.is_empty() ? nullptr : &slot.byte;
  }
  // False: it is there already, and keeps its byte.
  bool insert(const Position& pos, std::uint8_t byte) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    Slot key = slot_of(pos);
    Slot& slot = slots_[place(slots_, key)];
    if (!slot.is_empty()) return false;
    key.byte = byte;
    slot = key;
    ++size_;
    return true;
  }

 private:
  // While a game goes on, pawns stand on six ranks only: two boards and a file fit into 15 bytes.
  struct Slot {
    std::uint64_t mine = 0;  // and the en-passant file + 1 above it
    std::uint32_t theirs_low = 0;
    std::uint16_t theirs_high = 0;
    std::uint8_t byte = 0;

    [[nodiscard]] bool is_empty() const { return mine == 0; }
    [[nodiscard]] bool is_same_position(const Slot& o) const {
      return mine == o.mine && theirs_low == o.theirs_low && theirs_high == o.theirs_high;
    }
  };
  static_assert(sizeof(Slot) == 16);

  static Slot slot_of(const Position& pos) {
    assert(can_hold(pos));
    const std::uint64_t file =
        pos.en_passant().any() ? static_cast<std::uint64_t>(pos.en_passant().first().file()) + 1 : 0;
    const std::uint64_t theirs = pos.theirs().bits() >> 8;
    return {pos.mine().bits() >> 8 | file << 48, static_cast<std::uint32_t>(theirs),
            static_cast<std::uint16_t>(theirs >> 32), 0};
  }
  static std::size_t place(const std::vector<Slot>& slots, const Slot& key) {
    std::uint64_t hash = (key.mine ^ std::uint64_t{key.theirs_low} << 32) * 0x9E3779B97F4A7C15ULL;
    hash =
        (hash ^ hash >> 32 ^ key.theirs_low ^ std::uint64_t{key.theirs_high} << 40) * 0xD6E8FEB86659FD93ULL;
    std::size_t i = (hash ^ hash >> 32) & (slots.size() - 1);
    while (!slots[i].is_empty() && !slots[i].is_same_position(key)) i = (i + 1) & (slots.size() - 1);
    return i;
  }
  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (const Slot& slot : slots_)
      if (!slot.is_empty()) larger[place(larger, slot)] = slot;
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace vitrine::pawnrace
