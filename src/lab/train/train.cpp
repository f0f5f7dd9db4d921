#include "lab/train/train.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "lab/data/checksum.h"
#include "lab/data/new_file.h"
#include "lab/texel.h"
#include "lab/train/history.h"
#include "lab/train/learner.h"

namespace vitrine::lab {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::array kMethods = {Method::genetic, Method::medians,  Method::means,
                                 Method::ridge,   Method::logistic, Method::random};
constexpr milliseconds kSignOfLife{500};

Measure measure_of(Method method, const TrainOptions& options) {
  const bool is_logistic =
      method == Method::logistic ||
      (method == Method::genetic && options.genetic.fitness == GeneticOptions::Fitness::logistic);
  return is_logistic ? Measure::points : Measure::pawns;
}

std::uint64_t steps_of(Method method, const SparsePositions& positions, const TrainOptions& options) {
  const bool is_plain = positions.kind() == eval::ModelKind::piece_square;
  switch (method) {
    case Method::genetic: return options.steps.value_or(300);
    case Method::logistic: return options.steps.value_or(30);
    case Method::ridge: return is_plain ? 1 : options.steps.value_or(100);
    default: return 1;
  }
}

void check(Method method, const TrainOptions& options) {
  if (options.target != Target::score && measure_of(method, options) == Measure::pawns)
    throw std::invalid_argument(std::string(to_string(method)) +
                                " learns from scores: results and mixtures are for logistic losses");
  if (options.genetic.elite < 1 || options.genetic.elite > options.genetic.children)
    throw std::invalid_argument("the elite must be at least one and no more than the children");
  if (!(options.clip > 0) || options.clip * 100 > kMostCentipawns)
    throw std::invalid_argument("scores are clipped to more than 0 and at most 300 pawns");
  if (!(options.ridge > 0)) throw std::invalid_argument("the ridge must be more than 0");
  if (options.threads < 1) throw std::invalid_argument("there must be a thread");
}

std::unique_ptr<Learner> make_learner(Method method, const Lessons& lessons, const TrainOptions& options,
                                      std::uint64_t steps) {
  switch (method) {
    case Method::genetic: return make_genetic(lessons, options);
    case Method::medians: return make_medians(lessons);
    case Method::means: return make_means(lessons);
    case Method::ridge: return make_ridge(lessons, options);
    case Method::logistic: return make_logistic(lessons, options, steps);
    case Method::random: break;
  }
  return make_random(lessons, options);
}

// All that decides what a step does, in words: how a checkpoint knows its run, and the model's provenance.
std::string settings_text(Method method, const Lessons& lessons, const TrainOptions& options) {
  std::ostringstream text;
  text << to_string(method) << ", seed " << options.seed << ", scores clipped to " << options.clip
       << " pawns";
  if (method == Method::genetic) {
    const GeneticOptions& genetic = options.genetic;
    constexpr std::array kCrossover = {"none", "uniform", "mean"};
    text << "; " << genetic.children << " children, elite " << genetic.elite << ", "
         << (genetic.adapts_step ? "adapting step of " : "step ") << genetic.step << " pawns, crossover "
         << kCrossover[static_cast<std::size_t>(genetic.crossover)] << ", weights within " << genetic.range;
  }
  if (method == Method::ridge) text << "; ridge " << options.ridge;
  if (method == Method::logistic)
    text << "; batches of " << options.logistic.batch << ", rate " << options.logistic.rate << ", pull "
         << options.logistic.pull;
  if (lessons.measure() == Measure::points) {
    constexpr std::array kTargets = {"scores", "results", "scores and results"};
    text << "; logistic loss against " << kTargets[static_cast<std::size_t>(options.target)];
    if (options.target == Target::mix) text << " (results " << options.result_share << ")";
    text << ", ten to one at " << std::lround(lessons.scale()) << " centipawns";
  }
  return text.str();
}

std::string data_text(const Lessons& lessons) {
  std::ostringstream text;
  text << lessons.training().rows.size() << " positions to learn from, " << lessons.held_out().rows.size()
       << " held out, checksum " << std::hex << lessons.positions().checksum();
  return text.str();
}

std::string shape_text(const Lessons& lessons) {
  return std::to_string(lessons.positions().slots()) + "x" + std::to_string(lessons.phases());
}

std::optional<TrainState> read_state(const std::string& path, std::uint64_t run) {
  if (path.empty()) return {};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto state = parse_train_state(text);
  if (!state) throw std::runtime_error(path + ": " + state.error());
  if (state->run != run)
    throw std::runtime_error(
        path +
        ": this is the checkpoint of another run (another method, other options or other "
        "data); remove it or name another");
  return *std::move(state);
}

// A run under way.
class Run {
 public:
  Run(Method method, const SparsePositions& positions, const TrainOptions& options)
      : method_(method),
        options_(options),
        lessons_(positions, options, measure_of(method, options)),
        steps_(steps_of(method, positions, options)),
        milestone_every_(options.milestone_every > 0 ? options.milestone_every
                                                     : std::max<std::uint64_t>(1, steps_ / 100)),
        settings_(settings_text(method, lessons_, options)),
        learner_(make_learner(method, lessons_, options, steps_)) {
    const std::string all = settings_ + "|" + data_text(lessons_) + "|" + shape_text(lessons_);
    run_ = checksum(all.data(), all.size());
    resume();
    if (!options_.history.empty()) history_.emplace(options_.history, step_);
  }

