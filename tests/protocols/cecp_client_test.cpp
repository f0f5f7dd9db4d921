#include "protocols/cecp_client.h"

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
const engines::Limits kClock{.clock = engines::Clock{.remaining = {100ms, 100ms}}};

std::string fault(const EngineCommand& command, const engines::Limits& limits = kQuick,
                  const chess::Game& game = {}) {
  return fault_of(start_cecp_engine, command, game, limits);
}

}  // namespace

TEST(CecpClient, PlaysAndReports) {
  for (const char* kind : {"v2", "no-ping", "no-usermove", "old", "never-done"}) {
    EngineCommand command = mock({"xboard", kind});
    if (std::string_view(kind) == "never-done") command.patience.features = 500ms;
    const auto engine = start_cecp_engine(command);
    EXPECT_EQ(engine->reported_name(), std::string(kind) == "old" ? "" : "Mock [1m1.0");
    chess::Game game;
    for (const char* expected : {"e2e4", "e7e5", "g1f3", "b8c6"}) {
      std::vector<engines::Report> reports;
      const engines::Choice choice =
          engine->choose(game, kQuick, [&](const engines::Report& report) { reports.push_back(report); }, {});
      ASSERT_EQ(to_text(choice), expected) << kind;
      ASSERT_EQ(reports.size(), 1u) << kind;
      EXPECT_EQ(reports[0].depth, 7);
      EXPECT_EQ(reports[0].time, 100ms);
      EXPECT_EQ(reports[0].pv.size(), game.ply() == 0 ? 2u : 0u) << "legal moves only";
      game.play_unchecked(*choice.move);
    }
  }
}

TEST(CecpClient, TheWholeTalkOfTwoMoves) {
  Transcript transcript;
  EngineCommand command = mock({"xboard", "no-usermove"});
  transcript.watch(command);
  const auto engine = start_cecp_engine(command);
  transcript.lines.clear();
  engine->new_game();
  const engines::Limits limits{.clock = engines::Clock{.remaining = {90s, 80s}, .increment = {100ms, 100ms}}};
  static_cast<void>(engine->choose(game_of({"d2d4"}), limits, {}, {}));
  const engines::Limits later{.clock = engines::Clock{.remaining = {88s, 79s}, .increment = {100ms, 100ms}}};
  static_cast<void>(engine->choose(game_of({"d2d4", "e7e5", "d4e5"}), later, {}, {}));
  std::string sent;
  for (const std::string& line : transcript.lines)
    if (line.starts_with("> ")) sent += line.substr(2) + "\n";
  EXPECT_EQ(sent,
            "ping 2\nnew\nforce\npost\neasy\nd2d4\nlevel 0 1:20 0.1\ntime 8000\notim 9000\nping 3\ngo\n"
            "force\nd4e5\ntime 7900\notim 8800\nping 4\ngo\n");
}

TEST(CecpClient, LevelIsRepeatedOnlyWhenTheCountChanges) {
  Transcript transcript;
  EngineCommand command = mock({"xboard"});
  transcript.watch(command);
  const auto engine = start_cecp_engine(command);
  chess::Game game;
  const auto play = [&](std::optional<int> moves_to_go, const char* reply) {
    engines::Clock clock{.remaining = {60s, 60s}, .moves_to_go = moves_to_go};
    game.play_unchecked(*engine->choose(game, {.clock = clock}, {}, {}).move);
    game.play_unchecked(notation::parse_uci_move(game.position(), reply).value());
  };
  const auto levels = [&] {
    return std::ranges::count_if(transcript.lines,
                                 [](const std::string& line) { return line.starts_with("> level"); });
  };
  play(2, "e7e5");
  play(1, "b8c6");
  EXPECT_EQ(levels(), 1);
  play(2, "g8f6");  // the next period of two moves
  EXPECT_EQ(levels(), 1);
  play(7, "f8c5");
  EXPECT_EQ(levels(), 2);
}

