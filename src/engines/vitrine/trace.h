#pragma once

// Looks on while the flagship searches and writes the tree down (engines/trace.h). A search has one of these
// only when somebody asked for it; the search that plays is compiled without.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/trace.h"
#include "engines/vitrine/transposition_table.h"

namespace vitrine::engines::flagship {

// Why a node goes to another, for the one who looks on.
struct Visit {
  TraceRole role = TraceRole::move;
  int reduction = 0;
  int extension = 0;
};

// What a node was asked.
struct Question {
  Visit visit;
  TraceKind kind;
  chess::Move move;  // that led here
  int ply;
  int depth;
  int alpha;
  int beta;
};

class Tracer {
 public:
  explicit Tracer(std::size_t most_records) : most_records_(most_records) {}

  // `nodes`: how many the search has counted so far.
  void enter(const Question& question, std::uint64_t nodes);
  void leave(int score, std::uint64_t nodes, bool was_interrupted);

  // About the node that was entered last and not yet left.
  void ends(TraceReason why);
  void found_in_table(const Known& known, int score);
  void skips(chess::Move move, TraceReason why);
  void skips_quiets(TraceReason why);  // the first reason counts

  // The last look at the root that was finished within its window; else whatever there is.
  [[nodiscard]] std::vector<TraceNode> take_nodes();
  [[nodiscard]] std::vector<TraceLook> take_looks() { return std::move(looks_); }

 private:
  static constexpr std::uint32_t kUnrecorded = ~std::uint32_t{0};
  struct Open {
    std::uint32_t record;
    std::uint64_t nodes_before;
  };

  [[nodiscard]] TraceNode* here() {
    return open_.empty() || open_.back().record == kUnrecorded ? nullptr : &records_[open_.back().record];
  }
  [[nodiscard]] bool is_full() const { return records_.size() >= most_records_; }
  void judge_children(std::uint32_t parent);
  void finish_look(const TraceNode& root);

  std::size_t most_records_;
  std::vector<TraceNode> records_;   // of the look being taken
  std::vector<TraceNode> finished_;  // of the last one that counts
  std::vector<Open> open_;           // from the root to the node being searched
  std::vector<TraceLook> looks_;
};

}  // namespace vitrine::engines::flagship
