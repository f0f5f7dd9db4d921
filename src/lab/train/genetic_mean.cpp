// The genetic algorithm made to work: all children are those of one average parent, and the next one is the
// average of the best children (an evolution strategy with intermediate recombination). What one child has
// right by luck and another wrong averages out, and what the best have in common stays: with many parents
// steps may be longer, and a generation gains many times what the single best child does. Parents don't
// outlive their children, for a child that strays far is worse than its parent and yet shows the way; the
// best individual ever seen is kept apart.
//
// An adapting step follows the path of the average (cumulative step-size adaptation): if it goes on in one
// direction steps were too short, if it goes to and fro they were too long.

#include <algorithm>
#include <cmath>

#include "lab/train/population.h"

namespace vitrine::lab {

namespace {

constexpr double kSmallestStep = 1.0;  // centipawns: less would change nothing

class GeneticMean : public Population {
 public:
  GeneticMean(const Lessons& lessons, const TrainOptions& options)
      : Population(lessons, options), path_(genes()), step_(options.genetic.step * 100) {}

  void step() override {
    const bool is_first = mean_.empty();
    if (is_first)
      make_random_children();
    else
      breed();
    const std::vector<Judged> judged = judge();
    if (judged.front().error < best_.error) best_ = individual(judged.front());
    std::vector<double> mean = mean_of_best(judged, is_first);
    if (!is_first && options().adapts_step) adapt_step(mean);
    mean_ = std::move(mean);
  }

  [[nodiscard]] Weights weights() const override { return to_weights(best_, genes()); }

  void save(TrainState& state) const override {
    state.numbers = {
        {"generation", {static_cast<double>(number())}}, {"mean", mean_}, {"path", path_}, {"step", {step_}}};
    save_individual(best_, "best", state);
  }
  void resume(const TrainState& state) override {
    set_number(static_cast<std::uint64_t>(state.get("generation", 1)[0]));
    mean_ = state.get("mean", genes());
    path_ = state.get("path", genes());
    step_ = state.get("step", 1)[0];
    best_ = load_individual("best", state);
  }

 private:
  // The first child is the parent itself, to see how good it is.
  void breed() {
    make_children([&](std::size_t child, base::Rng& rng, double& step) {
      step = step_;
      for (std::size_t i = 0; i < genes(); ++i)
        if (child == 0)
          set_gene(child, i, mean_[i]);
        else
          set_mutated(child, i, mean_[i], step_, rng);
    });
  }

  [[nodiscard]] std::vector<double> mean_of_best(const std::vector<Judged>& judged, bool is_first) const {
    std::vector<double> mean(genes());
    int count = 0;
    for (const Judged& one : judged) {
      if (one.child == 0 && !is_first && children() > 1) continue;  // it adds no direction
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += gene(one.child, i);
      if (++count == options().elite) break;
    }
    for (double& gene : mean) gene /= count;
    return mean;
  }

  // How long the path would be if all its steps were drawn at random is known: what is longer, is too long.
  void adapt_step(const std::vector<double>& mean) {
    const auto parents = static_cast<double>(options().elite);
    const auto size = static_cast<double>(genes());
    const double memory = (parents + 2) / (size + parents + 5);
    const double damping = 1 + memory + 2 * std::max(0.0, std::sqrt((parents - 1) / (size + 1)) - 1);
    const double deviation = step_ / std::sqrt(3.0);  // of a number within a step
    const double gain = std::sqrt(memory * (2 - memory) * parents) / deviation;
    double square = 0;
    for (std::size_t i = 0; i < mean.size(); ++i) {
      path_[i] = (1 - memory) * path_[i] + gain * (mean[i] - mean_[i]);
      square += path_[i] * path_[i];
    }
    const double change = std::exp(memory / damping * (std::sqrt(square / size) - 1));
    step_ = std::clamp(step_ * change, kSmallestStep, static_cast<double>(kMaxGene));
  }

  std::vector<double> mean_;  // centipawns; empty before the first generation
  std::vector<double> path_;
  double step_;  // centipawns
  Individual best_;
};

}  // namespace

std::unique_ptr<Learner> make_genetic_mean(const Lessons& lessons, const TrainOptions& options) {
  return std::make_unique<GeneticMean>(lessons, options);
}

}  // namespace vitrine::lab
