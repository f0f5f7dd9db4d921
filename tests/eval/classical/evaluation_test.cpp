#include "eval/classical/evaluation.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "chess/support.h"
#include "eval/classical/weights_visit.h"
#include "eval/evaluator.h"

namespace vitrine::eval::classical {

namespace {

using chess::mirrored;
using chess::Move;
using chess::position;
using chess::scaled;

int value_of(const char* fen) { return evaluate(position(fen), kBuiltInWeights); }

}  // namespace

TEST(Tapered, KeepsBothNumbersApart) {
  for (const int middlegame : {-3000, -1, 0, 1, 2999})
    for (const int endgame : {-3000, -1, 0, 1, 2999}) {
      const Tapered both = Tapered(middlegame, endgame) * 3 - Tapered(5, -5);
      EXPECT_EQ(both.middlegame(), 3 * middlegame - 5);
      EXPECT_EQ(both.endgame(), 3 * endgame + 5);
    }
}

TEST(Weights, AreAllVisitedOnceInOrder) {
  std::size_t next = 0;
  for_each_weight(kBuiltInWeights, [&](std::string_view name, auto values, std::size_t columns) {
    EXPECT_EQ(place(kBuiltInWeights, values.data()), next) << name;
    EXPECT_EQ(values.size() % columns, 0u) << name;
    next += values.size();
  });
  EXPECT_EQ(next, kWeightCount);
}

TEST(Evaluation, IsTheSameForBothColors) {
  for (const Position& pos : chess::random_positions(11, scaled(20'000))) {
    if (pos.is_check()) continue;
    EXPECT_EQ(evaluate(pos, kBuiltInWeights), evaluate(mirrored(pos), kBuiltInWeights))
        << notation::to_fen(pos);
  }
}

// One evaluator follows the games and keeps its cache; the other way starts from nothing each time.
TEST(Evaluation, DoesNotDependOnWhatWasSeenBefore) {
  Evaluator evaluator;
  int plies = 0;
  std::optional<Position> last;
  for (const bool clears : {false, true})
    chess::for_random_plies(12, scaled(40'000), [&](const Position& pos, Move move) {
      // A new game, or no room left on the line.
      if (!last || pos.key() != last->key() || plies == Evaluator::kMaxPlies) {
        evaluator.start(pos);
        if (clears) evaluator.clear();
        plies = 0;
      }
      if (!pos.is_check()) {
        const int value = evaluator.evaluate(pos);
        ASSERT_EQ(value, evaluate(pos, kBuiltInWeights)) << notation::to_fen(pos);
        ASSERT_LT(std::abs(value), 20'000);
      }
      last = pos.after(move, evaluator.push());
      ++plies;
    });
}

TEST(Evaluation, FollowsALineForthAndBack) {
  const Position root = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  Evaluator evaluator;
  evaluator.start(root);
  const int before = evaluator.evaluate(root);
  for (const Move move : root.legal_moves()) {
    const Position next = root.after(move, evaluator.push());
    if (!next.is_check()) {
      EXPECT_EQ(evaluator.evaluate(next), evaluate(next, kBuiltInWeights)) << notation::to_uci(move);
      evaluator.push_null();
      const Position passed = next.after_null();
      if (!passed.is_check()) {
        EXPECT_EQ(evaluator.evaluate(passed), evaluate(passed, kBuiltInWeights));
      }
      evaluator.pop();
    }
    evaluator.pop();
    EXPECT_EQ(evaluator.evaluate(root), before) << notation::to_uci(move);
  }
}

TEST(Evaluation, PrefersWhatEverybodyPrefers) {
  struct Row {
    const char* better;
    const char* worse;
    const char* why;
  };
  const std::vector<Row> rows = {
      {"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a knight up"},
      {"1r4k1/8/4P3/8/8/8/8/R5K1 w - - 0 1", "1r4k1/8/8/8/4P3/8/8/R5K1 w - - 0 1",
       "a pawn nearer to its goal"},
      {"r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1",
       "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w - - 0 1", "a castled king"},
      {"6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/5KR1 w - - 0 1",
       "a rook that can move"},
  };
  for (const Row& row : rows) {
    EXPECT_GT(value_of(row.better), value_of(row.worse)) << row.why;
  }
}

TEST(Evaluation, IsTheTempoWhereNothingElseDiffers) {
  const int start = value_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(start, kBuiltInWeights.other.tempo.middlegame());
}

}  // namespace vitrine::eval::classical
