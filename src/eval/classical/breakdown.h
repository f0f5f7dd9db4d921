#pragma once

// Where a position's value comes from: each term for each side, and what each man contributes.

#include <array>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/ledger.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

struct Breakdown {
  using ByTerm = std::array<Tapered, kTermNames.size()>;

  // What a man earns for his own side.
  struct Man {
    chess::Square square;
    chess::Piece piece;
    ByTerm by_term;

    [[nodiscard]] Tapered total() const;
  };

  std::array<ByTerm, 2> terms;  // by colour, each for its own side
  std::vector<Man> men;         // from a1 to h8
  std::array<int, 2> danger;    // of each king; what it costs is in the terms
  Conclusion conclusion;
  std::optional<int> known;  // for White: an ending of which more is known than the terms say
  int value;                 // for White, what counts in the end

  [[nodiscard]] Tapered white_minus_black(Term term) const;
};

[[nodiscard]] Breakdown break_down(const chess::Position& pos, const Weights& weights = kBuiltInWeights);

}  // namespace vitrine::eval::classical