TEST(CecpClient, SetsUpPositions) {
  constexpr const char* kFen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
  Transcript transcript;
  EngineCommand command = mock({"xboard"});
  transcript.watch(command);
  EXPECT_TRUE(
      fault(command, kQuick, chess::Game(notation::parse_fen(kFen).value())).starts_with("illegal_move"));
  EXPECT_TRUE(transcript.has(std::string("> setboard ") + kFen));

  Transcript edited;
  EngineCommand old = mock({"xboard", "no-setboard"});
  edited.watch(old);
  EXPECT_TRUE(fault(old, kQuick, chess::Game(notation::parse_fen(kFen).value())).starts_with("illegal_move"));
  EXPECT_TRUE(edited.has("> edit"));
  EXPECT_TRUE(edited.has("> Pe2"));
  EXPECT_TRUE(edited.has("> usermove a2a3"));
  EXPECT_TRUE(edited.has("> rejected xedit"));
  EXPECT_TRUE(fault(mock({"xboard", "no-setboard"}), kQuick,
                    chess::Game(notation::parse_fen("4k2r/8/8/8/8/8/8/4K3 w - - 0 1").value()))
                  .starts_with("protocol: Mock has no setboard and can't be given 4k2r"));
  EXPECT_TRUE(
      fault(mock({"xboard"}), kQuick,
            chess::Game(
                notation::parse_fen("nrbkrbqn/pppppppp/8/8/8/8/PPPPPPPP/NRBKRBQN w KQkq - 0 1").value()))
          .starts_with("protocol: Mock does not play Chess960"));
}

TEST(CecpClient, ATakenBackMoveSetsTheGameUpAgain) {
  Transcript transcript;
  EngineCommand command = mock({"xboard"});
  transcript.watch(command);
  const auto engine = start_cecp_engine(command);
  EXPECT_EQ(to_text(engine->choose(chess::Game(), kQuick, {}, {})), "e2e4");
  EXPECT_EQ(to_text(engine->choose(game_of({"d2d4"}), kQuick, {}, {})), "e7e5") << "not its own move";
  EXPECT_EQ(std::ranges::count(transcript.lines, "> new"), 2);
  EXPECT_EQ(to_text(engine->choose(game_of({"d2d4", "e7e5", "e2e4"}), kQuick, {}, {})), "b8c6");
  EXPECT_EQ(std::ranges::count(transcript.lines, "> new"), 2);
}

TEST(CecpClient, OptionsAreReadAndSent) {
  Transcript transcript;
  EngineCommand command = mock({"xboard", "no-reuse"});
  transcript.watch(command);
  const auto engine = start_cecp_engine(command);
  EXPECT_EQ(engine->options().combo("Style"), "Normal");
  EXPECT_EQ(engine->options().find("Nonsense"), nullptr);
  EXPECT_TRUE(transcript.has("> rejected option"));
  EXPECT_EQ(engine->options().set("Style", "solid"), "");
  EXPECT_EQ(engine->options().set("Press me", ""), "");
  EXPECT_EQ(engine->options().set("Hash", "128"), "");
  static_cast<void>(engine->choose(chess::Game(), kQuick, {}, {}));
  EXPECT_TRUE(transcript.has("> option Style=Solid"));
  EXPECT_TRUE(transcript.has("> option Press me"));
  EXPECT_TRUE(transcript.has("> memory 128"));
  transcript.lines.clear();
  engine->new_game();  // in a new process, for it can't be used again
  EXPECT_EQ(to_text(engine->choose(chess::Game(), kQuick, {}, {})), "e2e4");
  EXPECT_TRUE(transcript.has("> xboard"));
  EXPECT_TRUE(transcript.has("> option Style=Solid"));
  EXPECT_FALSE(transcript.has("> option Press me"));
}

TEST(CecpClient, OddAnswers) {
  struct Row {
    const char* behaviour;
    const char* answer;
    bool offers_draw;
  };
  for (const auto& [behaviour, answer, offers_draw] :
       {Row{"san", "e2e4", false}, Row{"numbered", "e2e4", false}, Row{"resigns", "resigns", false},
        Row{"claims-loss", "resigns", false}, Row{"offers-draw", "e2e4", true},
        Row{"double", "e2e4", false}}) {
    const auto engine = start_cecp_engine(mock({"xboard", behaviour}));
    for (int run = 0; run < 2; ++run) {
      const engines::Choice choice = engine->choose(chess::Game(), kQuick, {}, {});
      EXPECT_EQ(to_text(choice), answer) << behaviour;
      EXPECT_EQ(choice.offers_draw, offers_draw) << behaviour;
      engine->new_game();
    }
  }
}

