#include "engines/turochamp/rules.h"

#include <gtest/gtest.h>

#include "engines/turochamp/turochamp.h"

namespace vitrine::engines::turochamp {

namespace {

// Every value an option may have, as text.
struct Values {
  std::vector<std::string> operator()(const CheckOption&) const { return {"true", "false"}; }
  std::vector<std::string> operator()(const SpinOption& option) const {
    std::vector<std::string> values;
    for (auto value = option.min; value <= option.max; ++value) values.push_back(std::to_string(value));
    return values;
  }
  std::vector<std::string> operator()(const ComboOption& option) const { return option.choices; }
  std::vector<std::string> operator()(const ButtonOption&) const { return {}; }
  std::vector<std::string> operator()(const TextOption&) const { return {}; }
};

}  // namespace

TEST(TurochampRules, DefaultsAreOurReading) {
  Options options;
  add_rule_options(options);
  EXPECT_TRUE(rules_from(options) == Rules());
  EXPECT_TRUE(rules_from(make_turochamp()->options()) == Rules());
}

// No two values of an option mean the same.
TEST(TurochampRules, EveryChoiceMatters) {
  Options names;
  add_rule_options(names);
  for (const Option& option : names.all()) {
    if (option.name == "Depth") continue;
    std::vector<Rules> seen;
    int defaults = 0;
    for (const std::string& value : std::visit(Values(), option.kind)) {
      Options options;
      add_rule_options(options);
      ASSERT_EQ(options.set(option.name, value), "");
      const Rules rules = rules_from(options);
      for (const Rules& other : seen) EXPECT_FALSE(rules == other) << option.name << ' ' << value;
      defaults += rules == Rules() ? 1 : 0;
      seen.push_back(rules);
    }
    EXPECT_EQ(defaults, 1) << option.name;
  }
}

TEST(TurochampRules, DepthIsTheNumberOfFullPlies) {
  Options options;
  add_rule_options(options);
  ASSERT_EQ(options.set("Depth", "3"), "");
  EXPECT_EQ(rules_from(options).plies, 3);
  ASSERT_EQ(options.set("Depth", "0"), "");
  EXPECT_EQ(rules_from(options).plies, 2);
}

}  // namespace vitrine::engines::turochamp