  void go(const std::function<void(const TrainProgress&)>& on_progress, const std::stop_token& stop) {
    first_step_ = step_;
    while (!is_done() && !stop.stop_requested()) {
      learner_->step();
      ++step_;
      const bool is_milestone = step_ == 1 || step_ % milestone_every_ == 0 || is_done();
      if (is_milestone || Clock::now() >= next_sign_) tell(is_milestone, on_progress);
      if (Clock::now() >= next_checkpoint_) keep();
    }
    if (step_ > first_step_) keep();
  }

  [[nodiscard]] TrainReport report() const {
    const Weights weights = learner_->weights();
    TrainReport report{.model = to_model(weights, lessons_.positions().kind(), lessons_.phases()),
                       .training_error = std::numeric_limits<double>::quiet_NaN(),
                       .held_out_error = std::numeric_limits<double>::quiet_NaN(),
                       .held_out_logistic = held_out_logistic(weights),
                       .seconds = seconds(),
                       .step = step_,
                       .is_finished = is_done()};
    set_errors(weights, report);
    report.model.set_provenance(provenance(report));
    return report;
  }

 private:
  [[nodiscard]] bool is_done() const { return step_ >= steps_ || learner_->is_settled(); }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  void resume() {
    const auto state = read_state(options_.checkpoint, run_);
    if (!state || state->step == 0) return;
    try {
      learner_->resume(*state);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(options_.checkpoint + ": " + error.what());
    }
    step_ = state->step;
  }

  void tell(bool is_milestone, const std::function<void(const TrainProgress&)>& on_progress) {
    if (!on_progress && !history_) return;
    const Weights weights = learner_->weights();
    const double training = lessons_.error(lessons_.training(), weights);
    const double held_out = lessons_.error(lessons_.held_out(), weights);
    eval::PieceSquareModel model = to_model(weights, lessons_.positions().kind(), lessons_.phases());
    model.set_provenance(settings_ + "\n" + learner_->unit() + " " + std::to_string(step_) + " of " +
                         std::to_string(steps_));
    if (is_milestone && history_) history_->add(step_, training, held_out, model);
    if (on_progress)
      on_progress({method_, step_, steps_, first_step_, learner_->unit(), is_milestone, lessons_.measure(),
                   training, held_out, seconds(), model});
    next_sign_ = Clock::now() + kSignOfLife;
  }

