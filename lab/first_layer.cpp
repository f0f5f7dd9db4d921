#include "first_layer.h"

#include <ATen/Parallel.h>

#include <algorithm>

namespace vitrine::trainer {

namespace {

// On the CPU, by plain loops: with LibTorch's own sum of rows, learning takes eleven times as long.
class SumOfRows : public torch::autograd::Function<SumOfRows> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& inputs,
                               const torch::Tensor& weights) {
    context->save_for_backward({inputs});
    context->saved_data["rows"] = weights.size(0);
    const Sizes size{inputs.size(0), inputs.size(1), weights.size(1), weights.size(0) - 1};
    torch::Tensor sums = torch::zeros({size.positions, size.width});
    const auto* rows = inputs.data_ptr<std::int32_t>();
    const float* from = weights.data_ptr<float>();
    float* to = sums.data_ptr<float>();
    at::parallel_for(0, size.positions, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i)
        for (std::int64_t j = 0; j < size.men; ++j) {
          const std::int64_t row = rows[i * size.men + j];
          if (row == size.nobody) continue;
          add(from + row * size.width, to + i * size.width, size.width);
        }
    });
    return sums;
  }

  // Each thread has some columns of the weights to itself.
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               torch::autograd::tensor_list gradients) {
    const torch::Tensor inputs = context->get_saved_variables()[0];
    const torch::Tensor of_sums = gradients[0].contiguous();
    const std::int64_t all_rows = context->saved_data["rows"].toInt();
    const Sizes size{inputs.size(0), inputs.size(1), of_sums.size(1), all_rows - 1};
    torch::Tensor of_weights = torch::zeros({all_rows, size.width});
    const auto* rows = inputs.data_ptr<std::int32_t>();
    const float* from = of_sums.data_ptr<float>();
    float* to = of_weights.data_ptr<float>();
    constexpr std::int64_t kColumns = 32;  // the narrowest layer's, and two lines of a cache
    at::parallel_for(0, size.width / kColumns, 1, [&](std::int64_t begin, std::int64_t end) {
      const std::int64_t first = begin * kColumns;
      const std::int64_t count = (end - begin) * kColumns;
      for (std::int64_t i = 0; i < size.positions; ++i)
        for (std::int64_t j = 0; j < size.men; ++j) {
          const std::int64_t row = rows[i * size.men + j];
          if (row == size.nobody) continue;
          add(from + i * size.width + first, to + row * size.width + first, count);
        }
    });
    return {torch::Tensor(), of_weights};
  }

 private:
  struct Sizes {
    std::int64_t positions;
    std::int64_t men;
    std::int64_t width;
    std::int64_t nobody;
  };
  static void add(const float* __restrict from, float* __restrict to, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
  }
};

// On a GPU, as a product with a matrix of ones and zeros: its units for that outrun its memory, and sums in
// an order that is always the same.
torch::Tensor dense_sum(const torch::Tensor& inputs, const torch::Tensor& weights) {
  // The last row is nobody's. Products want rows of whole lines, so its column gets some more beside it and
  // all of them stay out.
  constexpr std::int64_t kLine = 32;
  const std::int64_t rows = weights.size(0) - 1;
  torch::Tensor ones = torch::zeros({inputs.size(0), (rows / kLine + 1) * kLine}, weights.options());
  ones.scatter_(1, inputs.to(torch::kLong), 1.0);
  return ones.narrow(1, 0, rows).mm(weights.narrow(0, 0, rows));
}

}  // namespace

torch::Tensor sum_of_rows(const torch::Tensor& inputs, const torch::Tensor& weights) {
  return weights.is_cpu() ? SumOfRows::apply(inputs.contiguous(), weights) : dense_sum(inputs, weights);
}

}  // namespace vitrine::trainer
