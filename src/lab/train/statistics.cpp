// Medians and means: what positions are worth in which such a man stands on such a square. The ancestor's
// statistic: of each man its side's view of the evaluation is filed under his kind and square. White's men
// file the evaluation for White under their squares; Black's men file it for Black, with the sign turned,
// under the mirrored squares, as Black sees the board. So each man of each position counts once, and the
// weights are those of a white man, as the model wants them. A slot that no man ever stood on is worth 0.
//
// The weights are then marginal: a knight's is the worth of positions with such a knight, all other men
// included, and a model that adds them up counts those over and over. That was the ancestor's failure.

#include <algorithm>
#include <array>
#include <numeric>

#include "lab/train/blocks.h"
#include "lab/train/learner.h"

namespace vitrine::lab {

namespace {

constexpr std::uint32_t kFull = SparsePositions::kFullPhase;

// An evaluation and the middlegame's part in its position. A tapered model's two weights are the same
// statistic, each position counting as much as there is of that phase in it.
struct Filed {
  std::int16_t centipawns;
  std::uint16_t phase;
};

// All evaluations, those of a slot side by side.
struct Files {
  std::vector<std::size_t> begin;  // of each slot, and the end of the last
  std::vector<Filed> all;
};

template <class Visit>
void for_each_man(const Lessons& lessons, Visit visit) {
  const Lessons::Part& part = lessons.training();
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    const Lessons::Row& row = part.rows[i];
    const std::int16_t score = part.centipawns[i];
    for (const std::uint16_t slot : lessons.positions().white(row)) visit(slot, Filed{score, row.phase});
    const auto turned = static_cast<std::int16_t>(-score);
    for (const std::uint16_t slot : lessons.positions().black(row)) visit(slot, Filed{turned, row.phase});
  }
}

Files file(const Lessons& lessons) {
  Files files{std::vector<std::size_t>(lessons.positions().slots() + 1), {}};
  for_each_man(lessons, [&](std::uint16_t slot, Filed) { ++files.begin[slot + 1U]; });
  std::partial_sum(files.begin.begin(), files.begin.end(), files.begin.begin());
  files.all.resize(files.begin.back());
  std::vector<std::size_t> next(files.begin.begin(), files.begin.end() - 1);
  for_each_man(lessons, [&](std::uint16_t slot, Filed filed) { files.all[next[slot]++] = filed; });
  return files;
}

// The value with half of the weight on either side; the middle of two if it falls between them. Contract:
// sorted.
template <class WeightOf>
double median(std::span<const Filed> files, WeightOf weight_of) {
  std::uint64_t total = 0;
  for (const Filed& one : files) total += weight_of(one);
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    below += weight_of(files[i]);
    if (2 * below < total || total == 0) continue;
    const double here = files[i].centipawns;
    if (2 * below > total) return here / 100;
    const auto next = std::find_if(files.begin() + static_cast<std::ptrdiff_t>(i) + 1, files.end(),
                                   [&](const Filed& one) { return weight_of(one) > 0; });
    return (here + next->centipawns) / 200;
  }
  return 0;
}

Weights medians(const Lessons& lessons) {
  Files files = file(lessons);
  Weights weights(lessons.weight_count());
  for_each_block(lessons.positions().slots(), lessons.threads(), [&](std::size_t, std::size_t slot) {
    const std::span<Filed> here =
        std::span(files.all).subspan(files.begin[slot], files.begin[slot + 1] - files.begin[slot]);
    std::ranges::sort(here, {}, &Filed::centipawns);
    if (lessons.phases() == 1) {
      weights[slot] = median(here, [](const Filed&) { return 1U; });
    } else {
      weights[2 * slot] = median(here, [](const Filed& one) { return std::uint32_t{one.phase}; });
      weights[2 * slot + 1] = median(here, [](const Filed& one) { return kFull - one.phase; });
    }
  });
  return weights;
}

Weights means(const Lessons& lessons) {
  const std::size_t phases = lessons.phases();
  std::vector<std::int64_t> sums(lessons.weight_count());
  std::vector<std::int64_t> shares(lessons.weight_count());
  for_each_man(lessons, [&](std::uint16_t slot, Filed one) {
    const std::array<std::int64_t, 2> share = {phases == 1 ? kFull : one.phase, kFull - one.phase};
    for (std::size_t phase = 0; phase < phases; ++phase) {
      sums[slot * phases + phase] += share[phase] * one.centipawns;
      shares[slot * phases + phase] += share[phase];
    }
  });
  Weights weights(lessons.weight_count());
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (shares[i] > 0) weights[i] = static_cast<double>(sums[i]) / static_cast<double>(shares[i]) / 100;
  return weights;
}

// One step is all there is.
class Statistic : public Learner {
 public:
  Statistic(const Lessons& lessons, Weights (*compute)(const Lessons&))
      : lessons_(lessons), compute_(compute), weights_(lessons.weight_count()) {}

  [[nodiscard]] const char* unit() const override { return "pass"; }
  void step() override { weights_ = compute_(lessons_); }
  [[nodiscard]] Weights weights() const override { return weights_; }
  void save(TrainState& state) const override { state.numbers["weights"] = weights_; }
  void resume(const TrainState& state) override { weights_ = state.get("weights", weights_.size()); }

 private:
  const Lessons& lessons_;
  Weights (*compute_)(const Lessons&);
  Weights weights_;
};

}  // namespace

std::unique_ptr<Learner> make_medians(const Lessons& lessons) {
  return std::make_unique<Statistic>(lessons, medians);
}

std::unique_ptr<Learner> make_means(const Lessons& lessons) {
  return std::make_unique<Statistic>(lessons, means);
}

}  // namespace vitrine::lab