TEST(CecpClient, ClaimsAreChecked) {
  EXPECT_TRUE(fault(mock({"xboard", "claims-win"})).starts_with("protocol: Mock claims a win"));
  EXPECT_TRUE(fault(mock({"xboard", "claims-draw"})).starts_with("protocol: Mock claims a result"));
  // Three knight dances bring the start back for the third time: a true claim plays the move and offers the
  // draw.
  const chess::Game dance = game_of({"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"});
  const auto engine = start_cecp_engine(mock({"xboard", "claims-draw"}));
  const engines::Choice choice = engine->choose(dance, kQuick, {}, {});
  EXPECT_EQ(to_text(choice), "f6g8");
  EXPECT_TRUE(choice.offers_draw);
}

TEST(CecpClient, StopLimitsAndPonderHit) {
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(50ms);
    stop.request_stop();
  });
  const auto engine = start_cecp_engine(mock({"xboard", "endless"}));
  EXPECT_EQ(to_text(engine->choose(chess::Game(), {.infinite = true}, {}, {.stop = stop.get_token()})),
            "e2e4");
  engine->new_game();
  EXPECT_EQ(to_text(engine->choose(chess::Game(), {.depth = 6}, {}, {})), "e2e4") << "it has reached depth 7";
  engine->new_game();
  EXPECT_EQ(to_text(engine->choose(chess::Game(), {.nodes = 1000}, {}, {})), "e2e4");
  engine->new_game();
  std::stop_source hit;
  std::jthread hitter([&] {
    std::this_thread::sleep_for(50ms);
    hit.request_stop();
  });
  EXPECT_EQ(to_text(engine->choose(chess::Game(), {.move_time = 50ms, .ponder = true}, {},
                                   {.ponder_hit = hit.get_token()})),
            "e2e4");
}

TEST(CecpClient, WhoIgnoresMoveNowIsTakenAtHisWordAndStartedAgain) {
  EngineCommand command = mock({"xboard", "endless", "ignore-stop"});
  command.patience.move_now = 100ms;
  const auto engine = start_cecp_engine(command);
  for (int run = 0; run < 3; ++run)
    EXPECT_EQ(to_text(engine->choose(chess::Game(), {.nodes = 1000}, {}, {})), "e2e4");
}

// The word about pings comes while we, who have given up on it, wait without a ping.
TEST(CecpClient, FeaturesMayComeLate) {
  for (const engines::Milliseconds patience : {180ms, 190ms, 200ms, 210ms, 220ms}) {
    EngineCommand command = mock({"xboard", "late-features"});
    command.patience.features = patience;
    const auto engine = start_cecp_engine(command);
    EXPECT_EQ(to_text(engine->choose(chess::Game(), kQuick, {}, {})), "e2e4");
  }
}

