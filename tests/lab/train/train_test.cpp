// What all methods promise: the same model for any number of threads, and after any stop.

#include "lab/train/train.h"

#include <fstream>
#include <iterator>
#include <limits>

#include "lab/train/train_state.h"
#include "lab/train/train_support.h"

namespace vitrine::lab {

namespace {

using eval::ModelKind;

struct Case {
  Method method;
  ModelKind kind;
  bool is_tapered;
  TrainOptions options = {};
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const bool is_tapered : {false, true})
    for (const Method method :
         {Method::genetic, Method::medians, Method::means, Method::ridge, Method::logistic, Method::random})
      all.push_back({method, ModelKind::piece_square, is_tapered});
  all.push_back({Method::ridge, ModelKind::king_piece_square, true});
  all.push_back({Method::logistic, ModelKind::king_piece_square, false});
  all.push_back({Method::genetic, ModelKind::king_piece_square, false});
  for (Case& one : all) {
    one.options.is_tapered = one.is_tapered;
    one.options.steps = 6;
    one.options.milestone_every = 1;
    one.options.genetic.children = 20;
    one.options.genetic.elite = 3;
    one.options.genetic.adapts_step = true;
    one.options.genetic.crossover =
        one.is_tapered ? GeneticOptions::Crossover::mean : GeneticOptions::Crossover::uniform;
    one.options.logistic.batch = 100;
  }
  return all;
}

std::string name_of(const Case& one) {
  return std::string(to_string(one.method)) + (one.kind == ModelKind::piece_square ? "" : " with king") +
         (one.is_tapered ? ", tapered" : "");
}

const SparsePositions& positions_for(ModelKind kind) {
  static const SparsePositions plain = taught_positions(planted_model(ModelKind::piece_square, true), 1'000);
  static const SparsePositions king =
      taught_positions(planted_model(ModelKind::king_piece_square, false), 1'000);
  return kind == ModelKind::piece_square ? plain : king;
}

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

// Stops a run after some steps.
struct Stopper {
  std::uint64_t after;
  std::stop_source source = {};
  void operator()(const TrainProgress& progress) {
    if (progress.step >= after) source.request_stop();
  }
};

}  // namespace

TEST(Train, GivesTheSameModelForAnyNumberOfThreads) {
  for (const Case& one : cases()) {
    TrainOptions options = one.options;
    options.threads = 1;
    const TrainReport alone = train(one.method, positions_for(one.kind), options);
    for (const int threads : {2, 3, 7}) {
      options.threads = threads;
      const TrainReport together = train(one.method, positions_for(one.kind), options);
      EXPECT_EQ(alone.model, together.model) << name_of(one) << ", " << threads << " threads";
    }
  }
}

TEST(Train, GoesOnFromACheckpointAsIfNothingHadHappened) {
  for (const Case& one : cases()) {
    const Folder folder;
    TrainOptions options = one.options;
    options.history = folder / "unbroken";
    const TrainReport unbroken = train(one.method, positions_for(one.kind), options);
    EXPECT_TRUE(unbroken.is_finished);

    options.checkpoint = folder / "state";
    options.history = folder / "broken";
    for (std::uint64_t pause = 1; pause <= 6; pause += 2) {
      Stopper stopper{pause};
      const TrainReport part =
          train(one.method, positions_for(one.kind), options, std::ref(stopper), stopper.source.get_token());
      EXPECT_EQ(part.is_finished, part.step == unbroken.step) << name_of(one);
      EXPECT_EQ(part.step, std::min(pause, unbroken.step)) << name_of(one);
    }
    const TrainReport resumed = train(one.method, positions_for(one.kind), options);
    EXPECT_EQ(resumed.model, unbroken.model) << name_of(one);
    EXPECT_EQ(train(one.method, positions_for(one.kind), options).model, unbroken.model) << "and once more";
    for (const auto& entry : std::filesystem::directory_iterator(folder / "unbroken")) {
      const std::string name = entry.path().filename();
      EXPECT_EQ(read_text(folder / "broken/" + name), read_text(entry.path())) << name_of(one) << " " << name;
    }
  }
}

TEST(Train, KeepsAHistory) {
  const Folder folder;
  Case one = cases().front();
  one.options.history = folder / "new/history";
  one.options.steps = 10;
  one.options.milestone_every = 4;
  const TrainReport report = train(one.method, positions_for(one.kind), one.options);
  // After 1, 4, 8 and 10 generations.
  std::ifstream table(folder / "new/history/loss.csv");
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0], "step,training,held_out");
  for (const auto& [line, begin] : {std::pair{1, "1,"}, {2, "4,"}, {3, "8,"}, {4, "10,"}})
    EXPECT_TRUE(lines[static_cast<std::size_t>(line)].starts_with(begin))
        << lines[static_cast<std::size_t>(line)];
  const auto last = eval::load_model(folder / "new/history/0003.txt");
  ASSERT_TRUE(last);
  EXPECT_TRUE(std::ranges::equal(last->weights(eval::Phase::middlegame),
                                 report.model.weights(eval::Phase::middlegame)));
  EXPECT_FALSE(std::filesystem::exists(folder / "new/history/0004.txt"));

