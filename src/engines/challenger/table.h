#pragma once

// The transposition table: what was found about a position when it was last searched. The newest entry of a
// slot stays.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/zeroed_memory.h"
#include "chess/move.h"
#include "chess/zobrist.h"

namespace vitrine::engines::challenger {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
  chess::Key key;
  std::int32_t score;
  chess::Move move;  // Move::none() if none was better than the others
  std::int8_t depth;
  Bound bound : 2;
  std::uint8_t generation : 6;
};
static_assert(sizeof(Entry) == 16);

class Table {
 public:
  // Memory is taken at the first search. Contract: 0 < megabytes <= 65536, so that 32 bits reach every entry.
  explicit Table(std::size_t megabytes) : megabytes_(megabytes) {}

  void resize(std::size_t megabytes);  // and forget everything
  void clear() { memory_.reset(); }
  // Takes memory if there is none yet, and what is found from now on counts as new. Throws std::bad_alloc.
  void start_search();

  // Contract of the rest: a search has started.
  // Null if nothing is known of this position.
  [[nodiscard]] const Entry* find(chess::Key key) const {
    const Entry* entry = slot(key);
    return entry->bound != Bound::none && entry->key == key ? entry : nullptr;
  }
  void store(chess::Key key, int score, chess::Move move, int depth, Bound bound) {
    Entry* entry = slot(key);
    entry->key = key;
    entry->score = score;
    entry->move = move;
    entry->depth = static_cast<std::int8_t>(depth);
    entry->bound = bound;
    entry->generation = generation_ & 63U;
  }
  // Thousandths of the slots that the current search has filled, from a sample.
  [[nodiscard]] int full() const;

 private:
  [[nodiscard]] Entry* slot(chess::Key key) const {
    return entries_ + ((key >> 32) * size_ >> 32);  // as evenly as the key's upper half is random
  }

  std::size_t megabytes_;
  std::unique_ptr<base::ZeroedMemory> memory_;
  Entry* entries_ = nullptr;
  std::size_t size_ = 0;
  std::uint8_t generation_ = 0;
};

}  // namespace vitrine::engines::challenger
