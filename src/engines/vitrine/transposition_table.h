#pragma once

// What was found about a position when it was last searched, shared by all threads without locks. An entry is
// two words; the first holds the key mixed with the second, so that one torn between two writers belongs to
// no position. Whoever takes a move from here must still ask whether it is legal: two positions may share a
// key.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/zeroed_memory.h"
#include "chess/move.h"
#include "chess/zobrist.h"

namespace vitrine::engines::flagship {

enum class Bound : std::uint8_t { none, upper, lower, exact };
// The score is no less than that.
[[nodiscard]] constexpr bool says_at_least(Bound bound) {
  return bound == Bound::lower || bound == Bound::exact;
}

// Contract of the scores: they fit 16 bits.
struct Known {
  chess::Move move = chess::Move::none();
  int score = 0;       // mates counted from this position
  int evaluation = 0;  // at first sight
  int depth = 0;       // 0 … 255; 0 is the quiescence search
  Bound bound = Bound::none;
  bool was_pv = false;      // it has been on a principal variation
  bool is_current = false;  // it was found in this search; store() does not ask
};

class TranspositionTable {
 public:
  // Memory is taken at the first search. Contract: 0 < megabytes <= 2^18, so that 32 bits reach every bucket.
  explicit TranspositionTable(std::size_t megabytes) : megabytes_(megabytes) {}

  // Contract of these: nobody is searching.
  void resize(std::size_t megabytes);  // and forget everything
  // Forgets everything, and makes sure of the memory if that is large: its first touch takes time, which a
  // new game has and a move hasn't. Without enough memory it waits for start_search() to say so.
  void clear(std::size_t threads);
  // Takes memory if there is none yet; what earlier searches left becomes older. Throws std::bad_alloc.
  void start_search();

  // Contract of the rest: a search has started.
  [[nodiscard]] std::optional<Known> find(chess::Key key) const;
  void store(chess::Key key, const Known& known);
  // The position will be asked for soon.
  void prefetch(chess::Key key) const { __builtin_prefetch(&bucket(key)); }
  // Thousandths of the entries that this search has written, from a sample.
  [[nodiscard]] int full() const;

 private:
  struct Entry {
    std::atomic<std::uint64_t> lock;  // key ^ data
    std::atomic<std::uint64_t> data;  // 0: empty
  };
  struct alignas(64) Bucket {
    std::array<Entry, 4> entries;
  };

  void take_memory();
  [[nodiscard]] Bucket& bucket(chess::Key key) const {
    // The upper half of key * size_, as even as the key's upper half is random.
    return buckets_[(key >> 32) * size_ >> 32];
  }

  std::size_t megabytes_;
  std::unique_ptr<base::ZeroedMemory> memory_;
  Bucket* buckets_ = nullptr;
  std::size_t size_ = 0;
  unsigned generation_ = 0;
};

}  // namespace vitrine::engines::flagship
