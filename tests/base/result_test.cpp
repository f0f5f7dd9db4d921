#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitrine::base {
namespace {

struct Reason {
  std::string text;
};

Result<int, Reason> half_of(int number) {
  if (number % 2 != 0) return Reason{"odd"};
  return number / 2;
}

TEST(Result, HoldsAValue) {
  const auto half = half_of(6);
  ASSERT_TRUE(half);
  EXPECT_TRUE(half.has_value());
  EXPECT_EQ(*half, 3);
  EXPECT_EQ(half.value(), 3);
}

TEST(Result, HoldsAReason) {
  const auto half = half_of(7);
  ASSERT_FALSE(half);
  EXPECT_FALSE(half.has_value());
  EXPECT_EQ(half.error().text, "odd");
}

TEST(Result, TellsValueAndErrorApartEvenOfOneShape) {
  struct Error {
    int code;
  };
  const Result<int, Error> zero = 0;
  const Result<int, Error> failed = Error{0};
  EXPECT_TRUE(zero);
  EXPECT_FALSE(failed);
}

TEST(Result, CanBeChangedAndMovedFrom) {
  Result<std::string, Reason> text = std::string("e4");
  text->append(" e5");
  *text += " Nf3";
  EXPECT_EQ(text->size(), 9u);
  const std::string taken = *std::move(text);
  EXPECT_EQ(taken, "e4 e5 Nf3");
}

TEST(Result, HoldsWhatCannotBeCopied) {
  Result<std::unique_ptr<int>, Reason> owner = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = std::move(owner).value();
  EXPECT_EQ(*taken, 5);
}

// What comes out of a temporary result is the caller's own: a reference into it would be dead by the time
// that a range-for looks at it.
Result<std::vector<std::string>, Reason> parse_words() {
  return std::vector<std::string>(3, std::string(99, 'x'));
}

static_assert(std::is_same_v<decltype(*parse_words()), std::vector<std::string>>);
static_assert(std::is_same_v<decltype(parse_words().value()), std::vector<std::string>>);
static_assert(std::is_same_v<decltype(parse_words().error()), Reason>);
// Of a result that stays, nothing is copied.
static_assert(std::is_same_v<decltype(*std::declval<Result<int, Reason>&>()), int&>);
static_assert(std::is_same_v<decltype(*std::declval<const Result<int, Reason>&>()), const int&>);
static_assert(std::is_same_v<decltype(std::declval<const Result<int, Reason>&>().error()), const Reason&>);

TEST(Result, OfATemporaryOutlivesIt) {
  std::string all;
  for (const std::string& word : *parse_words()) all += word;
  for (const std::string& word : parse_words().value()) all += word;
  EXPECT_EQ(all, std::string(594, 'x'));

  const auto& reason = half_of(7).error();
  EXPECT_EQ(reason.text, "odd");
}

}  // namespace
}  // namespace vitrine::base
