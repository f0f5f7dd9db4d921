#include "adamw.h"

#include <cmath>
#include <string>

namespace vitrine::trainer {

namespace {

constexpr double kKeptOfMean = 0.9;
constexpr double kKeptOfSquare = 0.999;
constexpr double kDecay = 0.01;
constexpr double kLeastDivisor = 1e-8;

}  // namespace

AdamW::AdamW(std::vector<torch::Tensor> parameters) {
  for (torch::Tensor& parameter : parameters)
    all_.push_back({parameter, torch::zeros_like(parameter), torch::zeros_like(parameter)});
}

torch::Tensor AdamW::schedule(const std::vector<double>& rates) {
  const auto steps = static_cast<std::int64_t>(rates.size());
  torch::Tensor numbers = torch::empty({steps, 3});
  auto to = numbers.accessor<float, 2>();
  for (std::int64_t i = 0; i < steps; ++i) {
    const double rate = rates[static_cast<std::size_t>(i)];
    const auto count = static_cast<double>(i + 1);
    // The means begin at nothing: what they lack after so many steps.
    to[i][0] = static_cast<float>(rate / (1 - std::pow(kKeptOfMean, count)));
    to[i][1] = static_cast<float>(1 / std::sqrt(1 - std::pow(kKeptOfSquare, count)));
    to[i][2] = static_cast<float>(1 - rate * kDecay);
  }
  return numbers;
}

void AdamW::step(const torch::Tensor& numbers) {
  const torch::NoGradGuard guard;
  for (Learnt& learnt : all_) {
    const torch::Tensor& gradient = learnt.parameter.grad();
    learnt.mean.lerp_(gradient, 1 - kKeptOfMean);
    learnt.square.mul_(kKeptOfSquare).addcmul_(gradient, gradient, 1 - kKeptOfSquare);
    learnt.parameter.mul_(numbers[2]);
    const torch::Tensor divisor = learnt.square.sqrt().mul_(numbers[1]).add_(kLeastDivisor);
    learnt.parameter.sub_(learnt.mean.div(divisor).mul_(numbers[0]));
  }
}

void AdamW::forget_gradients() {
  for (Learnt& learnt : all_) learnt.parameter.mutable_grad() = torch::Tensor();
}

void AdamW::save(torch::serialize::OutputArchive& archive) const {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    archive.write("mean" + std::to_string(i), all_[i].mean);
    archive.write("square" + std::to_string(i), all_[i].square);
  }
}

void AdamW::load(torch::serialize::InputArchive& archive) {
  const torch::NoGradGuard guard;
  const auto read = [&archive](const std::string& name, torch::Tensor& to) {
    torch::Tensor from;
    archive.read(name, from);
    to.copy_(from);
  };
  for (std::size_t i = 0; i < all_.size(); ++i) {
    read("mean" + std::to_string(i), all_[i].mean);
    read("square" + std::to_string(i), all_[i].square);
  }
}

}  // namespace vitrine::trainer
