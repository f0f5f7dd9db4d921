// The settings of the flagship: what they do, and what it says of those it can't use.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engines/vitrine/support.h"
#include "eval/piece_square_model.h"
#include "notation/polyglot.h"
#include "support/paths.h"

namespace vitrine::engines {

namespace {

// The texts of the reports, one a line.
std::string texts(const Thought& thought) {
  std::string all;
  for (const Report& report : thought.reports)
    if (!report.text.empty()) all += report.text + '\n';
  return all;
}

// A book in which 1 d4 is the only move, gone when the test is over.
class TinyBook {
 public:
  TinyBook() : path_(testing::TempDir() + "vitrine_book_" + std::to_string(::getpid()) + ".bin") {
    const chess::Position start = chess::Position::initial();
    std::ofstream(path_, std::ios::binary) << notation::to_polyglot(
        {{notation::polyglot_key(start), notation::to_polyglot_move(chess::move(start, "d2d4")), 1, 0}});
  }
  ~TinyBook() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST(VitrineOptions, RefusesBadValues) {
  const auto engine = make_vitrine();
  const struct {
    const char* name;
    const char* value;
    const char* problem;
  } rows[] = {
      {"Hash", "0", "Hash must be a whole number"},
      {"Hash", "300000", "Hash must be a whole number"},
      {"Hash", "much", "not 'much'"},
      {"Threads", "0", "Threads must be a whole number"},
      {"Threads", "-1", "Threads must be a whole number"},
      {"MultiPV", "0", "MultiPV must be a whole number"},
      {"Move Overhead", "-1", "Move Overhead must be a whole number"},
      {"Move Overhead", "5001", "Move Overhead must be a whole number"},
      {"SyzygyProbeDepth", "0", "SyzygyProbeDepth must be a whole number"},
      {"SyzygyProbeLimit", "8", "SyzygyProbeLimit must be a whole number"},
      {"OwnBook", "maybe", "OwnBook must be true or false"},
      {"Contempt", "3", "No such option: Contempt"},
  };
  for (const auto& [name, value, problem] : rows)
    EXPECT_NE(engine->options().set(name, value).find(problem), std::string::npos) << name << ' ' << value;
  EXPECT_TRUE(think(*engine, chess::Game(), {.depth = 3}).choice.move);
}

TEST(VitrineOptions, ChangesItsSizeBetweenMoves) {
  const auto engine = make_vitrine();
  const chess::Game game = game_from(kBusy);
  for (const char* hash : {"1", "64", "2"})
    for (const char* threads : {"1", "3", "2"}) {
      EXPECT_EQ(engine->options().set("Hash", hash), "");
      EXPECT_EQ(engine->options().set("Threads", threads), "");
      expect_sound(game, think(*engine, game, {.depth = 5}));
    }
  EXPECT_EQ(engine->options().set("Threads", "1"), "");
  EXPECT_EQ(engine->options().set("Hash", "16"), "");
  engine->new_game();
  const auto fresh = make_vitrine();
  EXPECT_EQ(trace(*engine, game, {.nodes = 5000}), trace(*fresh, game, {.nodes = 5000}));
}

// The clock shows 500 ms, and all of it may be lost on the way.
TEST(VitrineOptions, KeepsMoveOverheadInHand) {
  const auto engine = with({{"Move Overhead", "450"}});
  const auto before = cpu_time();
  const Thought thought = think(*engine, game_from(kBusy), {.clock = Clock{{500ms, 500ms}, {}, 1}});
  EXPECT_LT(cpu_time() - before, chess::scaled(100) < 100 ? 200ms : 60ms);
  expect_sound(game_from(kBusy), thought);
}

TEST(VitrineOptions, AsksEndgameTables) {
  const auto engine = with({{"SyzygyPath", test::data_path("arena/syzygy")}});
  const struct {
    const char* fen;
    int result;  // for the side to move
  } rows[] = {
      {"8/8/8/8/4k3/8/3KP3/8 w - - 0 1", 0},    // Black has the opposition
      {"8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", -1},  // and here White has it
      {"8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0},
      {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1},  // on the sixth rank it always wins
      {"8/8/8/8/8/k7/8/K6Q w - - 0 1", 1},
      {"8/8/8/8/8/k7/8/K6N w - - 0 1", 0},
  };
  for (const auto& [fen, result] : rows) {
    const chess::Game game = game_from(fen);
    const Thought thought = think(*engine, game, {.depth = 6});
    expect_sound(game, thought);
    const Score score = *thought.reports.back().score;
    const int sign = score.value > 0 ? 1 : score.value < 0 ? -1 : 0;
    EXPECT_EQ(sign, result) << fen << ": " << score.value;
    if (result != 0) {
      EXPECT_TRUE(score.kind == Score::Kind::mate || std::abs(score.value) > 20'000)
          << fen << ": " << score.value;
    }
  }
  // In the search: a pawn is taken and the rest is in the tables.
  const Thought thought = think(*engine, game_from("8/8/8/3k4/8/3Kp3/4P3/8 w - - 0 1"), {.depth = 10});
  EXPECT_GT(thought.reports.back().table_base_hits.value_or(0), 0u);
  EXPECT_EQ(engine->options().set("SyzygyProbeLimit", "0"), "");
  EXPECT_EQ(think(*engine, game_from("8/8/8/3k4/8/3Kp3/4P3/8 w - - 0 1"), {.depth = 10})
                .reports.back()
                .table_base_hits,
            0u);
  EXPECT_EQ(engine->options().set("SyzygyPath", ""), "");
  EXPECT_FALSE(think(*engine, chess::Game(), {.depth = 1}).reports.back().table_base_hits);
}

// With a table at hand it wins what it should within the fifty moves.
TEST(VitrineOptions, MakesHeadwayWithTables) {
  const auto engine = with({{"SyzygyPath", test::data_path("arena/syzygy")}});
  for (const char* fen : {"8/8/8/8/4k3/8/8/K6R w - - 0 1", "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1"}) {
    chess::Game game = game_from(fen);
    engine->new_game();
    while (!game.outcome(chess::DrawClaims::made)) {
      const Thought thought = think(*engine, game, {.nodes = 500});
      expect_sound(game, thought);
      ASSERT_TRUE(game.play(*thought.choice.move));
    }
    EXPECT_EQ(game.outcome()->reason, chess::EndReason::checkmate)
        << fen << ' ' << notation::to_fen(game.position());
  }
}

TEST(VitrineOptions, TellsOnceThatTablesAreMissing) {
  const auto engine = with({{"SyzygyPath", "/nowhere/at/all"}});
  const Thought first = think(*engine, chess::Game(), {.depth = 2});
  EXPECT_NE(texts(first).find("SyzygyPath not used: "), std::string::npos) << texts(first);
  EXPECT_TRUE(first.choice.move);
  EXPECT_EQ(texts(think(*engine, chess::Game(), {.depth = 2})), "");
}

TEST(VitrineOptions, PlaysFromItsBook) {
  const TinyBook book;
  const auto engine = with({{"Book File", book.path()}, {"OwnBook", "true"}});
  const Thought thought = think(*engine, chess::Game(), {.depth = 30});
  expect_sound(chess::Game(), thought);
  EXPECT_EQ(notation::to_uci(*thought.choice.move), "d2d4");
  EXPECT_NE(texts(thought).find("book"), std::string::npos);
  // Where the book has nothing it thinks.
  EXPECT_EQ(texts(think(*engine, game_from(kBusy), {.depth = 3})), "");
  EXPECT_GT(think(*engine, game_from(kBusy), {.depth = 3}).reports.back().nodes, 1u);
  // Those who analyse want to see it think, and those who ask for certain moves get one of them.
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(texts(think(*engine, chess::Game(), {.infinite = true}, {.stop = stop.get_token()})), "");
  const chess::Move move = chess::move(chess::Position::initial(), "e2e4");
  EXPECT_EQ(think(*engine, chess::Game(), {.depth = 2, .search_moves = {move}}).choice.move, move);
  EXPECT_EQ(engine->options().set("OwnBook", "false"), "");
  EXPECT_EQ(texts(think(*engine, chess::Game(), {.depth = 3})), "");
}

TEST(VitrineOptions, TellsThatABookIsMissingOrBroken) {
  const std::string broken = testing::TempDir() + "vitrine_broken_" + std::to_string(::getpid()) + ".bin";
  std::ofstream(broken) << "this is no book";
  for (const std::string& path : {std::string("/nowhere/book.bin"), broken}) {
    const auto engine = with({{"Book File", path}, {"OwnBook", "true"}});
    const Thought thought = think(*engine, chess::Game(), {.depth = 3});
    EXPECT_NE(texts(thought).find("Book File not used: "), std::string::npos) << texts(thought);
    EXPECT_GT(thought.reports.back().nodes, 1u);
  }
  std::filesystem::remove(broken);
}

// Less memory than it was promised: it plays with little and says so.
TEST(VitrineOptions, PlaysOnWithoutEnoughMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all addresses for themselves";
#endif
  const auto engine = with({{"Hash", "8192"}});
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  const rlimit less{.rlim_cur = rlim_t{4} << 30, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &less), 0);
  const Thought thought = think(*engine, chess::Game(), {.depth = 4});
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_NE(texts(thought).find("Not enough memory for Hash"), std::string::npos);
  EXPECT_EQ(thought.reports.back().depth, 4);
  EXPECT_TRUE(thought.choice.move);
}

TEST(VitrineOptions, PlaysByAModel) {
  const auto engine = make_vitrine();
  const chess::Game game = game_from("7k/p7/8/8/8/8/7P/K7 w - - 0 1");
  const Thought itself = think(*engine, game, {.depth = 6});
  // A model that wants its king on b2, and nothing else in the world.
  eval::PieceSquareModel model;
  model.set_weight(eval::Phase::middlegame, chess::PieceType::king, chess::square("a1"), chess::square("b2"),
                   5);
  const std::string path = testing::TempDir() + "vitrine_model_" + std::to_string(::getpid()) + ".txt";
  save_model(model, path);
  ASSERT_EQ(engine->options().set("Model", path), "");
  EXPECT_EQ(engine->evaluate(chess::position("7k/8/8/8/8/8/1K6/8 w - - 0 1"))->value, 500);
  EXPECT_EQ(engine->evaluate(chess::position("7k/8/8/8/8/8/1K6/8 b - - 0 1"))->value, -500);
  EXPECT_EQ(engine->evaluate(chess::position("7k/8/8/8/8/8/8/1QK5 w - - 0 1"))->value, 0);
  for (const char* threads : {"1", "3"}) {
    ASSERT_EQ(engine->options().set("Threads", threads), "");
    const Thought thought = think(*engine, game, {.depth = 2});
    EXPECT_EQ(notation::to_uci(*thought.choice.move), "a1b2") << threads;
    EXPECT_EQ(texts(thought), "");
  }

  // One that values men beyond measure promises much, but no mate.
  for (float& weight : model.weights(eval::Phase::middlegame)) weight = eval::kMaxWeight;
  save_model(model, path);
  ASSERT_EQ(engine->options().set("Model", path), "");
  EXPECT_EQ(engine->evaluate(chess::position("7k/8/8/8/8/8/8/KQQQ4 w - - 0 1"))->value, 19'999);

  // One that isn't there: it says so and plays as itself, and nothing of the model is left in its memory.
  std::filesystem::remove(path);
  ASSERT_EQ(engine->options().set("Threads", "1"), "");
  ASSERT_EQ(engine->options().set("Model", path), "");
  const Thought without = think(*engine, game, {.depth = 6});
  EXPECT_EQ(texts(without), "Model not used: '" + path + "' can't be read\n");
  EXPECT_EQ(without.reports.back().nodes, itself.reports.back().nodes);
  EXPECT_EQ(without.reports.back().score, itself.reports.back().score);
  ASSERT_EQ(engine->options().set("Model", ""), "");
  EXPECT_EQ(texts(think(*engine, game, {.depth = 1})), "");
}

}  // namespace vitrine::engines
