#include "lab/spsa/tuned_option.h"

#include <gtest/gtest.h>

namespace vitrine::lab {
namespace {

engines::Options some_options() {
  engines::Options options;
  options.add({"Move Overhead", engines::SpinOption{10, 0, 5000}});
  options.add({"Razoring", engines::SpinOption{246, 50, 800}});
  options.add({"Offset", engines::SpinOption{0, -100, 100}});
  options.add({"Ponder", engines::CheckOption{false}});
  return options;
}

TEST(TunedOption, ReadsLinesAsOpenBenchHasThem) {
  const auto both = parse_tuned_options(
      "# what is tuned\r\n\nrazoring, int, 246.5, 50, 800, 37.5, 0.002\r\n"
      "  Move Overhead ,int,10,0,100,5,2e-3",
      some_options());
  ASSERT_TRUE(both) << both.error().text;
  const std::vector<TunedOption> expected = {
      {.name = "Razoring", .value = 246.5, .min = 50, .max = 800, .c_end = 37.5, .r_end = 0.002},
      {.name = "Move Overhead", .value = 10, .min = 0, .max = 100, .c_end = 5, .r_end = 0.002}};
  EXPECT_EQ(*both, expected);
}

TEST(TunedOption, SaysWhatIsWrongAndWhere) {
  struct Row {
    const char* text;
    const char* error;
  };
  const std::vector<Row> rows = {
      {"", "t: there is nothing to tune in it; a line is name, int, value, min, max, c_end, r_end"},
      {"# nothing\n",
       "t: there is nothing to tune in it; a line is name, int, value, min, max, c_end, r_end"},
      {"\nRazoring, int, 246, 50, 800, 37.5",
       "t:2: 6 fields instead of 7: name, int, value, min, max, c_end, r_end"},
      {"Razoring, int, 246, 50, 800, 37.5, 0.002,",
       "t:1: 8 fields instead of 7: name, int, value, min, max, c_end, r_end"},
      {"Rasoring, int, 246, 50, 800, 37.5, 0.002", "t:1: the engine has no option 'Rasoring'"},
      {"Ponder, int, 0, 0, 1, 1, 0.002", "t:1: 'Ponder' is no whole-number option of the engine"},
      {"Razoring, float, 246, 50, 800, 37.5, 0.002",
       "t:1: the type must be int, for options of engines are whole numbers, not 'float'"},
      {"Razoring, int, many, 50, 800, 37.5, 0.002", "t:1: the value must be a number, not 'many'"},
      {"Razoring, int, nan, 50, 800, 37.5, 0.002", "t:1: the value must be a number, not 'nan'"},
      {"Razoring, int, 246, 50.5, 800, 37.5, 0.002", "t:1: min must be a whole number, not '50.5'"},
      {"Razoring, int, 246, 50, , 37.5, 0.002", "t:1: max must be a whole number, not ''"},
      {"Razoring, int, 246, 50, 99999999999999999999, 37.5, 0.002",
       "t:1: max must be a whole number, not '99999999999999999999'"},
      {"Razoring, int, 246, 50, 800, x, 0.002", "t:1: c_end must be a number, not 'x'"},
      {"Razoring, int, 246, 50, 800, 37.5, inf", "t:1: r_end must be a number, not 'inf'"},
      {"Razoring, int, 246, 800, 800, 37.5, 0.002", "t:1: min must be less than max"},
      {"Razoring, int, 246, 40, 800, 37.5, 0.002",
       "t:1: the range 40 to 800 is not within that of the engine, 50 to 800"},
      {"Razoring, int, 246, 50, 801, 37.5, 0.002",
       "t:1: the range 50 to 801 is not within that of the engine, 50 to 800"},
      {"Razoring, int, 801, 50, 800, 37.5, 0.002", "t:1: the value 801 is not from 50 to 800"},
      {"Razoring, int, 49.5, 50, 800, 37.5, 0.002", "t:1: the value 49.5 is not from 50 to 800"},
      {"Razoring, int, 246, 50, 800, 0.4, 0.002",
       "t:1: c_end must be 0.5 at least, or both sides would often play with the same value"},
      {"Razoring, int, 246, 50, 800, 751, 0.002", "t:1: c_end is more than the whole range"},
      {"Razoring, int, 246, 50, 800, 37.5, 0", "t:1: r_end must be more than 0"},
      {"Offset, int, 0, -100, 100, 5, 0.002\n\nOFFSET, int, 0, -100, 100, 5, 0.002",
       "t:3: 'Offset' is there twice"},
  };
  for (const auto& [text, error] : rows) {
    const auto tuned = parse_tuned_options(text, some_options());
    ASSERT_FALSE(tuned) << text;
    EXPECT_EQ(tuned.error().to_string("t"), error) << text;
  }
}

TEST(TunedOption, WritesWhatItReads) {
  const std::string text =
      "Move Overhead, int, 10, 0, 100, 5, 0.002\nOffset, int, -7, -100, 100, 12.25, 0.01\n";
  const auto tuned = parse_tuned_options(text, some_options());
  ASSERT_TRUE(tuned);
  EXPECT_EQ(to_text(*tuned), text);
  // Values that have moved become whole numbers.
  EXPECT_EQ(to_text({{.name = "A", .value = -2.6, .min = -5, .max = 5, .c_end = 1, .r_end = 0.5}}),
            "A, int, -3, -5, 5, 1, 0.5\n");
}

TEST(TunedOption, ProposesAShareOfTheRange) {
  const engines::Options options = some_options();
  EXPECT_EQ(to_text({to_tuned_option(*options.find("Razoring"), 0.05, 0.002)}),
            "Razoring, int, 246, 50, 800, 37.5, 0.002\n");
  EXPECT_EQ(to_tuned_option({"Small", engines::SpinOption{1, 0, 4}}, 0.05, 0.002).c_end, 0.5);
}

}  // namespace
}  // namespace vitrine::lab
