// Weights drawn at random, all over the range in which the genetic algorithm begins: what learning is better
// than.

#include <cmath>

#include "base/rng.h"
#include "lab/train/learner.h"

namespace vitrine::lab {

namespace {

class Random : public Learner {
 public:
  Random(const Lessons& lessons, const TrainOptions& options)
      : seed_(options.seed), range_(options.genetic.range), weights_(lessons.weight_count()) {}

  [[nodiscard]] const char* unit() const override { return "draw"; }
  void step() override {
    base::Rng rng(seed_);
    for (double& weight : weights_) weight = draw(rng);
  }
  [[nodiscard]] Weights weights() const override { return weights_; }
  void save(TrainState& state) const override { state.numbers["weights"] = weights_; }
  void resume(const TrainState& state) override { weights_ = state.get("weights", weights_.size()); }

 private:
  // Whole centipawns.
  [[nodiscard]] double draw(base::Rng& rng) const {
    const double unit = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    return std::round((2 * unit - 1) * range_ * 100) / 100;
  }

  std::uint64_t seed_;
  double range_;
  Weights weights_;
};

}  // namespace

std::unique_ptr<Learner> make_random(const Lessons& lessons, const TrainOptions& options) {
  return std::make_unique<Random>(lessons, options);
}

}  // namespace vitrine::lab