TEST(CecpClient, AnEngineThatStopsReadingIsGivenUp) {
  chess::Game game;
  while (game.ply() < 20'000)
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"})
      game.play_unchecked(notation::parse_uci_move(game.position(), text).value());
  const Mark mark;
  EngineCommand command = mock({"xboard", "deaf"}, &mark);
  command.patience.ping = 1s;
  const std::string result = fault(command, kQuick, game);
  EXPECT_TRUE(result.starts_with("silent: Mock does not read its input")) << result;
  EXPECT_EQ(mark.living(), 0u);
  EXPECT_EQ(unburied_children(), 0u);
}

TEST(CecpClient, AnEngineThatDiesOfASettingIsMissedAtTheNextMove) {
  const Mark mark;
  const auto engine = start_cecp_engine(mock({"xboard", "crash-setoption"}, &mark));
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

TEST(CecpClient, GrandchildrenDoNotSurvive) {
  for (int run = 0; run < 20; ++run) {
    const Mark mark;
    {
      const auto engine = start_cecp_engine(mock({"xboard", "forks-at-start"}, &mark));
      EXPECT_EQ(to_text(engine->choose(chess::Game(), kQuick, {}, {})), "e2e4");
      EXPECT_GE(mark.living(), 2u);
    }
    EXPECT_EQ(mark.living(), 0u);
    EXPECT_EQ(unburied_children(), 0u);
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
      {{"crash-protover"}, "cannot_start", "stderr: mock: crashing at protover", 0ms},
      {{"crash-isready"}, "cannot_start", "killed by SIGSEGV", 0ms},
      {{"silent-isready"}, "cannot_start", "does not answer the ping", 1s},
      {{"close-output"}, "cannot_start", "closed its input or output", 500ms},
      {{"crash-newgame"}, "died", "killed by SIGSEGV (while preparing for a move)", 0ms},
      {{"crash-position"}, "died", "killed by SIGSEGV (while preparing for a move)", 0ms},
      {{"crash-go"}, "died", "killed by SIGSEGV (while thinking)", 0ms},
      {{"crash-midsearch"}, "died", "said: 7 23 10 1000", 0ms},
      {{"silent"}, "no_move", "does not give a move", 1000ms},
      {{"endless", "crash-stop"}, "died", "stderr: mock: crashing at stop", 500ms},
      {{"crash-quit"}, "no fault", "e7e5", 0ms},
      {{"late"}, "no fault", "e7e5", 500ms},
      {{"double"}, "no fault", "e7e5", 0ms},
      {{"never-reads"}, "no_move", "", 1000ms},
      {{"flood-uci"}, "no_move", "", 1000ms},
      {{"silent-search"}, "no_move", "does not give a move, though told to move now", 500ms},
      {{"flood"}, "no_move", "though told to move now", 500ms},
      {{"flood-no-newline"}, "no_move", "though told to move now", 500ms},
      {{"endless", "ignore-stop"}, "no_move", "though told to move now", 500ms},
      {{"illegal"}, "illegal_move", "'e2e5'", 0ms},
      {{"garbage-move"}, "illegal_move", "illegal move", 0ms},
      {{"calls-illegal"}, "protocol", "calls the legal move d2d4 illegal", 0ms},
      {{"silent-search", "forks-at-start"}, "no_move", "", 500ms},
      {{"illegal", "forks", "ignore-quit"}, "illegal_move", "", 200ms},
      {{"garbage"}, "no fault", "e7e5", 0ms},
      {{"lying"}, "no fault", "e7e5", 0ms},
      {{"no-newline"}, "no fault", "e7e5", 0ms},
      {{"slow-start"}, "no fault", "e7e5", 500ms},
      {{"stderr-flood"}, "no fault", "e7e5", 500ms},
      {{"ignore-quit"}, "no fault", "e7e5", 200ms},
  };
  return kRows;
}

class CecpClientFaults : public testing::TestWithParam<std::size_t> {};

}  // namespace

// Each misbehaviour, again and again: the right fault, in time, and nothing left.
TEST_P(CecpClientFaults, AreTold) {
  const Misbehaviour& row = misbehaviours()[GetParam()];
  const int runs = row.time > 0ms ? 3 : 20;
  for (int run = 0; run < runs; ++run) {
    const Mark mark;
    EngineCommand command = mock({"xboard"}, &mark);
    command.argv.insert(command.argv.end(), row.behaviours.begin(), row.behaviours.end());
    if (std::string_view(row.text).starts_with("does not answer")) command.patience.start = 1s;
    if (std::string_view(row.fault) == "no_move") command.patience.stop = 200ms;
    // Until it has to move, who says nothing may be an engine of the old protocol.
    for (const std::string_view mute : {"silent", "never-reads", "flood-uci"})
      if (row.behaviours[0] == mute) command.patience.features = 500ms;
    const auto start = Steady::now();
    const std::string result = fault(command, kClock, game_of({"d2d4"}));
    EXPECT_TRUE(result.starts_with(row.fault)) << row.behaviours[0] << ": " << result;
    EXPECT_NE(result.find(row.text), std::string::npos) << row.behaviours[0] << ": " << result;
    EXPECT_LT(Steady::now() - start, row.time + kSlack) << row.behaviours[0];
    EXPECT_EQ(mark.living(), 0u) << row.behaviours[0];
    EXPECT_EQ(unburied_children(), 0u) << row.behaviours[0];
  }
}

INSTANTIATE_TEST_SUITE_P(Mock, CecpClientFaults, testing::Range<std::size_t>(0, misbehaviours().size()),
                         [](const auto& param) {
                           std::string name =
                               std::to_string(param.param) + "_" + misbehaviours()[param.param].behaviours[0];
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace vitrine::protocols
