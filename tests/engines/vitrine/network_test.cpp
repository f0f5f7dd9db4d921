#include <unistd.h>

#include <filesystem>

#include "eval/nnue/accumulators.h"
#include "eval/nnue/builtin_network.h"
#include "eval/nnue/nnue_support.h"
#include "support.h"

namespace vitrine::engines {
namespace {

class NetworkFile {
 public:
  explicit NetworkFile(const eval::nnue::Network& network)
      : path_(testing::TempDir() + "vitrine_network_" + std::to_string(::getpid()) + ".nnue") {
    save_network(network, path_);
  }
  ~NetworkFile() { std::filesystem::remove(path_); }
  NetworkFile(const NetworkFile&) = delete;
  NetworkFile& operator=(const NetworkFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string words(const Thought& thought) {
  std::string all;
  for (const Report& report : thought.reports) all += report.text;
  return all;
}

TEST(VitrineNetwork, JudgesInPlaceOfTheTerms) {
  const auto network = eval::nnue::random_network(eval::nnue::some_architectures()[1], 3);
  const NetworkFile file(network);
  const auto engine = with({{"EvalFile", file.path()}, {"Eval", "classical"}});
  const chess::Position pos = chess::position(kBusy);
  const auto classical = engine->evaluate(pos);
  ASSERT_EQ(engine->options().set("Eval", "network"), "");
  EXPECT_EQ(engine->evaluate(pos)->value, plain_value(network, pos));
  ASSERT_EQ(engine->options().set("Eval", "classical"), "");
  EXPECT_EQ(engine->evaluate(pos), classical);
}

// A bishop of the wrong colour for its rook's pawn, and one of the right colour.
TEST(VitrineNetwork, KnowsDeadDraws) {
  const auto engine = make_vitrine();
  EXPECT_EQ(engine->evaluate(chess::position("7k/p7/8/8/7P/3B4/8/4K3 w - - 0 1"))->value, 0);
  EXPECT_GT(engine->evaluate(chess::position("7k/p7/8/8/7P/8/3B4/4K3 w - - 0 1"))->value, 0);
}

// The same search twice, and by several threads at once.
TEST(VitrineNetwork, SearchesAsWithTheTerms) {
  const auto network = eval::nnue::random_network(eval::nnue::some_architectures()[2], 8);
  const NetworkFile file(network);
  const auto engine = with({{"EvalFile", file.path()}, {"Eval", "network"}});
  for (const char* const fen : {kBusy, kPawns}) {
    const chess::Game game = game_from(fen);
    const Thought first = think(*engine, game, {.depth = 7});
    ASSERT_TRUE(first.choice.move);
    engine->new_game();
    const Thought again = think(*engine, game, {.depth = 7});
    EXPECT_EQ(again.choice.move, first.choice.move);
    EXPECT_EQ(again.reports.back().nodes, first.reports.back().nodes);
    ASSERT_EQ(engine->options().set("Threads", "3"), "");
    EXPECT_TRUE(think(*engine, game, {.depth = 6}).choice.move);
    ASSERT_EQ(engine->options().set("Threads", "1"), "");
    engine->new_game();
  }
}

TEST(VitrineNetwork, SaysWhyAFileIsNotUsed) {
  const NetworkFile file(eval::nnue::random_network({}, 1));
  std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) - 10);
  const auto engine = with({{"Eval", "network"}, {"EvalFile", file.path()}});
  const std::string said = words(think(*engine, game_from(kPawns), {.depth = 1}));
  EXPECT_NE(said.find("EvalFile not used: " + file.path()), std::string::npos) << said;
  EXPECT_NE(said.find("cut short"), std::string::npos) << said;
  const chess::Position pos = chess::position(kBusy);
  const int built_in = plain_value(*eval::nnue::builtin_network(), pos);
  EXPECT_EQ(engine->evaluate(pos)->value, built_in);
  ASSERT_EQ(engine->options().set("EvalFile", ""), "");
  EXPECT_EQ(words(think(*engine, game_from(kPawns), {.depth = 1})), "");
  EXPECT_EQ(engine->evaluate(pos)->value, built_in);
}

// Told once it matters, not between one option and the next.
TEST(VitrineNetwork, TakesItsOptionsInAnyOrder) {
  const NetworkFile file(eval::nnue::random_network({}, 1));
  const auto engine = with({{"Eval", "network"}, {"EvalFile", file.path()}});
  EXPECT_EQ(words(think(*engine, game_from(kPawns), {.depth = 1})), "");
}

}  // namespace
}  // namespace vitrine::engines