  // A shorter run in the same folder leaves nothing of the longer one.
  one.options.steps = 1;
  (void)train(one.method, positions_for(one.kind), one.options);
  EXPECT_TRUE(std::filesystem::exists(folder / "new/history/0000.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder / "new/history/0001.txt"));
}

TEST(Train, RefusesTheCheckpointOfAnotherRun) {
  const Folder folder;
  Case one = cases().front();
  one.options.checkpoint = folder / "state";
  (void)train(one.method, positions_for(one.kind), one.options);
  one.options.seed = 2;
  EXPECT_EQ(error_of([&] {
              (void)train(one.method, positions_for(one.kind), one.options);
            }).find(folder / "state" + ": this is the checkpoint of another run"),
            0u);
  EXPECT_NE(error_of([&] { (void)train(Method::means, positions_for(one.kind), one.options); }), "no error");
}

TEST(Train, SaysWhatIsWrongWithACheckpoint) {
  const Folder folder;
  Case one = cases().front();
  one.options.checkpoint = folder / "state";
  (void)train(one.method, positions_for(one.kind), one.options);
  const std::string text = read_text(folder / "state");
  const auto error_with = [&](const std::string& content) {
    std::ofstream(folder / "state") << content;
    return error_of([&] { (void)train(one.method, positions_for(one.kind), one.options); });
  };
  EXPECT_EQ(error_with(""), folder / "state" + ": this is no checkpoint of `vitrine lab train`");
  EXPECT_EQ(error_with(text.substr(0, text.size() / 2)), folder / "state" + ": the checkpoint is cut short");
  std::string changed = text;
  changed[text.size() / 2] ^= 1;
  EXPECT_EQ(error_with(changed), folder / "state" + ": the checkpoint is damaged: its checksum is wrong");
  EXPECT_EQ(error_with(text), "no error");
  one.options.checkpoint = folder / "nowhere/state";
  EXPECT_NE(error_of([&] { (void)train(one.method, positions_for(one.kind), one.options); }), "no error");
}

TEST(Train, WritesWhereTheModelComesFrom) {
  const Case one = cases().front();
  const auto& positions = positions_for(one.kind);
  const TrainReport report = train(one.method, positions, one.options);
  const std::vector<std::string> parts = {
      "genetic, seed 1",
      "20 children",
      std::to_string(positions.training().size()) + " positions to learn from",
      "checksum ",
      "generation 6 of 6",
      "off by "};
  for (const std::string& part : parts)
    EXPECT_NE(report.model.provenance().find(part), std::string::npos) << part << "\n"
                                                                       << report.model.provenance();
  EXPECT_EQ(eval::to_text(report.model), eval::to_text(train(one.method, positions, one.options).model));
}

TEST(Train, OnlyLogisticLossesLearnFromResults) {
  for (const Method method : {Method::genetic, Method::medians, Method::means, Method::ridge})
    for (const Target target : {Target::result, Target::mix})
      EXPECT_THROW((void)train(method, positions_for(ModelKind::piece_square), {.target = target}),
                   std::invalid_argument);
}

TEST(TrainState, ComesBackAsItWas) {
  const TrainState state{
      .run = 0xFEDCBA9876543210,
      .step = 123,
      .numbers = {{"none", {}},
                  {"some", {0.1, -1e-300, 0, 3e40, std::numeric_limits<double>::denorm_min()}}}};
  const auto again = parse_train_state(to_text(state));
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, state);
}

}  // namespace vitrine::lab
