// Thousands of random sessions against the invariants of the protocol: one bestmove for each go and nothing
// of a search after it, a readyok for each isready at once, no bestmove before its time.

#include <map>

#include "base/rng.h"
#include "protocols/uci_support.h"

namespace vitrine::protocols::uci_testing {
namespace {

// Numbers its searches, so that a line can be traced to the search it came from. Answers soon or late,
// whatever it is told, as engines do.
class NumberedEngine : public engines::Engine {
 public:
  explicit NumberedEngine(std::uint64_t seed) : rng_(seed) {}

  [[nodiscard]] Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                              const Signals& signals) override {
    const std::uint64_t mood = rng_.next();
    ++searches_;
    const chess::Move move = first_move(game.position(), limits);
    for (std::uint64_t i = 0; i < mood % 4; ++i)
      on_report({.depth = searches_, .score = engines::Score::centipawns(0), .pv = {move}});
    const bool must_wait = limits.infinite || limits.ponder || limits.is_unlimited();
    if (must_wait && mood / 4 % 2 == 0) wait_for_signal(signals, limits.ponder);
    if (mood / 8 % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(mood / 32 % 300));
    on_report({.depth = searches_, .score = engines::Score::centipawns(1), .pv = {move}});
    return {.move = move};
  }

 private:
  base::Rng rng_;
  int searches_ = 0;
};

constexpr std::string_view kLines[] = {
    "uci",
    "isready",
    "isready",
    "ucinewgame",
    "debug on",
    "debug off",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position startpos moves e2e4 e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "setoption name UCI_Chess960 value true",
    "setoption name Nonsense",
    "go depth 1",
    "go nodes 1 searchmoves e2e4 rubbish",
    "go wtime -1 btime 100",
    "go movetime 0",
    "go",
    "go infinite",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go ponder wtime 100 btime 100",
    "ponderhit",
    "ponderhit",
    "stop",
    "stop",
    "stop",
    "d",
    "go perft 2",
    "joho rubbish",
    "",
};

void play(std::uint64_t seed) {
  base::Rng rng(seed);
  MemorySink sink;
  UciServer server(std::make_unique<NumberedEngine>(rng.next()), {"x", "y"}, sink);
  std::size_t gos = 0;
  std::size_t ready = 0;
  bool is_held = false;  // the latest search may not answer yet
  bool is_pondering = false;
  for (std::uint64_t i = rng.below(25); i > 0; --i) {
    const std::string_view line = kLines[rng.below(std::size(kLines))];
    const bool is_search = line.starts_with("go") && !line.starts_with("go perft");
    if (line.starts_with("go"))
      is_held = line.find("infinite") != line.npos || line.find("ponder") != line.npos;
    if (line.starts_with("go")) is_pondering = line.find("ponder") != line.npos;
    gos += is_search ? 1 : 0;
    ASSERT_TRUE(server.handle(line));
    if (line == "isready") {
      ASSERT_EQ(sink.count("readyok"), ++ready);
    }
    if (line == "stop" || (line == "ponderhit" && is_pondering)) is_held = false;
    if (rng.below(4) == 0) std::this_thread::sleep_for(std::chrono::microseconds(rng.below(200)));
    ASSERT_LE(sink.count("bestmove"), is_held ? gos - 1 : gos) << line;
  }
  ASSERT_FALSE(server.handle("quit"));

  ASSERT_EQ(sink.count("bestmove"), gos);
  ASSERT_EQ(sink.count("readyok"), ready);
  int answered = 0;
  for (const std::string& line : sink.lines()) {
    if (line.starts_with("bestmove")) ++answered;
    if (line.starts_with("info depth ")) {
      ASSERT_EQ(std::stoi(line.substr(11)), answered + 1) << "a line of another search";
    }
  }
}

TEST(UciSession, RandomScripts) {
  for (std::uint64_t seed = 1; seed <= 2000 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    play(seed);
  }
}

// The stop that arrives just when the search ends by itself.
TEST(UciSession, StopRacesWithTheNaturalEnd) {
  MemorySink sink;
  const auto answer = [](const chess::Game& game, const Limits&, const Listener&, const Signals& signals) {
    wait_for_signal(signals, false, 1ms);
    return Choice{.move = first_move(game.position())};
  };
  UciServer server(std::make_unique<FakeEngine>(answer), {"x", "y"}, sink);
  base::Rng rng(7);
  for (std::size_t i = 1; i <= 300; ++i) {
    ASSERT_TRUE(server.handle("go movetime 1"));
    std::this_thread::sleep_for(std::chrono::microseconds(700 + rng.below(700)));
    ASSERT_TRUE(server.handle("stop"));
    ASSERT_TRUE(sink.wait_for_count("bestmove", i));
    // The GUI has seen the answer: what it sends now must not be taken for something sent during the search.
    ASSERT_TRUE(
        server.handle("setoption name UCI_Chess960 value " + std::string(i % 2 ? "true" : "nonsense")));
    ASSERT_EQ(sink.count("info string error: UCI_Chess960"), i / 2);
  }
  EXPECT_EQ(sink.count("bestmove"), 300U);
}

}  // namespace
}  // namespace vitrine::protocols::uci_testing
