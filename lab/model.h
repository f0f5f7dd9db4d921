#pragma once

// The network while it learns: real numbers, of which the one that plays keeps rounded ones.

#include <torch/torch.h>

#include <string>

#include "eval/nnue/network.h"

namespace vitrine::trainer {

// Positions as tensors, all on one device; as TrainingSet has them.
struct Batch {
  torch::Tensor men;     // [n, 32], int16
  torch::Tensor kings;   // [n], int16
  torch::Tensor counts;  // [n], uint8
};

class Model : public torch::nn::Module {
 public:
  explicit Model(const eval::nnue::Architecture& architecture);

  // What it thinks of them for the side to move, 1 for kScale centipawns; [n].
  torch::Tensor forward(const Batch& batch);
  // Goes on where a network that plays left off, but for its rounding. One without king buckets becomes what
  // all of them have in common. Throws std::runtime_error if it is otherwise another architecture.
  void take(const eval::nnue::Network& network);
  // Keeps weights where whole numbers can follow. After each step.
  void clip();
  // What the one that plays says, in centipawns for the side to move; [n], int64. On the CPU.
  [[nodiscard]] torch::Tensor quantised_values(const Batch& batch) const;
  // What plays.
  [[nodiscard]] eval::nnue::Network quantised(const std::string& name) const;

 private:
  struct Views {
    torch::Tensor own;    // [n, 32], numbers of inputs; nobody: the row behind the last
    torch::Tensor other;  // the same for the other side
  };
  [[nodiscard]] Views views(const Batch& batch) const;
  [[nodiscard]] torch::Tensor activations(const torch::Tensor& inputs) const;

  eval::nnue::Architecture architecture_;
  torch::Tensor first_;       // [inputs + 1, N]; the last row stays zero
  torch::Tensor shared_;      // [768 + 1, N]: what all king buckets have in common (the factoriser)
  torch::Tensor first_bias_;  // [N]
  torch::Tensor last_;        // [output buckets, 2N]
  torch::Tensor last_bias_;   // [output buckets]
  torch::Tensor bucket_of_king_;
};

}  // namespace vitrine::trainer
