// The network's arithmetic against that of the program which trained it.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "eval/nnue/accumulators.h"
#include "lab/data/game_file.h"
#include "support/paths.h"

namespace vitrine::lab {
namespace {

// tests/data/eval/README.md says how the files were made.
TEST(NetworkReference, SaysWhatTheTrainerComputed) {
  const auto network = eval::nnue::load_network(test::data_path("eval/small.nnue"));
  ASSERT_TRUE(network) << network.error();
  std::ifstream expected(test::data_path("eval/small.values"));
  GameFileReader games(test::data_path("../../data/sample.games"));
  int compared = 0;
  for (auto game = games.read(); game && expected; game = games.read()) {
    ASSERT_TRUE(*game);
    eval::nnue::Accumulators along(*network);
    along.start((*game)->start);
    chess::Position pos = (*game)->start;
    int plies = 0;
    for (const ScoredMove& scored : (*game)->moves) {
      int value = 0;
      if (!(expected >> value)) break;
      ASSERT_EQ(eval::nnue::evaluate(*network, pos), value) << "position " << compared;
      ASSERT_EQ(along.evaluate(pos), value) << "position " << compared;
      ++compared;
      if (++plies % eval::nnue::Accumulators::kMaxPlies == 0) along.start(pos);
      pos = pos.after(scored.move, along.push());
    }
  }
  EXPECT_EQ(compared, 10'000);
}

}  // namespace
}  // namespace vitrine::lab
