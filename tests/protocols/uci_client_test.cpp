#include "protocols/uci_client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

#include "protocols/client_support.h"

namespace vitrine::protocols {

namespace {

using Steady = std::chrono::steady_clock;

const engines::Limits kQuick{.move_time = 100ms};
constexpr auto kSlack = 10s;  // for a busy machine

std::string fault(const EngineCommand& command, const engines::Limits& limits = kQuick) {
  return fault_of(start_uci_engine, command, chess::Game(), limits);
}

}  // namespace

TEST(UciClient, PlaysAndReports) {
  const auto engine = start_uci_engine(mock({"uci"}));
  EXPECT_EQ(engine->reported_name(), "Mock [1m1.0") << "without control characters";
  chess::Game game;
  for (const char* expected : {"e2e4", "e7e5", "g1f3", "b8c6"}) {
    std::vector<engines::Report> reports;
    const engines::Choice choice =
        engine->choose(game, kQuick, [&](const engines::Report& report) { reports.push_back(report); }, {});
    EXPECT_EQ(to_text(choice), expected);
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].depth, 7);
    EXPECT_EQ(*reports[0].score, engines::Score::centipawns(23));
    EXPECT_EQ(reports[0].pv.size(), game.ply() == 0 ? 2u : 0u) << "legal moves only";
    game.play_unchecked(*choice.move);
  }
}

TEST(UciClient, Commands) {
  EXPECT_EQ(uci_position_command(game_of({}), false), "position startpos");
  EXPECT_EQ(uci_position_command(game_of({"e2e4", "e7e5"}), false), "position startpos moves e2e4 e7e5");
  const chess::Game castled = game_of({"e1g1"}, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(uci_position_command(castled, false), "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
  EXPECT_EQ(uci_position_command(castled, true), "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1");

  const engines::Clock clock{.remaining = {-5ms, 60s}, .increment = {0s, 1s}, .moves_to_go = 12};
  EXPECT_EQ(uci_go_command({.clock = clock}, false), "go wtime 1 btime 60000 winc 0 binc 1000 movestogo 12");
  EXPECT_EQ(uci_go_command({.depth = 5, .nodes = 100, .mate = 2}, false), "go depth 5 nodes 100 mate 2");
  EXPECT_EQ(uci_go_command({.move_time = 0ms}, false), "go movetime 1");
  EXPECT_EQ(uci_go_command({}, false), "go infinite");
  EXPECT_EQ(uci_go_command({.depth = 3, .infinite = true}, false), "go depth 3 infinite");
  EXPECT_EQ(uci_go_command({.clock = clock, .ponder = true}, false).substr(0, 10), "go ponder ");
  const chess::Move move = notation::parse_uci_move(chess::Position::initial(), "e2e4").value();
  EXPECT_EQ(uci_go_command({.depth = 3, .search_moves = {move}}, false), "go depth 3 searchmoves e2e4")
      << "last";
}

TEST(UciClient, OptionsAreReadAndSent) {
  Transcript transcript;
  EngineCommand command = mock({"uci"});
  transcript.watch(command);
  const auto engine = start_uci_engine(command);
  EXPECT_EQ(engine->options().spin("hash"), 16);
  EXPECT_EQ(engine->options().combo("Style"), "Normal");
  EXPECT_EQ(engine->options().set("Hash", "64"), "");
  EXPECT_NE(engine->options().set("Hash", "9999"), "");
  EXPECT_EQ(engine->options().set("Clear Hash", ""), "");
  EXPECT_EQ(engine->options().set("Path", "a\nquit"), "");
  engine->new_game();
  EXPECT_TRUE(transcript.has("> setoption name Hash value 64"));
  EXPECT_TRUE(transcript.has("> setoption name Clear Hash"));
  EXPECT_TRUE(transcript.has("> setoption name Path value aquit")) << "one line, whatever it holds";
  EXPECT_FALSE(transcript.has("> setoption name Hash value 9999"));

  static_cast<void>(engine->choose(chess::Game(), {.move_time = 100ms, .multi_pv = 3}, {}, {}));
  EXPECT_TRUE(transcript.has("> setoption name MultiPV value 3"));
  static_cast<void>(engine->choose(chess::Game(), kQuick, {}, {}));
  EXPECT_TRUE(transcript.has("> setoption name MultiPV value 1"));
  EXPECT_FALSE(transcript.has("> setoption name UCI_Chess960 value false"));
}

TEST(UciClient, Chess960WhenTheStartNeedsIt) {
  Transcript transcript;
  EngineCommand command = mock({"uci"});
  transcript.watch(command);
  const auto engine = start_uci_engine(command);
  const chess::Game game(
      notation::parse_fen("nrbkrbqn/pppppppp/8/8/8/8/PPPPPPPP/NRBKRBQN w KQkq - 0 1").value());
  static_cast<void>(engine->choose(game, kQuick, {}, {}));
  EXPECT_TRUE(transcript.has("> setoption name UCI_Chess960 value true"));
  EXPECT_TRUE(transcript.has("> position fen nrbkrbqn/pppppppp/8/8/8/8/PPPPPPPP/NRBKRBQN w EBeb - 0 1"));
  static_cast<void>(engine->choose(chess::Game(), kQuick, {}, {}));
  EXPECT_TRUE(transcript.has("> setoption name UCI_Chess960 value false"));
}

TEST(UciClient, AFinishedGameIsNotAsked) {
  Transcript transcript;
  EngineCommand command = mock({"uci"});
  transcript.watch(command);
  const auto engine = start_uci_engine(command);
  const chess::Game mated = game_of({"f2f3", "e7e5", "g2g4", "d8h4"});
  EXPECT_EQ(to_text(engine->choose(mated, kQuick, {}, {})), "none");
  EXPECT_EQ(transcript.text().find("> go"), std::string::npos);
}

TEST(UciClient, StopAndPonderHit) {
  const auto engine = start_uci_engine(mock({"uci"}));
  for (int run = 0; run < 5; ++run) {
    std::stop_source stop;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(30ms);
      stop.request_stop();
    });
    const auto start = Steady::now();
    EXPECT_EQ(to_text(engine->choose(chess::Game(), {.infinite = true}, {}, {.stop = stop.get_token()})),
              "e2e4");
    EXPECT_GE(Steady::now() - start, 25ms);
  }
  std::stop_source hit;
  std::jthread hitter([&] {
    std::this_thread::sleep_for(30ms);
    hit.request_stop();
  });
  const engines::Limits ponder{.clock = engines::Clock{.remaining = {1s, 1s}}, .ponder = true};
  EXPECT_EQ(to_text(engine->choose(game_of({"e2e4"}), ponder, {}, {.ponder_hit = hit.get_token()})), "e7e5");
  std::stop_source early;
  early.request_stop();
  EXPECT_EQ(to_text(engine->choose(chess::Game(), {.infinite = true}, {}, {.stop = early.get_token()})),
            "e2e4");
}