  void keep() {
    if (options_.checkpoint.empty()) return;
    TrainState state{.run = run_, .step = step_};
    learner_->save(state);
    NewFile file(options_.checkpoint);
    file.write(to_text(state));
    file.finish();
    next_checkpoint_ = Clock::now() + options_.checkpoint_every;
  }

  void set_errors(const Weights& weights, TrainReport& report) const {
    const auto set_from = [&](const Lessons& lessons) {
      report.training_error = lessons.error(lessons.training(), weights);
      report.held_out_error = lessons.error(lessons.held_out(), weights);
    };
    if (lessons_.measure() == Measure::pawns) return set_from(lessons_);
    const bool has_scores = std::ranges::any_of(lessons_.positions().training(), [](const Lessons::Row& row) {
      return row.centipawns != SparsePositions::kNoScore;
    });
    if (has_scores) set_from(Lessons(lessons_.positions(), options_, Measure::pawns));
  }

  [[nodiscard]] double held_out_logistic(const Weights& weights) const {
    constexpr double kUsualScale = 400;
    const auto rows = lessons_.positions().held_out();
    const bool has_results =
        std::ranges::any_of(rows, [](const Lessons::Row& row) { return row.result != GameResult::unknown; });
    std::vector<float> values;
    std::vector<float> points;
    for (const Lessons::Row& row : rows) {
      if (has_results ? row.result == GameResult::unknown : row.centipawns == SparsePositions::kNoScore)
        continue;
      values.push_back(static_cast<float>(lessons_.value(row, weights)));
      points.push_back(static_cast<float>(has_results ? 0.5 * static_cast<int>(row.result)
                                                      : expected_points(row.centipawns, kUsualScale)));
    }
    return values.empty() ? std::numeric_limits<double>::quiet_NaN() : fit_curve(values, points).error;
  }

  // No date and no time: the same run shall write the same file.
  [[nodiscard]] std::string provenance(const TrainReport& report) const {
    std::ostringstream text;
    text << "vitrine lab train " << settings_ << "\n" << data_text(lessons_) << "\n";
    text << learner_->unit() << " " << step_ << " of " << steps_ << "; ";
    text.precision(4);
    if (!std::isnan(report.training_error))
      text << "off by " << report.training_error << " pawns in the mean";
    if (!std::isnan(report.held_out_error)) text << ", " << report.held_out_error << " on positions held out";
    if (!std::isnan(report.held_out_logistic))
      text << "; squared error in points there " << report.held_out_logistic;
    return text.str();
  }

  Method method_;
  const TrainOptions& options_;
  Clock::time_point begin_ = Clock::now();
  Lessons lessons_;
  std::uint64_t steps_;
  std::uint64_t milestone_every_;
  std::string settings_;
  std::unique_ptr<Learner> learner_;
  std::uint64_t run_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t first_step_ = 0;
  std::optional<TrainHistory> history_;
  Clock::time_point next_sign_ = Clock::now() + kSignOfLife;
  Clock::time_point next_checkpoint_ = Clock::now() + options_.checkpoint_every;
};

}  // namespace

const char* to_string(Method method) {
  constexpr std::array kNames = {"genetic", "medians", "means", "ridge", "logistic", "random"};
  return kNames[static_cast<std::size_t>(method)];
}

std::optional<Method> parse_method(std::string_view name) {
  const auto found = std::ranges::find_if(kMethods, [&](Method method) { return to_string(method) == name; });
  if (found == kMethods.end()) return {};
  return *found;
}

TrainReport train(Method method, const SparsePositions& positions, const TrainOptions& options,
                  const std::function<void(const TrainProgress&)>& on_progress, const std::stop_token& stop) {
  check(method, options);
  Run run(method, positions, options);
  run.go(on_progress, stop);
  return run.report();
}

}  // namespace vitrine::lab
