// Ridge regression. A plain model's weights are solved for exactly, in one step. For a king-piece-square
// model's 24,576 (or twice as many) the matrix would fill the memory; conjugate gradients get by with the
// sparse rows. They start from the exact plain solution, the same for every square of the king, and the ridge
// pulls back there, not to zero: many squares are seldom or never seen with the king just there, and a queen
// is worth something there as well.

#include <array>

#include "lab/train/blocks.h"
#include "lab/train/learner.h"
#include "lab/train/normal_equations.h"

namespace vitrine::lab {

namespace {

constexpr std::size_t kBlocks = 16;

class ExactRidge : public Learner {
 public:
  ExactRidge(const Lessons& lessons, double ridge)
      : lessons_(lessons), ridge_(ridge), weights_(lessons.weight_count()) {}

  [[nodiscard]] const char* unit() const override { return "solution"; }
  void step() override { weights_ = solve_normal_equations(lessons_, ridge_); }
  [[nodiscard]] Weights weights() const override { return weights_; }
  void save(TrainState& state) const override { state.numbers["weights"] = weights_; }
  void resume(const TrainState& state) override { weights_ = state.get("weights", weights_.size()); }

 private:
  const Lessons& lessons_;
  double ridge_;
  Weights weights_;
};

double dot(const Weights& a, const Weights& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Solves (X'X + ridge) d = X'(y - X start), with X the rows and y the scores; the weights are start + d. The
// diagonal preconditions it: squares are seen with very different frequencies.
class SparseRidge : public Learner {
 public:
  SparseRidge(const Lessons& lessons, double ridge)
      : lessons_(lessons), ridge_(ridge), difference_(lessons.weight_count()) {}

  [[nodiscard]] const char* unit() const override { return "iteration"; }
  [[nodiscard]] bool is_settled() const override { return is_settled_; }

  void step() override {
    if (start_.empty()) begin();
    // X'X p, block by block.
    Weights image =
        over_rows([&](const Lessons::Row& row, std::size_t) { return lessons_.value(row, direction_); });
    for (std::size_t i = 0; i < image.size(); ++i) image[i] += ridge_ * direction_[i];
    const double curvature = dot(direction_, image);
    if (curvature <= 0) {
      is_settled_ = true;
      return;
    }
    const double before = preconditioned_square();
    const double length = before / curvature;
    for (std::size_t i = 0; i < image.size(); ++i) {
      difference_[i] += length * direction_[i];
      residual_[i] -= length * image[i];
    }
    const double after = preconditioned_square();
    for (std::size_t i = 0; i < image.size(); ++i)
      direction_[i] = residual_[i] / diagonal_[i] + after / before * direction_[i];
    is_settled_ = after <= kSmall * first_square_;
  }

  [[nodiscard]] Weights weights() const override {
    Weights sum = difference_;
    for (std::size_t i = 0; i < start_.size(); ++i) sum[i] += start_[i];
    return sum;
  }

  void save(TrainState& state) const override {
    state.numbers = {{"start", start_},         {"difference", difference_}, {"residual", residual_},
                     {"direction", direction_}, {"diagonal", diagonal_},     {"first", {first_square_}}};
  }
  void resume(const TrainState& state) override {
    const std::size_t size = lessons_.weight_count();
    start_ = state.get("start", size);
    difference_ = state.get("difference", size);
    residual_ = state.get("residual", size);
    direction_ = state.get("direction", size);
    diagonal_ = state.get("diagonal", size);
    first_square_ = state.get("first", 1)[0];
  }

 private:
  static constexpr double kSmall = 1e-12;

  void begin() {
    const std::size_t phases = lessons_.phases();
    const Weights plain = solve_normal_equations(lessons_, ridge_);
    start_.resize(lessons_.weight_count());
    for (std::size_t i = 0; i < start_.size(); ++i) {
      const std::size_t slot = i / phases;
      start_[i] = plain[((slot >> 12 << 6) | (slot & 63)) * phases + i % phases];
    }
    const auto& scores = lessons_.training().centipawns;
    residual_ = over_rows([&](const Lessons::Row& row, std::size_t i) {
      return scores[i] / 100.0 - lessons_.value(row, start_);
    });
    set_diagonal();
    direction_.resize(residual_.size());
    for (std::size_t i = 0; i < residual_.size(); ++i) direction_[i] = residual_[i] / diagonal_[i];
    first_square_ = preconditioned_square();
  }

  void set_diagonal() {
    const std::size_t phases = lessons_.phases();
    diagonal_.assign(lessons_.weight_count(), ridge_);
    for (const Lessons::Row& row : lessons_.training().rows) {
      const std::array<double, 2> share = shares(row);
      const auto add = [&](std::uint16_t slot) {
        for (std::size_t phase = 0; phase < phases; ++phase)
          diagonal_[slot * phases + phase] += share[phase] * share[phase];
      };
      for (const std::uint16_t slot : lessons_.positions().white(row)) add(slot);
      for (const std::uint16_t slot : lessons_.positions().black(row)) add(slot);
    }
  }

  [[nodiscard]] std::array<double, 2> shares(const Lessons::Row& row) const {
    if (lessons_.phases() == 1) return {1, 0};
    const double share = row.phase / static_cast<double>(SparsePositions::kFullPhase);
    return {share, 1 - share};
  }

  // X' times a number for each row.
  template <class NumberOf>
  [[nodiscard]] Weights over_rows(NumberOf number_of) {
    const std::size_t phases = lessons_.phases();
    const auto rows = lessons_.training().rows;
    for_each_block(kBlocks, lessons_.threads(), [&](std::size_t, std::size_t block) {
      Weights& sum = blocks_[block];
      sum.assign(lessons_.weight_count(), 0);
      const auto [begin, end] = part_of(rows.size(), block, kBlocks);
      for (std::size_t i = begin; i < end; ++i) {
        const double number = number_of(rows[i], i);
        const std::array<double, 2> share = shares(rows[i]);
        const auto add = [&](std::uint16_t slot, double signed_number) {
          for (std::size_t phase = 0; phase < phases; ++phase)
            sum[slot * phases + phase] += share[phase] * signed_number;
        };
        for (const std::uint16_t slot : lessons_.positions().white(rows[i])) add(slot, number);
        for (const std::uint16_t slot : lessons_.positions().black(rows[i])) add(slot, -number);
      }
    });
    Weights total = blocks_[0];
    for (std::size_t block = 1; block < kBlocks; ++block)
      for (std::size_t i = 0; i < total.size(); ++i) total[i] += blocks_[block][i];
    return total;
  }

  [[nodiscard]] double preconditioned_square() const {
    double sum = 0;
    for (std::size_t i = 0; i < residual_.size(); ++i) sum += residual_[i] * residual_[i] / diagonal_[i];
    return sum;
  }

  const Lessons& lessons_;
  double ridge_;
  Weights start_;
  Weights difference_;
  Weights residual_;
  Weights direction_;
  Weights diagonal_;
  double first_square_ = 0;
  bool is_settled_ = false;
  std::array<Weights, kBlocks> blocks_;
};

}  // namespace

std::unique_ptr<Learner> make_ridge(const Lessons& lessons, const TrainOptions& options) {
  if (lessons.positions().kind() == eval::ModelKind::piece_square)
    return std::make_unique<ExactRidge>(lessons, options.ridge);
  return std::make_unique<SparseRidge>(lessons, options.ridge);
}

}  // namespace vitrine::lab