TEST(UciClient, ALateOrDoubleAnswerIsNeverTakenForTheNext) {
  const auto engine = start_uci_engine(mock({"uci", "double"}));
  chess::Game game;
  for (const char* expected : {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"}) {
    const engines::Choice choice = engine->choose(game, kQuick, {}, {});
    ASSERT_EQ(to_text(choice), expected);
    game.play_unchecked(*choice.move);
  }
}

TEST(UciClient, AMoveThatIsLateIsStillAMove) {
  EngineCommand command = mock({"uci", "late"});  // 300 ms, we stop it after 100 + 100
  command.patience.margin = 100ms;
  EXPECT_EQ(to_text(start_uci_engine(command)->choose(chess::Game(), kQuick, {}, {})), "e2e4");
}

TEST(UciClient, LiesAndNoiseAreHarmless) {
  for (const char* behaviour :
       {"lying", "garbage", "stderr-flood", "no-newline", "slow-start", "ignore-quit"}) {
    std::vector<engines::Report> reports;
    const auto engine = start_uci_engine(mock({"uci", behaviour}));
    const engines::Choice choice = engine->choose(
        chess::Game(), {.move_time = 3s}, [&](const engines::Report& r) { reports.push_back(r); }, {});
    EXPECT_EQ(to_text(choice), "e2e4") << behaviour;
    for (const engines::Report& report : reports) {
      chess::Position pos = chess::Position::initial();
      for (const chess::Move move : report.pv) {
        ASSERT_TRUE(pos.is_legal(move)) << behaviour;
        pos = pos.after(move);
      }
      EXPECT_LE(std::abs(report.score ? report.score->value : 0), kMaxCentipawns) << behaviour;
    }
  }
}

namespace {

struct Misbehaviour {
  std::vector<const char*> behaviours;
  const char* fault;
  const char* text;
  std::chrono::milliseconds time;  // the deadlines it may use up
};

const std::vector<Misbehaviour>& misbehaviours() {
  static const std::vector<Misbehaviour> kRows = {
      {{"exits"}, "cannot_start", "died: exit status 3 (while starting)", 0ms},
      {{"crash-start"}, "cannot_start", "killed by SIGSEGV (while starting)", 0ms},
      {{"crash-start"}, "cannot_start", "stderr: mock: crashing at start", 0ms},
      {{"crash-uci"}, "cannot_start", "killed by SIGSEGV (while starting)", 0ms},
      {{"crash-isready"}, "cannot_start", "killed by SIGSEGV", 0ms},
      {{"silent"}, "cannot_start", "does not say uciok", 1s},
      {{"never-reads"}, "cannot_start", "does not say uciok", 1s},
      {{"flood-uci"}, "cannot_start", "does not say uciok", 1s},
      {{"close-output"}, "cannot_start", "closed its input or output", 500ms},
      {{"silent-isready"}, "cannot_start", "does not say readyok", 1s},
      {{"crash-newgame"}, "died", "killed by SIGSEGV (while preparing for a game)", 0ms},
      {{"crash-position"}, "died", "killed by SIGSEGV (while thinking)", 0ms},
      {{"crash-go"}, "died", "killed by SIGSEGV (while thinking)", 0ms},
      {{"crash-midsearch"}, "died", "said: info depth 7", 0ms},
      {{"endless", "crash-stop"}, "died", "stderr: mock: crashing at stop", 300ms},
      {{"crash-quit"}, "no fault", "e2e4", 0ms},  // who leaves badly leaves all the same
      {{"late"}, "no fault", "e2e4", 300ms},
      {{"double"}, "no fault", "e2e4", 0ms},
      {{"lying"}, "no fault", "e2e4", 0ms},
      {{"garbage"}, "no fault", "e2e4", 0ms},
      {{"silent-search"}, "no_move", "does not give a move, though told to stop", 500ms},
      {{"flood"}, "no_move", "though told to stop", 500ms},
      {{"flood-no-newline"}, "no_move", "though told to stop", 500ms},
      {{"endless", "ignore-stop"}, "no_move", "though told to stop", 500ms},
      {{"illegal"}, "illegal_move", "'e2e5'", 0ms},
      {{"no-move"}, "illegal_move", "gives no move ('(none)')", 0ms},
      {{"garbage-move"}, "illegal_move", "illegal move", 0ms},
      {{"silent-search", "forks"}, "no_move", "", 500ms},
      {{"illegal", "forks", "ignore-quit"}, "illegal_move", "", 200ms},
      {{"endless"}, "no fault", "e2e4", 300ms},  // it obeys the stop
  };
  return kRows;
}

class UciClientFaults : public testing::TestWithParam<std::size_t> {};

}  // namespace

// Each misbehaviour, again and again: the right fault, in time, and nothing left.
TEST_P(UciClientFaults, AreTold) {
  const Misbehaviour& row = misbehaviours()[GetParam()];
  const int runs = row.time > 0ms ? 3 : 20;
  for (int run = 0; run < runs; ++run) {
    const Mark mark;
    EngineCommand command = mock({"uci"}, &mark);
    command.argv.insert(command.argv.end(), row.behaviours.begin(), row.behaviours.end());
    if (std::string_view(row.text).starts_with("does not say")) command.patience.start = 1s;
    if (std::string_view(row.fault) == "no_move") command.patience.stop = 200ms;
    const auto start = Steady::now();
    const std::string result = fault(command);
    const auto time = Steady::now() - start;
    EXPECT_TRUE(result.starts_with(row.fault)) << row.behaviours[0] << ": " << result;
    EXPECT_NE(result.find(row.text), std::string::npos) << row.behaviours[0] << ": " << result;
    EXPECT_LT(time, row.time + kSlack) << row.behaviours[0];
    EXPECT_EQ(mark.living(), 0u) << row.behaviours[0];
    EXPECT_EQ(unburied_children(), 0u) << row.behaviours[0];
  }
}

INSTANTIATE_TEST_SUITE_P(Mock, UciClientFaults, testing::Range<std::size_t>(0, misbehaviours().size()),
                         [](const auto& param) {
                           std::string name =
                               std::to_string(param.param) + "_" + misbehaviours()[param.param].behaviours[0];
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(UciClient, GrandchildrenDoNotSurvive) {
  for (int run = 0; run < 20; ++run) {
    const Mark mark;
    {
      const auto engine = start_uci_engine(mock({"uci", "forks-at-start"}, &mark));
      EXPECT_EQ(to_text(engine->choose(chess::Game(), kQuick, {}, {})), "e2e4");
      EXPECT_GE(mark.living(), 2u);
    }
    EXPECT_EQ(mark.living(), 0u);
  }
}

TEST(UciClient, AnEngineThatLeavesAfterItsMoveIsMissedAtTheNext) {
  for (int run = 0; run < 20; ++run) {
    const auto engine = start_uci_engine(mock({"uci", "exit-after-move"}));
    EXPECT_EQ(to_text(engine->choose(chess::Game(), kQuick, {}, {})), "e2e4");
    for (int again = 0; again < 2; ++again) {
      try {
        static_cast<void>(engine->choose(game_of({"e2e4"}), kQuick, {}, {}));
        FAIL();
      } catch (const engines::EngineFault& fault) {
        EXPECT_EQ(fault.kind(), Kind::died);
        EXPECT_NE(std::string(fault.what()).find("exit status 0"), std::string::npos) << fault.what();
      }
    }
  }
}

// A long game does not fit into a pipe that nobody empties.
TEST(UciClient, AnEngineThatStopsReadingIsGivenUp) {
  chess::Game game;
  while (game.ply() < 20'000)
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"})
      game.play_unchecked(notation::parse_uci_move(game.position(), text).value());
  const Mark mark;
  EngineCommand command = mock({"uci", "deaf"}, &mark);
  command.patience.ping = 1s;
  const std::string result = fault_of(start_uci_engine, command, game, kQuick);
  EXPECT_TRUE(result.starts_with("silent: Mock does not read its input (while thinking)")) << result;
  EXPECT_EQ(mark.living(), 0u);
  EXPECT_EQ(unburied_children(), 0u);
}

TEST(UciClient, AnEngineThatDiesOfASettingIsMissedAtTheNextMove) {
  const Mark mark;
  const auto engine = start_uci_engine(mock({"uci", "crash-setoption"}, &mark));
  EXPECT_EQ(engine->options().set("Hash", "64"), "");
  try {
    static_cast<void>(engine->choose(chess::Game(), kQuick, {}, {}));
    FAIL();
  } catch (const engines::EngineFault& fault) {
    EXPECT_EQ(fault.kind(), Kind::died) << fault.what();
  }
  EXPECT_EQ(mark.living(), 0u);
  EXPECT_EQ(unburied_children(), 0u);
}

TEST(UciClient, AnIllegalMoveDoesNotEndTheEngine) {
  const auto engine = start_uci_engine(mock({"uci", "illegal"}));
  for (int run = 0; run < 3; ++run)
    EXPECT_THROW(static_cast<void>(engine->choose(chess::Game(), kQuick, {}, {})), engines::EngineFault);
  engine->new_game();
}

TEST(UciClient, AProgramThatIsNotThere) {
  EXPECT_TRUE(fault({.name = "", .argv = {"no-such-engine"}})
                  .starts_with("cannot_start: no-such-engine: can't start"));
  EXPECT_TRUE(fault({.name = "", .argv = {"/dev/null"}}).starts_with("cannot_start"));
  EXPECT_TRUE(fault({}).starts_with("cannot_start"));
}

TEST(UciClient, SplitsCommandLines) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(split_command("gnuchess --uci"), (Words{"gnuchess", "--uci"}));
  EXPECT_EQ(split_command("  'my engine' \"a b\" c\\ d $HOME '' "),
            (Words{"my engine", "a b", "c d", "$HOME", ""}));
  EXPECT_EQ(split_command(""), Words{});
}

}  // namespace vitrine::protocols
