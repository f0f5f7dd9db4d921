#pragma once

// The first layer, in which a position has some thirty of many inputs: for each position the rows of its
// inputs are summed. Nearly all the work of learning is here.

#include <torch/torch.h>

namespace vitrine::trainer {

// inputs: [n, 32], int32, numbers of rows. weights: [rows, N]; the last row is nobody's and zero. Gives
// [n, N]. The same for any number of threads.
[[nodiscard]] torch::Tensor sum_of_rows(const torch::Tensor& inputs, const torch::Tensor& weights);

}  // namespace vitrine::trainer
