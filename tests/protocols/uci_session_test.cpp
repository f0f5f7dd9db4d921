// Thousands of random sessions against the invariants of the protocol: one bestmove for each go and nothing
// of a search after it, a readyok for each isready at once, no bestmove before its time.

#include <map>

#include "base/rng.h"
#include "chess/support.h"
#include "engines/roster.h"
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

// --- The exhibits themselves under a storm of commands

// One session with an exhibit. It keeps the boards that the searches were about, to judge the answers by.
class Storm {
 public:
  Storm(std::string_view exhibit, std::uint64_t seed)
      : rng_(seed), server_(engines::find_exhibit(exhibit)->make(), {"x", "y"}, sink_) {}

  void send(int commands) {
    while (commands-- > 0) {
      switch (rng_.below(8)) {
        case 0: set_position(); break;
        case 1:
        case 2:
        case 3: go(); break;
        case 4: say("stop"); break;
        case 5: say("ponderhit"); break;
        case 6: say("isready"), ++ready_; break;
        default: say(kTalk[rng_.below(std::size(kTalk))]); break;
      }
      if (rng_.below(4) == 0) std::this_thread::sleep_for(std::chrono::microseconds(rng_.below(500)));
    }
    ASSERT_FALSE(server_.handle("quit"));
  }

  void judge() const {
    ASSERT_EQ(sink_.count("readyok"), ready_);
    ASSERT_EQ(sink_.count("bestmove"), asked_.size());
    std::size_t answered = 0;
    std::string last_line;
    for (const std::string& line : sink_.lines()) {
      if (line.starts_with("info depth") && line.find(" multipv 2") == line.npos) last_line = line;
      if (line.starts_with("bestmove ")) judge(asked_[answered++], line, std::exchange(last_line, ""));
    }
  }

 private:
  static constexpr std::string_view kTalk[] = {
      "uci",   "ucinewgame", "debug off",  "setoption name Hash value 1", "setoption name MultiPV value 2",
      "d",     "eval",       "go perft 1", "position fen nonsense",       "setoption name Clear Hash",
      "joho d"};

  void say(std::string_view line) { ASSERT_TRUE(server_.handle(line)); }

  void set_position() {
    constexpr std::string_view kFens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",   // mated
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  // stalemated
        "k7/8/1K6/8/8/8/8/1R6 b - - 0 1",  // one move
    };
    std::string line = "position fen " + std::string(kFens[rng_.below(std::size(kFens))]);
    chess::Game game(notation::parse_fen(line.substr(13)).value());
    line += " moves";
    for (std::uint64_t ply = rng_.below(6); ply > 0 && game.position().has_legal_moves(); --ply) {
      const chess::MoveList moves = game.position().legal_moves();
      game.play_unchecked(moves[rng_.below(moves.size())]);
      line += ' ' + notation::to_uci(game.moves().back());
    }
    say(line);
    pos_ = game.position();
  }

  void go() {
    constexpr std::string_view kLimits[] = {"",
                                            " depth 1",
                                            " depth 2",
                                            " nodes 1",
                                            " nodes 700",
                                            " movetime 1",
                                            " infinite",
                                            " infinite depth 1",
                                            " wtime 20 btime 20",
                                            " wtime -5 btime 0 winc 1 binc 1 movestogo 1",
                                            " ponder wtime 20 btime 20",
                                            " ponder movetime 1",
                                            " mate 1 nodes 500"};
    asked_.push_back(pos_);
    say("go" + std::string(kLimits[rng_.below(std::size(kLimits))]));
  }

  // The move is legal, and it is the first of the last line shown.
  static void judge(const chess::Position& pos, const std::string& line, const std::string& info) {
    const std::string text = line.substr(9, line.find(' ', 9) - 9);
    if (!pos.has_legal_moves()) {
      ASSERT_EQ(text, "(none)") << notation::to_fen(pos);
      ASSERT_EQ(info, pos.is_check() ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
      return;
    }
    ASSERT_TRUE(notation::parse_uci_move(pos, text)) << line << " in " << notation::to_fen(pos);
    ASSERT_NE(info.find(" score "), info.npos) << info;
    const std::size_t pv = info.find(" pv ");
    ASSERT_NE(pv, info.npos) << info;
    ASSERT_EQ(info.substr(pv + 4, info.find(' ', pv + 4) - pv - 4), text) << info;
  }

  base::Rng rng_;
  MemorySink sink_;
  UciServer server_;
  chess::Position pos_ = chess::Position::initial();
  std::vector<chess::Position> asked_;
  std::size_t ready_ = 0;
};

class UciStorm : public testing::TestWithParam<std::string_view> {};

std::vector<std::string_view> exhibits() {
  std::vector<std::string_view> names;
  for (const engines::Exhibit& exhibit : engines::roster()) names.push_back(exhibit.card.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Roster, UciStorm, testing::ValuesIn(exhibits()),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(UciStorm, EveryGoGetsOneLegalMove) {
  const int sessions = std::max(chess::scaled(60), 10);
  for (int seed = 1; seed <= sessions && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Storm storm(GetParam(), static_cast<std::uint64_t>(seed));
    storm.send(100);
    storm.judge();
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
