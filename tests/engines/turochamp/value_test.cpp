#include "engines/turochamp/value.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace vitrine::engines::turochamp {

namespace {

Rules with(MaterialRule material, BareKing bare_king = BareKing::below_mate) {
  Rules rules;
  rules.material = material;
  rules.bare_king = bare_king;
  return rules;
}

}  // namespace

TEST(TurochampValue, CountsMaterialInHalfPawns) {
  // Eight pawns 8, knights 6, bishops 7, rooks 10, queen 10: 41.
  EXPECT_EQ(count_material(chess::Position::initial(), chess::Color::white), (Material{82, 82}));
  const auto pos = chess::position("4k2r/4p3/8/8/8/8/PP6/B3K1N1 b k - 0 1");
  EXPECT_EQ(count_material(pos, chess::Color::white), (Material{2 * 2 + 7 + 6, 10 + 2}));
  EXPECT_EQ(count_material(pos, chess::Color::black), (Material{10 + 2, 2 * 2 + 7 + 6}));
}

TEST(TurochampValue, IsAnExactFraction) {
  const Rules rules;
  EXPECT_EQ(Value::of({82, 82}, rules).to_string(), "1");
  EXPECT_EQ(Value::of({74, 75}, rules).to_string(), "74/75");
  EXPECT_EQ(Value::of({80, 82}, rules).to_string(), "40/41");
  EXPECT_EQ(Value::of({76, 74}, rules), Value::of({38, 37}, rules));
  EXPECT_LT(Value::of({74, 75}, rules), Value::of({75, 75}, rules));
  // A difference of one part in seven million, which a float would lose.
  EXPECT_LT(Value::of({2600, 2601}, rules), Value::of({2601, 2602}, rules));
  EXPECT_EQ(Value::of({0, 10}, rules).to_string(), "0");
}

// The point of W/B: two pawns ahead are worth more with less on the board.
TEST(TurochampValue, RewardsExchangesWhenAhead) {
  const Material full{82, 78};
  const Material exchanged{62, 58};
  EXPECT_GT(Value::of(exchanged, with(MaterialRule::ratio)), Value::of(full, with(MaterialRule::ratio)));
  EXPECT_EQ(Value::of(exchanged, with(MaterialRule::difference)),
            Value::of(full, with(MaterialRule::difference)));
  EXPECT_EQ(Value::of(full, with(MaterialRule::difference)).to_string(), "2");
  EXPECT_EQ(Value::of({7, 6}, with(MaterialRule::difference)).to_string(), "1/2");
}

TEST(TurochampValue, KnowsMateAndTheBareKing) {
  const Rules rules;
  EXPECT_EQ(Value::mate(true).to_string(), "1000");
  EXPECT_EQ(Value::mate(false).to_string(), "-1000");
  EXPECT_LT(Value::mate(false), Value::of({0, 82}, rules));
  // 19½ against nothing.
  const Value bare = Value::of({39, 0}, rules);
  EXPECT_EQ(bare.to_string(), "19500");
  EXPECT_LT(bare, Value::mate(true, rules));
  const Rules number = with(MaterialRule::ratio, BareKing::number);
  EXPECT_EQ(Value::of({39, 0}, number).to_string(), "19500");
  EXPECT_GT(Value::of({39, 0}, number), Value::mate(true, number));
}

TEST(TurochampValue, AddsTenths) {
  EXPECT_EQ(Value::of({82, 80}, with(MaterialRule::difference)).plus_tenths(146).to_string(), "78/5");
  EXPECT_EQ(Value::level(with(MaterialRule::ratio)).plus_tenths(-5).to_string(), "1/2");
}

TEST(TurochampValue, ReadsAsCentipawns) {
  const Rules rules;
  const Material start{82, 82};
  EXPECT_EQ(to_centipawns(Value::of({82, 82}, rules), start, rules), 0);
  EXPECT_EQ(to_centipawns(Value::of({80, 82}, rules), {80, 82}, rules), -100);
  EXPECT_EQ(to_centipawns(Value::of({20, 0}, rules), {20, 0}, rules), 1000);
  EXPECT_EQ(to_centipawns(Value::of({0, 0}, rules), {0, 0}, rules), 0);
  EXPECT_EQ(to_centipawns(Value::of({82, 80}, with(MaterialRule::difference)), start,
                          with(MaterialRule::difference)),
            100);
}

}  // namespace vitrine::engines::turochamp
