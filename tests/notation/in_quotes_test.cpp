#include "notation/in_quotes.h"

#include <gtest/gtest.h>

#include <iomanip>  // its std::quoted must not be found instead of ours
#include <string>

namespace vitrine::notation {
namespace {

TEST(InQuotes, MakesTextFitForAMessage) {
  EXPECT_EQ(in_quotes(std::string("e2e5")), "'e2e5'");
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("a\nb\x1b[31m\xc3\xa9z"), "'a?b?[31m??z'");
  EXPECT_EQ(in_quotes(std::string(32, 'x')), "'" + std::string(32, 'x') + "'");
  EXPECT_EQ(in_quotes(std::string(33, 'x')), "'" + std::string(32, 'x') + "...'");
}

}  // namespace
}  // namespace vitrine::notation
