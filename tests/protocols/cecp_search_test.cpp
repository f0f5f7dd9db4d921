// The server while its engine thinks: what it hears meanwhile, and in which order it answers.

#include <chrono>

#include "protocols/cecp_server.h"
#include "protocols/cecp_support.h"

namespace vitrine::protocols::cecp_testing {
namespace {

using namespace std::chrono_literals;
using engines::Choice;
using engines::Limits;
using engines::Listener;
using engines::Signals;

chess::Move uci(const chess::Position& pos, std::string_view text) {
  return *notation::parse_uci_move(pos, text);
}

// Plays e7e5 and d7d6 as Black at once and expects Nf3 or d4; ponders until it is stopped or the move comes.
Choice play_and_ponder(const chess::Game& game, const Limits& limits, const Listener& on_report,
                       const Signals& signals) {
  const chess::Position& pos = game.position();
  const auto legal = [&](std::string_view text) {
    const auto move = notation::parse_uci_move(pos, text);
    return move ? std::optional(*move) : std::nullopt;
  };
  const chess::Move move = legal("e7e5").value_or(legal("d7d6").value_or(pos.legal_moves()[0]));
  on_report({.depth = 3, .score = engines::Score::centipawns(-10), .pv = {move}, .nodes = 100});
  if (limits.ponder)
    while (!signals.stop.stop_requested() && !signals.ponder_hit.stop_requested())
      std::this_thread::sleep_for(1ms);
  const chess::Position next = pos.after(move);
  const auto reply = notation::parse_uci_move(next, "g1f3");
  return {.move = move, .ponder = reply ? std::optional(*reply) : std::nullopt};
}

// Reports until it is stopped.
Choice analyze_for_ever(const chess::Game& game, const Limits&, const Listener& on_report,
                        const Signals& signals) {
  const chess::Move move = game.position().legal_moves()[0];
  for (int depth = 1; !signals.stop.stop_requested(); ++depth) {
    if (depth < 5)
      on_report({.depth = depth,
                 .score = engines::Score::centipawns(depth),
                 .pv = {move},
                 .nodes = 1000,
                 .time = 2500ms,
                 .current_move = move,
                 .current_move_number = 1});
    std::this_thread::sleep_for(1ms);
  }
  return {.move = move};
}

TEST(CecpSearch, MovesNowWhenAsked) {
  Session session(plays_when_stopped("e2e4"));
  session.say({"new", "go"});
  session.engine->limits_of(1);
  const auto asked = std::chrono::steady_clock::now();
  session.say({"?"});
  EXPECT_EQ(session.sink.take_until("move"), Lines{"move e2e4"});
  EXPECT_LT(std::chrono::steady_clock::now() - asked, 5s);
  EXPECT_EQ(session.ask({"?"}), Lines{}) << "nothing to hurry";
}

TEST(CecpSearch, AnswersPingsAfterTheMove) {
  Session session(plays_when_stopped("e2e4"));
  session.say({"new", "go", "ping 5", "ping 6"});
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(session.sink.take_all(), Lines{});
  session.say({"?"});
  EXPECT_EQ(session.sink.take_until("pong 6"), (Lines{"move e2e4", "pong 5", "pong 6"}));
}

TEST(CecpSearch, AnswersPingsAtOnceWhenTheSearchIsAbandoned) {
  for (const std::string_view end :
       {"force", "new", "result 0-1 {Black resigns}", "setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "undo",
        "remove", "analyze", "variant normal", "playother"}) {
    Session session(plays_when_stopped("e7e5"));
    session.say({"new", "usermove e2e4"});
    session.engine->limits_of(1);
    session.say({"ping 1", end});
    const Lines lines = session.sink.take_until("pong 1");
    EXPECT_EQ(lines.back(), "pong 1") << end;
    for (const std::string& line : lines) EXPECT_FALSE(line.starts_with("move")) << end;
    session.say({"force"});
    for (const std::string& line : session.ask({})) EXPECT_FALSE(line.starts_with("move")) << end;
  }
}

TEST(CecpSearch, StartsAfreshAfterAResultInTheMiddleOfThinking) {
  Session session(plays_when_stopped("e2e4"));
  session.say({"new", "go"});
  session.engine->limits_of(1);
  session.say({"result 1/2-1/2 {agreed}"});
  session.ask({"new"});
  session.engine->act = plays({"d2d4"});
  EXPECT_EQ(session.ask({"go"}), Lines{"move d2d4"});
}

TEST(CecpSearch, DoesNotStopThinkingForADrawOffer) {
  Session session(
      [](const chess::Game& game, const Limits&, const Listener& on_report, const Signals& signals) {
        on_report({.depth = 1, .score = engines::Score::centipawns(0), .pv = {uci(game.position(), "e2e4")}});
        wait_for_stop(signals.stop);
        return Choice{.move = uci(game.position(), "e2e4")};
      });
  session.say({"new", "post", "go"});
  session.sink.take_until("1 ");
  session.say({"draw"});
  EXPECT_EQ(session.sink.take_until("offer"), Lines{"offer draw"});
  session.say({"?"});
  EXPECT_EQ(session.sink.take_until("move"), Lines{"move e2e4"});
}

TEST(CecpSearch, RefusesMovesAndGoWhileItThinks) {
  Session session(plays_when_stopped("e7e5"));
  session.say({"new", "e2e4", "d2d4", "go"});
  EXPECT_EQ(session.sink.take_until("Error"),
            (Lines{"Illegal move (it is not your turn): d2d4", "Error (command not legal now): go"}));
  session.say({"?"});
  EXPECT_EQ(session.sink.take_until("move"), Lines{"move e7e5"});
}

TEST(CecpSearch, SetsOptionsOnlyBetweenSearches) {
  Session session(plays_when_stopped("e2e4"));
  session.say({"new", "go"});
  session.engine->limits_of(1);
  session.say({"memory 64", "option Contempt=7", "option Contempt=700", "?"});
  EXPECT_EQ(session.ask({}), (Lines{"move e2e4", "Error (bad option value): Contempt=700"}));
  EXPECT_EQ(session.engine->options().spin("Hash"), 64);
  EXPECT_EQ(session.engine->options().spin("Contempt"), 7);
}

TEST(CecpSearch, PostsItsThinkingOnlyWhenAsked) {
  Session session([](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    const chess::Move move = uci(game.position(), "e2e4");
    on_report({.depth = 2,
               .selective_depth = 5,
               .score = engines::Score::mate_in_plies(3),
               .pv = {move},
               .nodes = 10,
               .time = 20ms});
    on_report({.depth = 2, .line = 2, .score = engines::Score::centipawns(0), .pv = {move}});
    on_report({.depth = 2, .current_move = move, .current_move_number = 1});
    on_report({.text = "hello"});
    return Choice{.move = move};
  });
  EXPECT_EQ(session.ask({"new", "go"}), Lines{"move e2e4"});
  EXPECT_EQ(session.ask({"new", "post", "go"}), (Lines{"2 100002 2 10 5 500 0\te4", "# hello", "move e2e4"}));
  EXPECT_EQ(session.ask({"new", "nopost", "go"}), Lines{"move e2e4"});
}

TEST(CecpSearch, IsNotSilentAboutItsLastThoughtNorFloods) {
  Session session([](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    const chess::Move move = uci(game.position(), "e2e4");
    for (int i = 1; i <= 5000; ++i)
      on_report({.depth = 1,
                 .score = engines::Score::centipawns(i),
                 .pv = {move},
                 .nodes = static_cast<std::uint64_t>(i)});
    return Choice{.move = move};
  });
  const Lines lines = session.ask({"new", "post", "go"});
  EXPECT_LT(lines.size(), 1000U);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[lines.size() - 2].substr(0, 12), "1 5000 0 500");
}

TEST(CecpSearch, PondersWhenItIsHard) {
  Session session(play_and_ponder);
  session.say({"new", "hard", "level 0 1 0", "time 6000", "otim 6000", "usermove e2e4"});
  EXPECT_EQ(session.sink.take_until("Hint"), (Lines{"move e7e5", "Hint: g1f3"}));
  EXPECT_TRUE(session.engine->limits_of(2).ponder);
  EXPECT_EQ(session.ask({}), Lines{}) << "a ping is answered at once";
  EXPECT_EQ(session.ask({"hint"}), Lines{"Hint: g1f3"});
  EXPECT_EQ(session.ask({"?"}), Lines{}) << "not our move";
  // The expected move: the same search goes on.
  session.say({"time 5900", "otim 5900", "usermove g1f3"});
  EXPECT_EQ(session.sink.take_until("move"), Lines{"move d7d6"});
  EXPECT_EQ(session.engine->searches(), 2);
}

TEST(CecpSearch, ThinksAnewAfterAnUnexpectedMove) {
  Session session(play_and_ponder);
  session.say({"new", "hard", "usermove e2e4"});
  session.sink.take_until("Hint");
  session.say({"usermove d2d4"});
  EXPECT_EQ(session.sink.take_until("Hint"), (Lines{"move d7d6", "Hint: g1f3"}));
  EXPECT_FALSE(session.engine->searches() < 3);
  // An illegal move is refused and nothing else happens.
  EXPECT_EQ(session.ask({"usermove d2d4"}), Lines{"Illegal move (against the rules): d2d4"});
  EXPECT_EQ(session.ask({"hint"}), Lines{"Hint: g1f3"});
}

TEST(CecpSearch, PondersOnNoIllegalBoard) {
  for (const std::string_view line : {"setboard nonsense", "variant crazyhouse"}) {
    Session session(play_and_ponder);
    session.say({"new", "hard", "usermove e2e4"});
    session.sink.take_until("Hint");
    EXPECT_EQ(session.ask({line}).size(), 1U) << line;
    EXPECT_EQ(session.ask({"hard", "option Contempt=1", "hint"}), Lines{}) << line;
    EXPECT_EQ(session.engine->searches(), 2);
  }
}

TEST(CecpSearch, StopsPonderingWhenItIsEasy) {
  Session session(play_and_ponder);
  session.say({"new", "hard", "usermove e2e4"});
  session.sink.take_until("Hint");
  EXPECT_EQ(session.ask({"easy", "usermove g1f3"}), Lines{"move d7d6"});
  EXPECT_EQ(session.engine->searches(), 3);
}

TEST(CecpSearch, PondersOnAfterTheAnswersOfAnInstantEngine) {
  // An engine may answer a ponder search at once; the answer waits for the move.
  Session session([](const chess::Game& game, const Limits&, const Listener&, const Signals&) {
    const auto pick = [&](const chess::Position& pos) {
      const chess::MoveList moves = pos.legal_moves();
      return moves[game.ply() * 7 % moves.size()];
    };
    const chess::Move move = pick(game.position());
    return Choice{.move = move, .ponder = pick(game.position().after(move))};
  });
  session.say({"new", "hard", "usermove a2a3"});
  for (int i = 0; i < 20; ++i) {
    const Lines lines = session.sink.take_until("Hint");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].starts_with("move"));
    session.say({"usermove " + lines[1].substr(6)});
  }
}

