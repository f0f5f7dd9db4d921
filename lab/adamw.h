#pragma once

// AdamW (Loshchilov and Hutter, 2019), with the numbers that change from step to step in a tensor: LibTorch's
// own has them in the program, where a recording of a step would keep those of the first.

#include <torch/torch.h>

#include <vector>

namespace vitrine::trainer {

class AdamW {
 public:
  explicit AdamW(std::vector<torch::Tensor> parameters);

  // What a step needs to know, for each of `rates`: [steps, 3].
  [[nodiscard]] static torch::Tensor schedule(const std::vector<double>& rates);
  // Takes the gradients of the parameters, and a row of the schedule.
  void step(const torch::Tensor& numbers);
  void forget_gradients();

  void save(torch::serialize::OutputArchive& archive) const;
  void load(torch::serialize::InputArchive& archive);

 private:
  struct Learnt {
    torch::Tensor parameter;
    torch::Tensor mean;    // of its gradients
    torch::Tensor square;  // of their squares
  };
  std::vector<Learnt> all_;
};

}  // namespace vitrine::trainer
