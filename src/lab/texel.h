#pragma once

// Texel's method: the weights under which a logistic curve over the evaluation best foretells how games end.
// The squared error is followed downhill by Adam on small batches. A slight pull towards the start values
// keeps weights sane that hardly any position uses; a part of the positions is held out to see when learning
// turns into learning by heart.

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "base/rng.h"
#include "lab/coefficients.h"

namespace vitrine::lab {

// Expected points of a side that is better by so many centipawns: 1 / (1 + 10^(-value/scale)).
[[nodiscard]] double expected_points(double centipawns, double scale);

struct TexelOptions {
  int epochs = 40;
  int threads = 2;
  std::size_t batch = 16'384;
  double rate = 1.0;       // centipawns a step, at first; it falls to a fiftieth
  double pull = 1e-10;     // towards the start values: its loss for a centipawn squared
  double held_out = 0.01;  // share of the positions
  std::uint64_t seed = 1;
};

struct Epoch {
  int number;  // 0: before the first
  double training_loss;
  double validation_loss;
  bool is_best;
};

// What a run needs to go on where it stopped.
struct TexelState {
  int epoch = 0;
  std::uint64_t step = 0;
  double scale = 0;  // of the curve; 0: not yet fitted
  double best_loss = 0;
  Parameters best;
  Parameters weights;
  Parameters mean;      // of the gradient
  Parameters variance;  // of the gradient
};

class Texel {
 public:
  // Contract: `samples` outlives this and isn't empty.
  Texel(const Samples& samples, const Parameters& start, const TexelOptions& options);

  // Goes on from an earlier state of the same positions and options.
  void resume(TexelState state) { state_ = std::move(state); }
  [[nodiscard]] const TexelState& state() const { return state_; }

  // Fits the curve's scale if need be, then learns until all epochs are done or a stop is requested; tells
  // each epoch, number 0 first.
  void run(const std::function<void(const Epoch&)>& on_epoch, const std::stop_token& stop);

 private:
  using Order = std::vector<std::uint32_t>;

  [[nodiscard]] double loss(const Order& which, const Parameters& weights, double scale) const;
  [[nodiscard]] double fitted_scale() const;
  [[nodiscard]] Epoch judge(int number, double training_loss);
  // Returns the loss of the batch before the step.
  double learn(std::span<const std::uint32_t> batch);
  void step(const Parameters& gradient, double rate);
  [[nodiscard]] double rate() const;

  const Samples& samples_;
  Parameters start_;
  TexelOptions options_;
  TexelState state_;
  Order training_;
  Order validation_;
  std::vector<Parameters> slices_;  // a thread's gradient
};

}  // namespace vitrine::lab