TEST(CecpSearch, SetsOptionsWhilePondering) {
  Session session(play_and_ponder);
  session.say({"new", "hard", "usermove e2e4"});
  session.sink.take_until("Hint");
  EXPECT_EQ(session.ask({"option Contempt=5"}), Lines{"Hint: g1f3"}) << "and ponders on";
  EXPECT_EQ(session.engine->options().spin("Contempt"), 5);
}

TEST(CecpSearch, Analyzes) {
  Session session(analyze_for_ever);
  session.say({"new", "force", "post", "analyze"});
  EXPECT_EQ(session.sink.take_until("4 ").back(), "4 4 250 1000 0 400 0\tNa3");
  EXPECT_TRUE(session.engine->limits_of(1).infinite);
  EXPECT_EQ(session.ask({"."}), Lines{"stat01: 250 1000 4 19 20 Na3"});
  EXPECT_EQ(session.ask({"hint"}), Lines{"Hint: b1a3"});
  EXPECT_EQ(session.ask({"bk"}).size(), 2U);
  // Moves, moves taken back, other boards, other games: the analysis follows.
  int searches = 1;
  for (const std::string_view line :
       {"usermove e2e4", "undo", "new", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"}) {
    session.say({line});
    EXPECT_TRUE(session.engine->limits_of(++searches).infinite) << line;
    session.sink.take_until("4 ");
  }
  session.say({"edit", "#", "Ke1", "Pa2", "c", "Ke8", "."});
  EXPECT_TRUE(session.engine->limits_of(++searches).infinite);
  session.sink.take_until("4 ");
  session.ask({"exit"});
  EXPECT_EQ(session.ask({"usermove a2a4", "."}), Lines{}) << "neither plays nor analyses";
  EXPECT_EQ(session.engine->searches(), searches);
}

TEST(CecpSearch, AnalyzesNothingWhereTheGameIsOver) {
  Session session(analyze_for_ever);
  EXPECT_EQ(session.ask({"new", "force", "setboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "analyze", "."}),
            Lines{"stat01: 0 0 0 0 0"});
  EXPECT_EQ(session.ask({"setboard nonsense"}), Lines{"tellusererror Illegal position"});
  EXPECT_EQ(session.ask({"."}), Lines{});
  EXPECT_EQ(session.engine->searches(), 0);
}

TEST(CecpSearch, IsSilentAfterQuit) {
  MemorySink sink;
  {
    auto engine = std::make_unique<TestEngine>();
    engine->act = plays_when_stopped("e2e4");
    CecpServer server(std::move(engine), "Test", sink);
    EXPECT_TRUE(server.handle("new"));
    EXPECT_TRUE(server.handle("go"));
    EXPECT_TRUE(server.handle("ping 1"));
    EXPECT_FALSE(server.handle("quit"));
  }
  EXPECT_EQ(sink.take_all(), Lines{});
}

}  // namespace
}  // namespace vitrine::protocols::cecp_testing
