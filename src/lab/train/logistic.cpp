// Texel's method for piece-square models: the weights under which a logistic curve over the model best
// foretells points, by Adam on small batches. The curve's scale (K) is fitted once, before, and stays: model
// and scale together would be one freedom too many. It starts from material, and a slight pull keeps weights
// there that hardly any position has a say in.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "lab/texel.h"
#include "lab/train/blocks.h"
#include "lab/train/learner.h"

namespace vitrine::lab {

namespace {

constexpr std::size_t kBlocks = 8;  // of a batch
constexpr double kSlowest = 0.02;   // the last epoch's share of the first's rate

class Logistic : public Learner {
 public:
  Logistic(const Lessons& lessons, const TrainOptions& options, std::uint64_t steps)
      : lessons_(lessons),
        options_(options.logistic),
        seed_(options.seed),
        epochs_(steps),
        start_(material_weights(lessons.positions(), lessons.phases())),
        weights_(start_),
        mean_(start_.size()),
        variance_(start_.size()) {}

  [[nodiscard]] const char* unit() const override { return "epoch"; }

  void step() override {
    // An order of its own for each epoch, so that a resumed run sees what an unbroken one sees.
    std::vector<std::uint32_t> order(lessons_.training().rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    base::Rng rng(base::Rng(seed_).next() + epoch_);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    for (std::size_t seen = 0; seen < order.size(); seen += options_.batch)
      learn(std::span(order).subspan(seen, std::min(options_.batch, order.size() - seen)));
    ++epoch_;
  }

  [[nodiscard]] Weights weights() const override { return weights_; }

  void save(TrainState& state) const override {
    state.numbers = {{"weights", weights_},
                     {"mean", mean_},
                     {"variance", variance_},
                     {"steps", {static_cast<double>(adam_steps_)}},
                     {"epoch", {static_cast<double>(epoch_)}}};
  }
  void resume(const TrainState& state) override {
    weights_ = state.get("weights", weights_.size());
    mean_ = state.get("mean", mean_.size());
    variance_ = state.get("variance", variance_.size());
    adam_steps_ = static_cast<std::uint64_t>(state.get("steps", 1)[0]);
    epoch_ = static_cast<std::uint64_t>(state.get("epoch", 1)[0]);
  }

 private:
  void learn(std::span<const std::uint32_t> batch) {
    for_each_block(kBlocks, lessons_.threads(), [&](std::size_t, std::size_t block) {
      Weights& gradient = blocks_[block];
      gradient.assign(weights_.size(), 0);
      const auto [begin, end] = part_of(batch.size(), block, kBlocks);
      for (std::size_t i = begin; i < end; ++i) add_gradient(batch[i], gradient);
    });
    Weights& gradient = blocks_[0];
    const auto size = static_cast<double>(batch.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      for (std::size_t block = 1; block < kBlocks; ++block) gradient[i] += blocks_[block][i];
      gradient[i] = gradient[i] / size + 2 * options_.pull * (weights_[i] - start_[i]);
    }
    descend(gradient);
  }

  // Of the squared error in points, by the weights.
  void add_gradient(std::uint32_t which, Weights& gradient) const {
    const Lessons::Part& part = lessons_.training();
    const Lessons::Row& row = part.rows[which];
    const double points = expected_points(lessons_.value(row, weights_) * 100, lessons_.scale());
    const double slope = points * (1 - points) * std::numbers::ln10 * 100 / lessons_.scale();
    const double by_value = 2 * (points - static_cast<double>(part.points[which])) * slope;

    const std::size_t phases = lessons_.phases();
    const double share = phases == 1 ? 1 : row.phase / static_cast<double>(SparsePositions::kFullPhase);
    const std::array<double, 2> by_phase = {share * by_value, (1 - share) * by_value};
    for (std::size_t phase = 0; phase < phases; ++phase) {
      for (const std::uint16_t slot : lessons_.positions().white(row))
        gradient[slot * phases + phase] += by_phase[phase];
      for (const std::uint16_t slot : lessons_.positions().black(row))
        gradient[slot * phases + phase] -= by_phase[phase];
    }
  }

  // Adam: each weight moves at about the same speed, whatever the size of its gradient.
  void descend(const Weights& gradient) {
    constexpr double kMean = 0.9;
    constexpr double kVariance = 0.999;
    constexpr double kTiny = 1e-9;
    ++adam_steps_;
    const double mean_share = 1 - std::pow(kMean, static_cast<double>(adam_steps_));
    const double variance_share = 1 - std::pow(kVariance, static_cast<double>(adam_steps_));
    const double rate = this->rate();
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      mean_[i] = kMean * mean_[i] + (1 - kMean) * gradient[i];
      variance_[i] = kVariance * variance_[i] + (1 - kVariance) * gradient[i] * gradient[i];
      weights_[i] -= rate * (mean_[i] / mean_share) / (std::sqrt(variance_[i] / variance_share) + kTiny);
    }
  }

  // Falls along half a cosine wave.
  [[nodiscard]] double rate() const {
    const double done =
        static_cast<double>(epoch_) / static_cast<double>(std::max<std::uint64_t>(epochs_, 1));
    const double share = (1 + std::cos(std::numbers::pi * std::min(done, 1.0))) / 2;
    return options_.rate * (kSlowest + (1 - kSlowest) * share);
  }

  const Lessons& lessons_;
  LogisticOptions options_;
  std::uint64_t seed_;
  std::uint64_t epochs_;
  std::uint64_t epoch_ = 0;
  std::uint64_t adam_steps_ = 0;
  Weights start_;
  Weights weights_;
  Weights mean_;
  Weights variance_;
  std::array<Weights, kBlocks> blocks_;
};

}  // namespace

std::unique_ptr<Learner> make_logistic(const Lessons& lessons, const TrainOptions& options,
                                       std::uint64_t steps) {
  return std::make_unique<Logistic>(lessons, options, steps);
}

}  // namespace vitrine::lab
