#include "lab/spsa/spsa_state.h"

#include <gtest/gtest.h>

#include "lab/spsa/spsa_support.h"

namespace vitrine::lab {
namespace {

std::string run_of(const SpsaRules& rules, const std::vector<TunedOption>& options = three_options(),
                   const char* games = R"({"pairs": 8, "nodes": 500})") {
  return describe_run(options, rules, games);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

SpsaState some_state() {
  return {.values = {1.0 / 3, 123.456789012345678, -0.1},
          .next = 4,
          .ahead = {6, 9},
          .total = {.wins = 10, .draws = 70, .losses = 16, .on_time = 1}};
}

TEST(SpsaState, ReadsBackExactly) {
  const std::string run = run_of({.steps = 12});
  const auto back = parse_spsa_state(to_text(some_state(), three_options(), run), three_options(), run);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(*back, some_state());
}

// A run that is written down and read again at every step ends as one that never was.
TEST(SpsaState, GoingOnIsAsIfNothingHadBeen) {
  const SpsaRules rules{.steps = 120, .seed = 3};
  const std::string run = run_of(rules);
  Spsa whole(three_options(), rules);
  while (const auto step = whole.take()) whole.apply(*step, play_by_formula(*step));

  std::string text = to_text(Spsa(three_options(), rules).state(), three_options(), run);
  for (int session = 0; session < 120; ++session) {
    auto state = parse_spsa_state(text, three_options(), run);
    ASSERT_TRUE(state) << state.error();
    Spsa spsa(three_options(), rules, *state);
    const auto step = spsa.take();
    ASSERT_TRUE(step);
    spsa.apply(*step, play_by_formula(*step));
    text = to_text(spsa.state(), three_options(), run);
  }
  EXPECT_EQ(text, to_text(whole.state(), three_options(), run));
}

TEST(SpsaState, SaysInWhatARunIsAnother) {
  const std::string run = run_of({.steps = 12});
  const std::string text = to_text(some_state(), three_options(), run);
  const auto error = [&](const std::string& here) {
    return parse_spsa_state(text, three_options(), here).error();
  };
  EXPECT_EQ(error(run_of({.steps = 13})), "it is of another run: steps is 12 there, and 13 here");
  EXPECT_EQ(error(run_of({.steps = 12, .seed = 2})), "it is of another run: seed is 1 there, and 2 here");
  EXPECT_EQ(error(run_of({.steps = 12}, three_options(), R"({"pairs": 8, "nodes": 600})")),
            "it is of another run: games/nodes is 500 there, and 600 here");
  EXPECT_EQ(error(run_of({.steps = 12}, three_options(), R"({"pairs": 8, "tc": "2+0.02"})")),
            "it is of another run: games/tc is missing there, and \"2+0.02\" here");
  EXPECT_EQ(error(run_of({.steps = 12}, three_options(), R"({"pairs": 8})")),
            "it is of another run: games/nodes is 500 there, and missing here");
  auto options = three_options();
  options[2].c_end = 6;
  EXPECT_EQ(error(run_of({.steps = 12}, options)),
            "it is of another run: tuned/2/c_end is 5.0 there, and 6.0 here");
  options.pop_back();
  EXPECT_EQ(error(run_of({.steps = 12}, options)),
            "it is of another run: tuned/2/name is \"three\" there, and missing here");
}

TEST(SpsaState, RefusesWhatIsDamaged) {
  const std::string run = run_of({.steps = 12});
  const std::string good = to_text(some_state(), three_options(), run);
  const auto error = [&](const std::string& text) {
    const auto state = parse_spsa_state(text, three_options(), run);
    return state ? "" : state.error().substr(0, state.error().find(':'));
  };
  EXPECT_EQ(error(good), "");
  for (const std::string text : {"", "{}", "[]", "a file that somebody needs", "{\"format\": \"other\"}"})
    EXPECT_EQ(error(text), "this is no state of `vitrine lab spsa`") << text;
  EXPECT_EQ(error(good.substr(0, good.size() / 2)), "this is no state of `vitrine lab spsa`");
  EXPECT_EQ(error(replaced(good, "\"next\": 4", "\"next\": 13")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "\"next\": 4", "\"next\": 6")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "\"next\": 4", "\"next\": \"4\"")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "\"next\": 4,", "")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "\"wins\": 10", "\"wins\": -10")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "-0.1", "-50.1")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "-0.1", "null")), "it is damaged");
  EXPECT_EQ(error(replaced(good, "\"name\": \"two\"", "\"name\": \"2\"")), "it is damaged");
}

}  // namespace
}  // namespace vitrine::lab
