#pragma once

// Least squares for plain piece-square models, exactly: the normal equations of all positions, solved by
// Cholesky.

#include "lab/train/lessons.h"

namespace vitrine::lab {

// The 384 weights (768 if tapered) with the least squared error plus `ridge` times their own squares. For
// lessons of a king-piece-square model the king's square is overlooked. Contract: ridge > 0, Measure::pawns.
[[nodiscard]] Weights solve_normal_equations(const Lessons& lessons, double ridge);

}  // namespace vitrine::lab
