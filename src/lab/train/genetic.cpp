// The genetic algorithm. The first generation is random; then the best so far (the elite) are kept, and each
// generation are children of theirs with every gene changed a little at random. The ancestor's settings are
// the default: 500 children of one parent, every weight changed by up to half a pawn. On 100,000 positions
// (one seed) they were off by 3.6 pawns after 300 generations and 3.1 after 1,000. Shorter steps (0.1) or
// adapting ones alone brought 1.9 after 1,000; many parents averaged, with the same fixed half pawn, 1.33
// after 300: see genetic_mean.cpp. So the step was a part of the failure, and not the larger one. (Averaging
// also begins nearer to zero and lets parents die: which of these helps how much was not taken apart.)

#include <algorithm>
#include <cmath>

#include "lab/train/population.h"

namespace vitrine::lab {

namespace {

using Crossover = GeneticOptions::Crossover;

constexpr double kStepSpread = 0.1;    // of a step's logarithm, from parent to child
constexpr double kSmallestStep = 1.0;  // centipawns: less would change nothing

// Near enough to a normal distribution of variance 1: twelve uniform numbers.
double normal(base::Rng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng.next() >> 11) * 0x1p-53;
  return sum;
}

class Genetic : public Population {
 public:
  Genetic(const Lessons& lessons, const TrainOptions& options) : Population(lessons, options) {}

  void step() override {
    if (elite_.empty())
      make_random_children();
    else
      breed();
    select(judge());
  }

  [[nodiscard]] Weights weights() const override {
    return to_weights(elite_.empty() ? Individual() : elite_.front(), genes());
  }

  void save(TrainState& state) const override {
    state.numbers = {{"generation", {static_cast<double>(number())}}};
    for (std::size_t i = 0; i < elite_.size(); ++i)
      save_individual(elite_[i], "elite" + std::to_string(i), state);
  }
  void resume(const TrainState& state) override {
    set_number(static_cast<std::uint64_t>(state.get("generation", 1)[0]));
    elite_.clear();
    for (int i = 0; i < options().elite; ++i)
      elite_.push_back(load_individual("elite" + std::to_string(i), state));
  }

 private:
  void breed() {
    make_children([&](std::size_t child, base::Rng& rng, double& step) {
      const Individual& mother = elite_[rng.below(elite_.size())];
      const Individual& father = elite_[rng.below(elite_.size())];
      step = mother.step;
      if (options().adapts_step) step = std::max(step * std::exp(kStepSpread * normal(rng)), kSmallestStep);
      for (std::size_t i = 0; i < genes(); ++i) {
        const bool is_fathers = options().crossover == Crossover::uniform && (rng.next() >> 63) != 0;
        set_mutated(child, i, (is_fathers ? father : mother).genes[i], step, rng);
      }
    });
  }

  // The best of the elite and their children. Of equals the elder stay.
  void select(const std::vector<Judged>& judged) {
    const auto wanted = static_cast<std::size_t>(options().elite);
    for (std::size_t i = 0; i < std::min(wanted, judged.size()); ++i) {
      if (elite_.size() >= wanted && judged[i].error >= elite_.back().error) break;
      const auto place = std::ranges::upper_bound(elite_, judged[i].error, {}, &Individual::error);
      elite_.insert(place, individual(judged[i]));
      if (elite_.size() > wanted) elite_.pop_back();
    }
  }

  std::vector<Individual> elite_;  // the best first
};

}  // namespace

std::unique_ptr<Learner> make_genetic(const Lessons& lessons, const TrainOptions& options) {
  if (options.genetic.crossover == Crossover::mean) return make_genetic_mean(lessons, options);
  return std::make_unique<Genetic>(lessons, options);
}

}  // namespace vitrine::lab
