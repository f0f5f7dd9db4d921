#pragma once

// What the terms of pawns.h said about a placement of pawns and kings, which hardly changes from node to
// node.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "chess/zobrist.h"
#include "eval/classical/pawns.h"

namespace vitrine::eval::classical {

class PawnCache {
 public:
  struct Entry {
    chess::Key key = 0;
    SumLedger sums;
    PawnFacts facts;
  };

  PawnCache() { clear(); }
  void clear() {
    entries_.assign(kEntries, Entry{});
    // An empty slot must match no placement. Their key is 0, which leads to slot 0 alone: there it is 1.
    entries_[0].key = 1;
  }

  [[nodiscard]] const Entry& find(const Position& pos, const Weights& w) {
    const int kings = pos.king(Color::white).index() * 64 + pos.king(Color::black).index();
    const chess::Key key = pos.pawn_key() ^ base::Rng(static_cast<std::uint64_t>(kings)).next();
    Entry& entry = entries_[key % kEntries];
    if (entry.key != key) {
      entry.key = key;
      entry.sums = SumLedger();
      entry.facts = add_pawns(pos, w, entry.sums);
    }
    return entry;
  }

 private:
  static constexpr std::size_t kEntries = 16'384;
  std::vector<Entry> entries_;
};

}  // namespace vitrine::eval::classical
