#pragma once

// A method at work: it takes one step after the other, can be asked for its model in between, and can be
// written down and taken up again.

#include <cstdint>
#include <memory>

#include "lab/train/lessons.h"
#include "lab/train/train_state.h"

namespace vitrine::lab {

class Learner {
 public:
  virtual ~Learner() = default;

  // "generation"
  [[nodiscard]] virtual const char* unit() const = 0;
  virtual void step() = 0;
  // Nothing would change any more.
  [[nodiscard]] virtual bool is_settled() const { return false; }
  [[nodiscard]] virtual Weights weights() const = 0;

  // All that a step depends on besides lessons and options.
  virtual void save(TrainState& state) const = 0;
  // Throws std::runtime_error if the state isn't one of this method.
  virtual void resume(const TrainState& state) = 0;
};

// Contract: `lessons` outlives the learner.
[[nodiscard]] std::unique_ptr<Learner> make_genetic(const Lessons& lessons, const TrainOptions& options);
[[nodiscard]] std::unique_ptr<Learner> make_genetic_mean(const Lessons& lessons, const TrainOptions& options);
[[nodiscard]] std::unique_ptr<Learner> make_medians(const Lessons& lessons);
[[nodiscard]] std::unique_ptr<Learner> make_means(const Lessons& lessons);
[[nodiscard]] std::unique_ptr<Learner> make_ridge(const Lessons& lessons, const TrainOptions& options);
[[nodiscard]] std::unique_ptr<Learner> make_logistic(const Lessons& lessons, const TrainOptions& options,
                                                     std::uint64_t steps);
[[nodiscard]] std::unique_ptr<Learner> make_random(const Lessons& lessons, const TrainOptions& options);

}  // namespace vitrine::lab
