#include "lab/texel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "chess/support.h"
#include "lab/weights_text.h"

namespace vitrine::lab {

namespace {

using eval::classical::kBuiltInWeights;

// Games decided as a teacher with other weights would: the pupil should come to think like the teacher.
Samples taught_samples(const Parameters& teacher, int count) {
  Samples samples;
  for (const chess::Position& pos : chess::random_positions(21, count, 7))
    if (samples.add(pos, 0)) {
      Sample& sample = samples[samples.size() - 1];
      sample.target = static_cast<float>(expected_points(samples.value(sample, teacher), 400));
    }
  return samples;
}

Parameters teacher() {
  Parameters parameters = to_parameters(kBuiltInWeights);
  for (std::size_t piece = 1; piece < 5; ++piece)
    parameters[piece][0] += 300;  // dearer pieces in the middlegame
  return parameters;
}

TexelOptions quick() { return {.epochs = 20, .threads = 1, .batch = 128, .rate = 2, .held_out = 0.1}; }

}  // namespace

TEST(Texel, ExpectedPointsAreLogistic) {
  EXPECT_DOUBLE_EQ(expected_points(0, 400), 0.5);
  EXPECT_NEAR(expected_points(400, 400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(expected_points(-400, 400), 1.0 / 11, 1e-12);
}

TEST(Texel, LearnsWhatItsTeacherKnows) {
  const Samples samples = taught_samples(teacher(), 3'000);
  Texel texel(samples, to_parameters(kBuiltInWeights), quick());
  std::vector<Epoch> epochs;
  texel.run([&](const Epoch& epoch) { epochs.push_back(epoch); }, {});
  ASSERT_EQ(epochs.size(), 21u);
  EXPECT_LT(texel.state().best_loss, epochs[0].validation_loss / 3);
  // Not the same weights, for several may explain one thing, but the same values.
  double before = 0;
  double after = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double taught = samples.value(samples[i], teacher());
    before += std::abs(samples.value(samples[i], to_parameters(kBuiltInWeights)) - taught);
    after += std::abs(samples.value(samples[i], texel.state().best) - taught);
  }
  EXPECT_LT(after, before * 0.7);
}

TEST(Texel, APullKeepsWeightsNearTheirStart) {
  const Samples samples = taught_samples(teacher(), 1'000);
  const Parameters start = to_parameters(kBuiltInWeights);
  const auto distance_with = [&](double pull) {
    TexelOptions options = quick();
    options.pull = pull;
    Texel texel(samples, start, options);
    texel.run([](const Epoch&) {}, {});
    double sum = 0;
    for (std::size_t i = 0; i < start.size(); ++i)
      for (const std::size_t half : {0, 1}) {
        const double change = texel.state().weights[i][half] - start[i][half];
        sum += change * change;
      }
    return sum;
  };
  EXPECT_LT(distance_with(1e-4), distance_with(0) / 4);
}

TEST(Texel, GoesOnFromItsStateAsIfItHadNeverStopped) {
  const Samples samples = taught_samples(teacher(), 500);
  const Parameters start = to_parameters(kBuiltInWeights);
  Texel unbroken(samples, start, quick());
  unbroken.run([](const Epoch&) {}, {});

  Texel first(samples, start, quick());
  std::stop_source stop;
  std::string saved;
  first.run(
      [&](const Epoch& epoch) {
        if (epoch.number != 5) return;
        saved = to_text(first.state());
        stop.request_stop();
      },
      stop.get_token());
  auto state = parse_texel_state(saved);
  ASSERT_TRUE(state) << state.error();
  EXPECT_EQ(state->epoch, 5);
  Texel second(samples, start, quick());
  second.resume(*state);
  second.run([](const Epoch&) {}, {});
  EXPECT_EQ(second.state().weights, unbroken.state().weights);
  EXPECT_EQ(second.state().best, unbroken.state().best);
}

TEST(TexelState, BrokenTextSaysWhere) {
  EXPECT_EQ(parse_texel_state("").error(), "line 1: expected 'vitrine tuner state 1'");
  const std::string head = "vitrine tuner state 1\nepoch 1\nstep 2\nscale 400\nbest_loss 0.1\n";
  EXPECT_EQ(parse_texel_state(head).error(), "line 6: expected material.value[0]");
  EXPECT_EQ(parse_texel_state(head + "material.value[0] 1 2 x").error(),
            "line 6: expected 8 numbers after material.value[0]");
}

// What the tuner writes is what the program was built from.
TEST(WeightsText, IsTheDataOfTheBuiltInWeights) {
  const std::string text = to_inc_text(kBuiltInWeights, "one line\nand another");
  EXPECT_TRUE(text.starts_with("// one line\n// and another\n"));
  std::ifstream file(test::data_path("../../src/eval/classical/weights.inc"));
  ASSERT_TRUE(file);
  const std::string built_from{std::istreambuf_iterator<char>(file), {}};
  const auto body = [](const std::string& all) { return all.substr(all.find("// clang-format off")); };
  EXPECT_EQ(body(text), body(built_from));
}

}  // namespace vitrine::lab
