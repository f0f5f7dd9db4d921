#include "lab/texel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <thread>

namespace vitrine::lab {

namespace {

constexpr double kSlowest = 0.02;  // the last step's share of the first's

// Runs work(slice, begin, end) over [0, size) in so many threads.
template <class Work>
void in_slices(std::size_t size, int threads, Work work) {
  const auto slices = static_cast<std::size_t>(threads);
  std::vector<std::jthread> running;
  for (std::size_t i = 1; i < slices; ++i)
    running.emplace_back([=, &work] { work(i, size * i / slices, size * (i + 1) / slices); });
  work(std::size_t{0}, std::size_t{0}, size / slices);
}

void shuffle(std::vector<std::uint32_t>& order, base::Rng& rng) {
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
}

}  // namespace

double expected_points(double centipawns, double scale) {
  return 1.0 / (1.0 + std::exp(-centipawns * std::numbers::ln10 / scale));
}

Texel::Texel(const Samples& samples, const Parameters& start, const TexelOptions& options)
    : samples_(samples), start_(start), options_(options) {
  assert(!samples.is_empty());
  state_.weights = state_.best = start;
  state_.mean = state_.variance = Parameters(start.size());
  slices_.assign(static_cast<std::size_t>(options.threads), Parameters(start.size()));

  training_.resize(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) training_[i] = static_cast<std::uint32_t>(i);
  base::Rng rng(options.seed);
  shuffle(training_, rng);
  // One at least on either side, as far as there are two.
  const auto held_out = std::clamp<std::size_t>(
      static_cast<std::size_t>(options.held_out * static_cast<double>(samples.size())), 1, samples.size());
  validation_.assign(training_.begin(), training_.begin() + static_cast<std::ptrdiff_t>(held_out));
  if (held_out < samples.size())
    training_.erase(training_.begin(), training_.begin() + static_cast<std::ptrdiff_t>(held_out));
}

double Texel::loss(const Order& which, const Parameters& weights, double scale) const {
  std::vector<double> sums(static_cast<std::size_t>(options_.threads));
  in_slices(which.size(), options_.threads, [&](std::size_t slice, std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Sample& sample = samples_[which[i]];
      const double error = expected_points(samples_.value(sample, weights), scale) - sample.target;
      sum += error * error;
    }
    sums[slice] = sum;
  });
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum / static_cast<double>(which.size());
}

// The loss has one valley over the scale: golden section search on a part of the positions.
double Texel::fitted_scale() const {
  constexpr std::size_t kEnough = 200'000;
  const Order some(training_.begin(),
                   training_.begin() + static_cast<std::ptrdiff_t>(std::min(kEnough, training_.size())));
  constexpr double kGolden = 1 / std::numbers::phi;
  double low = 50;
  double high = 2'000;
  while (high - low > 0.5) {
    const double left = high - (high - low) * kGolden;
    const double right = low + (high - low) * kGolden;
    if (loss(some, state_.weights, left) < loss(some, state_.weights, right))
      high = right;
    else
      low = left;
  }
  return (low + high) / 2;
}

double Texel::learn(std::span<const std::uint32_t> batch) {
  const double slope = std::numbers::ln10 / state_.scale;
  std::vector<double> sums(slices_.size());
  in_slices(batch.size(), options_.threads, [&](std::size_t slice, std::size_t begin, std::size_t end) {
    Parameters& gradient = slices_[slice];
    std::ranges::fill(gradient, std::array<float, 2>{0, 0});
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Sample& sample = samples_[batch[i]];
      const double points = expected_points(samples_.value(sample, state_.weights), state_.scale);
      const double error = points - sample.target;
      sum += error * error;
      const double by_value = 2 * error * points * (1 - points) * slope;
      samples_.add_gradient(sample, state_.weights, static_cast<float>(by_value), gradient);
    }
    sums[slice] = sum;
  });

  Parameters total(start_.size());
  const auto size = static_cast<float>(batch.size());
  const auto pull = static_cast<float>(2 * options_.pull);
  for (std::size_t i = 0; i < total.size(); ++i)
    for (const std::size_t half : {0, 1}) {
      for (const Parameters& slice : slices_) total[i][half] += slice[i][half];
      total[i][half] = total[i][half] / size + pull * (state_.weights[i][half] - start_[i][half]);
    }
  step(total, rate());
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

// Adam: each weight moves at about the same speed, whatever the size of its gradient.
void Texel::step(const Parameters& gradient, double rate) {
  constexpr double kMean = 0.9;
  constexpr double kVariance = 0.999;
  constexpr double kTiny = 1e-12;
  ++state_.step;
  const auto steps = static_cast<double>(state_.step);
  const double mean_share = 1 - std::pow(kMean, steps);
  const double variance_share = 1 - std::pow(kVariance, steps);
  for (std::size_t i = 0; i < gradient.size(); ++i)
    for (const std::size_t half : {0, 1}) {
      const double g = gradient[i][half];
      if (g == 0 && state_.mean[i][half] == 0) continue;
      const double mean = kMean * state_.mean[i][half] + (1 - kMean) * g;
      const double variance = kVariance * state_.variance[i][half] + (1 - kVariance) * g * g;
      state_.mean[i][half] = static_cast<float>(mean);
      state_.variance[i][half] = static_cast<float>(variance);
      const double change = rate * (mean / mean_share) / (std::sqrt(variance / variance_share) + kTiny);
      state_.weights[i][half] = static_cast<float>(state_.weights[i][half] - change);
    }
}

// Falls along half a cosine wave.
double Texel::rate() const {
  const double done = (state_.epoch - 1) / static_cast<double>(std::max(options_.epochs, 1));
  const double share = (1 + std::cos(std::numbers::pi * std::min(done, 1.0))) / 2;
  return options_.rate * (kSlowest + (1 - kSlowest) * share);
}

Epoch Texel::judge(int number, double training_loss) {
  const double validation = loss(validation_, state_.weights, state_.scale);
  const bool is_best = number == 0 || validation < state_.best_loss;
  if (is_best) {
    state_.best_loss = validation;
    state_.best = state_.weights;
  }
  return {number, training_loss, validation, is_best};
}

void Texel::run(const std::function<void(const Epoch&)>& on_epoch, const std::stop_token& stop) {
  if (state_.scale == 0) {
    state_.scale = fitted_scale();
    on_epoch(judge(0, loss(training_, state_.weights, state_.scale)));
  }
  while (state_.epoch < options_.epochs && !stop.stop_requested()) {
    ++state_.epoch;
    // Its own order for each epoch, so that a resumed run sees what an unbroken one sees.
    Order order = training_;
    base::Rng rng(options_.seed + static_cast<std::uint64_t>(state_.epoch));
    shuffle(order, rng);
    double sum = 0;
    std::size_t seen = 0;
    while (seen < order.size() && !stop.stop_requested()) {
      const std::size_t size = std::min(options_.batch, order.size() - seen);
      sum += learn(std::span(order).subspan(seen, size));
      seen += size;
    }
    if (seen > 0) on_epoch(judge(state_.epoch, sum / static_cast<double>(seen)));
  }
}

}  // namespace vitrine::lab
