// The server over whole conversations, with an engine that plays at once: the rules of the protocol, not of
// thinking.

#include "protocols/cecp_server.h"

#include <algorithm>

#include "protocols/cecp_support.h"

namespace vitrine::protocols::cecp_testing {
namespace {

TEST(CecpServer, GreetsWithFeatures) {
  Session session;
  EXPECT_EQ(session.ask({"xboard"}), Lines{});
  for (const std::string_view hello : {"protover 2", "protover 3", "protover 99"}) {
    const Lines lines = session.ask({hello});
    ASSERT_FALSE(lines.empty()) << hello;
    EXPECT_EQ(lines.back(), "feature done=1");
    EXPECT_NE(lines.front().find("myname=\"Test engine\""), std::string::npos);
  }
}

TEST(CecpServer, ToleratesEveryAnswerToItsFeatures) {
  Session session;
  EXPECT_EQ(session.ask({"accepted ping", "rejected usermove", "rejected setboard", "accepted done",
                         "rejected e2e4"}),
            Lines{});
  EXPECT_EQ(session.ask({"e2e4"}).size(), 1U);  // bare moves do as well
}

TEST(CecpServer, IgnoresWhatHasNoConsequence) {
  Session session;
  EXPECT_EQ(session.ask({"random",
                         "name Bob",
                         "rating 2000 2100",
                         "ics -",
                         "computer",
                         "egtpath syzygy /tb",
                         "",
                         "otim 100",
                         "time 100",
                         "hover e2",
                         "lift e2",
                         "put e4",
                         "partner",
                         "partner joe",
                         "ptell hi",
                         "holding [P] [n] bP",
                         "name Bob Smith",
                         "ics chess.net",
                         "draw",
                         "?",
                         "hint",
                         "."}),
            Lines{});
}

TEST(CecpServer, NamesWhatItDoesNotKnow) {
  Session session;
  struct Row {
    std::string_view line, answer;
  };
  for (const auto& [line, answer] : {
           Row{"xyzzy plugh", "Error (unknown command): xyzzy plugh"},
           Row{"nps 1000", "Error (unknown command): nps 1000"},
           Row{"pause", "Error (unknown command): pause"},
           Row{"resume", "Error (unknown command): resume"},
           Row{"exclude e2e4", "Error (unknown command): exclude e2e4"},
           Row{"include all", "Error (unknown command): include all"},
           Row{"setscore 10 3", "Error (unknown command): setscore 10 3"},
           Row{"ping", "Error (no number): ping"},
           Row{"level 1", "Error (level needs moves, minutes and increment): level 1"},
           Row{"exit", "Error (command not legal now): exit"},
           Row{"undo", "Error (command not legal now): undo"},
           Row{"remove", "Error (command not legal now): remove"},
       })
    EXPECT_EQ(session.ask({line}), Lines{std::string(answer)});
}

TEST(CecpServer, PlaysBlackAfterNew) {
  Session session(plays({"e7e5", "b8c6"}));
  EXPECT_EQ(session.ask({"new", "usermove e2e4"}), Lines{"move e7e5"});
  EXPECT_EQ(session.ask({"usermove Nf3"}), Lines{"move b8c6"});
  EXPECT_EQ(session.engine->new_games, 1);
}

TEST(CecpServer, PlaysTheSideToMoveOnGo) {
  Session session(plays({"d2d4", "c2c4"}));
  EXPECT_EQ(session.ask({"new", "go"}), Lines{"move d2d4"});
  EXPECT_EQ(session.ask({"usermove d7d5"}), Lines{"move c2c4"});
}

TEST(CecpServer, OnlyAppliesMovesInForceMode) {
  Session session(plays({"f1b5"}));
  EXPECT_EQ(session.ask({"new", "force", "e2e4", "e7e5", "Nf3", "Nc6"}), Lines{});
  EXPECT_EQ(session.ask({"usermove e2e4"}), Lines{"Illegal move (against the rules): e2e4"});
  EXPECT_EQ(session.ask({"go"}), Lines{"move f1b5"});
}

TEST(CecpServer, PlaysTheOtherSide) {
  Session session(plays({"e7e5"}));
  EXPECT_EQ(session.ask({"new", "force", "playother"}), Lines{});
  EXPECT_EQ(session.ask({"usermove e2e4"}), Lines{"move e7e5"});
}

TEST(CecpServer, ObeysWhiteAndBlackOnlyUnderProtocolOne) {
  Session session(plays({"d2d4", "g1f3"}));
  // What xboard sends to make a version-1 engine play White: White is on move, then go.
  EXPECT_EQ(session.ask({"xboard", "new", "white", "go"}), Lines{"move d2d4"});
  EXPECT_EQ(session.ask({"new", "force", "black", "e7e5"}), Lines{"move g1f3"})
      << "Black is on move, we have White";

  Session second(plays({"e7e5"}));
  second.ask({"xboard", "protover 2"});
  EXPECT_EQ(second.ask({"new", "black", "usermove e2e4"}), Lines{"move e7e5"});
}

TEST(CecpServer, ExplainsWhyAMoveIsIllegal) {
  Session session;
  session.ask({"new", "force"});
  EXPECT_EQ(session.ask({"usermove e2e5"}), Lines{"Illegal move (against the rules): e2e5"});
  EXPECT_EQ(session.ask({"e7e5"}), Lines{"Illegal move (against the rules): e7e5"});
  EXPECT_EQ(session.ask({"usermove xyz"}), Lines{"Illegal move (this is no move): xyz"});
  EXPECT_EQ(session.ask({"@@@@"}), Lines{"Illegal move (against the rules): @@@@"});
  for (const std::string move : {"P@h3", "c4d5,d5e4"})  // other games' moves
    EXPECT_EQ(session.ask({move}).at(0).substr(0, 14), "Illegal move (") << move;
  EXPECT_EQ(session.ask({"setboard 4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "usermove Rb8"}), Lines{});
  EXPECT_EQ(session.ask({"setboard 4k3/8/8/8/8/8/8/1N3N1K w - - 0 1", "usermove Nd2"}),
            Lines{"Error (ambiguous move): Nd2"});
  EXPECT_EQ(session.ask({"setboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "usermove h8h7"}),
            Lines{"Illegal move (the game is over): h8h7"});
}

TEST(CecpServer, ReadsMovesInEveryForm) {
  Session session;
  session.ask({"new", "force"});
  EXPECT_EQ(session.ask({"e2e4", "usermove e5", "Nf3", "usermove b8c6", "Bc4", "Bc5", "O-O", "usermove g8f6",
                         "undo", "undo", "e1g1", "Nf6", "undo", "undo", "0-0"}),
            Lines{});
  EXPECT_EQ(session.ask({"setboard 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "undo", "a7a8Q", "undo", "a8=N",
                         "undo", "a8R"}),
            Lines{});
}

TEST(CecpServer, RefusesIllegalPositionsAndMovesInThem) {
  Session session;
  const Lines complaint{"tellusererror Illegal position"};
  const Lines no_move{"Illegal move (the position is illegal): e2e4"};
  for (const std::string_view fen : {
           "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
           "setboard kk6/8/8/8/8/8/8/K7 w - - 0 1",
           "setboard 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",  // White could take the king
           "setboard nonsense",
           "setboard",
       }) {
    EXPECT_EQ(session.ask({"new", "force", fen}), complaint) << fen;
    EXPECT_EQ(session.ask({"usermove e2e4"}), no_move);
    EXPECT_EQ(session.ask({"go"}), Lines{"Error (command not legal now): go"});
    EXPECT_EQ(session.ask({"undo"}), Lines{"Error (command not legal now): undo"});
  }
  EXPECT_EQ(session.ask({"new", "force", "usermove e2e4"}), Lines{});
  EXPECT_EQ(session.ask({"setboard x"}), complaint);
  EXPECT_EQ(
      session.ask({"setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "usermove e2e4"}),
      Lines{});
}

TEST(CecpServer, KnowsOnlyEditCommandsInEditMode) {
  Session session;
  EXPECT_EQ(session.ask({"new", "edit", "go", "Xa1"}),
            (Lines{"Error (unknown command in edit mode): go", "Error (unknown piece): Xa1"}));
}

TEST(CecpServer, LeavesEditModeWithCastlingRights) {
  Session session(plays({"e1c1"}));
  session.say({"new", "force", "edit", "#", "Ke1", "Ra1", "Qh5", "xh5", "c", "Ke8", "."});
  EXPECT_EQ(session.ask({"go"}), Lines{"move e1c1"});
  // A round trip: add to what stands there.
  session.say({"force", "edit", "Qf7", "."});
  EXPECT_EQ(session.ask({"usermove e8f7"}), Lines{}) << "Black to move, and the queen is White's";
}

TEST(CecpServer, KeepsBlackToMoveThroughEdit) {
  Session session;
  session.say({"new", "force", "a2a3", "edit", "#", "Ke1", "Pe2", "c", "Ke8", "Pe7", "."});
  EXPECT_EQ(session.ask({"usermove e7e5"}), Lines{});
  EXPECT_EQ(session.ask({"usermove e2e4"}), Lines{});
}

TEST(CecpServer, RefusesAnIllegalEditedBoard) {
  Session session;
  session.say({"new", "force", "edit", "#", "Ke1"});
  EXPECT_EQ(session.ask({"."}), Lines{"tellusererror Illegal position"});
  EXPECT_EQ(session.ask({"usermove e1e2"}), Lines{"Illegal move (the position is illegal): e1e2"});
  session.say({"edit", "c", "Ke8", "."});  // mended
  EXPECT_EQ(session.ask({"usermove e1e2"}), Lines{});
}

TEST(CecpServer, LeavesOnQuitFromEverywhere) {
  Session session;
  EXPECT_FALSE(session.say({"quit"}));
  Session editing;
  EXPECT_FALSE(editing.say({"edit", "quit"}));
}

TEST(CecpServer, TakesMovesBack) {
  Session session(plays({"e7e5", "d7d5"}));
  EXPECT_EQ(session.ask({"new", "usermove e2e4"}), Lines{"move e7e5"});
  EXPECT_EQ(session.ask({"remove", "usermove d2d4"}), Lines{"move d7d5"}) << "the same colour goes on";
  EXPECT_EQ(session.ask({"force", "undo", "undo", "usermove e2e4", "undo", "go"}).back().substr(0, 5),
            "move ");
  EXPECT_EQ(session.ask({"force", "undo", "undo"}), Lines{"Error (command not legal now): undo"});
}

TEST(CecpServer, PlaysFischerRandom) {
  Session session(plays({"f1h1"}));
  session.say(
      {"new", "variant fischerandom", "force", "setboard 1r3k1r/5p2/8/8/8/8/5P2/1R3K1R w KQkq - 0 1"});
  EXPECT_EQ(session.ask({"usermove O-O", "usermove O-O-O"}), Lines{});
  session.say({"undo", "undo"});
  EXPECT_EQ(session.ask({"go"}), Lines{"move O-O"});
  // In ordinary chess castling is the king's move.
  session.engine->act = plays({"e1h1"});
  EXPECT_EQ(session.ask({"new", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go"}),
            Lines{"move e1g1"});
  // Unless it can't be.
  session.engine->act = plays({"f1h1"});
  EXPECT_EQ(session.ask({"new", "force", "setboard 4k3/8/8/8/8/8/8/5K1R w H - 0 1", "go"}),
            Lines{"move O-O"});
}

TEST(CecpServer, RefusesOtherVariants) {
  Session session;
  EXPECT_EQ(session.ask({"new", "variant crazyhouse"}),
            Lines{"Error (unsupported variant): variant crazyhouse"});
  EXPECT_EQ(session.ask({"e2e4"}), Lines{"Illegal move (the position is illegal): e2e4"});
  EXPECT_EQ(session.ask({"new", "variant normal", "force", "e2e4"}), Lines{});
}

TEST(CecpServer, ClaimsWhatItsMoveGives) {
  struct Row {
    std::string_view fen, move, claim;
  };
  for (const auto& [fen, move, claim] : {
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0 {White mates}"},
           Row{"r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", "0-1 {Black mates}"},
           Row{"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", "1/2-1/2 {Stalemate}"},
           Row{"8/8/8/8/8/5k2/6p1/6K1 b - - 99 80", "f3e3", "1/2-1/2 {Draw by fifty-move rule}"},
           Row{"8/8/8/8/4k3/5P2/8/K7 b - - 0 1", "e4f3", "1/2-1/2 {Draw by insufficient material}"},
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", ""},
       }) {
    Session session(plays({std::string(move)}));
    Lines answer{"move " + std::string(move)};
    if (!claim.empty()) answer.emplace_back(claim);
    EXPECT_EQ(session.ask({"new", "force", "setboard " + std::string(fen), "go"}), answer) << fen;
    // The same by the opponent's move.
    const Lines lines = session.ask({"new", "force", "setboard " + std::string(fen), "playother", move});
    ASSERT_EQ(lines.size(), 1U) << fen;
    if (claim.empty())
      EXPECT_TRUE(lines[0].starts_with("move ")) << fen;
    else
      EXPECT_EQ(lines[0], claim) << fen;
  }
}

TEST(CecpServer, ClaimsARepetition) {
  Session session(plays({"g8f6", "f6g8", "g8f6", "f6g8"}));
  session.say({"new"});
  EXPECT_EQ(session.ask({"g1f3"}), Lines{"move g8f6"});
  EXPECT_EQ(session.ask({"f3g1"}), Lines{"move f6g8"});
  EXPECT_EQ(session.ask({"g1f3"}), Lines{"move g8f6"});
  EXPECT_EQ(session.ask({"f3g1"}), (Lines{"move f6g8", "1/2-1/2 {Draw by repetition}"}));
  // A GUI that goes on all the same gets its game.
  EXPECT_EQ(session.ask({"e2e4"}).at(0).substr(0, 5), "move ");
}

TEST(CecpServer, SaysNothingOfResultsInForceMode) {
  Session session;
  EXPECT_EQ(session.ask({"new", "force", "f2f3", "e7e5", "g2g4", "d8h4"}), Lines{});
  EXPECT_EQ(session.ask({"go"}), Lines{"0-1 {Black mates}"});
}

TEST(CecpServer, StopsPlayingAfterAResult) {
  Session session;
  session.ask({"new", "e2e4"});
  EXPECT_EQ(session.ask({"result 1-0 {White wins on time}", "d2d4"}), Lines{});
  EXPECT_EQ(session.ask({"new", "e2e4"}).size(), 1U);
}

TEST(CecpServer, SetsOptions) {
  Session session;
  EXPECT_EQ(session.ask({"option Contempt=-20", "option own book=0", "option Style=wild", "option Clear Hash",
                         "option Net=big net.nnue", "memory 64", "cores 4"}),
            Lines{});
  const auto& options = session.engine->options();
  EXPECT_EQ(options.spin("Contempt"), -20);
  EXPECT_FALSE(options.check("Own Book"));
  EXPECT_EQ(options.combo("Style"), "Wild");
  EXPECT_EQ(options.text("Net"), "big net.nnue");
  EXPECT_EQ(options.spin("Hash"), 64);
  EXPECT_EQ(options.spin("Threads"), 4);
  EXPECT_EQ(session.engine->presses, 1);

  EXPECT_EQ(session.ask({"memory 1000000", "cores 0"}), Lines{}) << "the nearest that there is";
  EXPECT_EQ(options.spin("Hash"), 1024);
  EXPECT_EQ(options.spin("Threads"), 1);

  EXPECT_EQ(session.ask({"option Contempt=1000"}), Lines{"Error (bad option value): Contempt=1000"});
  EXPECT_EQ(session.ask({"option Contempt"}), Lines{"Error (bad option value): Contempt="});
  EXPECT_EQ(session.ask({"option Own Book=maybe"}), Lines{"Error (bad option value): Own Book=maybe"});
  EXPECT_EQ(session.ask({"option Nonsense=1"}), Lines{"Error (unknown option): Nonsense=1"});
  EXPECT_EQ(session.ask({"option"}), Lines{"Error (no option name): option"});
}

TEST(CecpServer, ResignsOnlyWhenAllowed) {
  const auto despairs = [](const chess::Game&, const auto&, const auto&, const auto&) {
    return engines::Choice{.resigns = true};
  };
  Session session(despairs);
  EXPECT_EQ(session.ask({"new", "go"}).at(0).substr(0, 5), "move ");
  EXPECT_EQ(session.ask({"option Resign=1", "new", "go"}), Lines{"resign"});
  EXPECT_EQ(session.ask({"option Resign=0", "new", "go"}).at(0).substr(0, 5), "move ");
}

TEST(CecpServer, OffersADrawBeforeItsMove) {
  Session session([](const chess::Game& game, const auto&, const auto&, const auto&) {
    return engines::Choice{.move = *notation::parse_uci_move(game.position(), "e2e4"), .offers_draw = true};
  });
  EXPECT_EQ(session.ask({"new", "go"}), (Lines{"offer draw", "move e2e4"}));
}

TEST(CecpServer, AcceptsADrawWhenItIsNotBetter) {
  struct Row {
    std::optional<engines::Score> score;
    bool accepts;
  };
  using engines::Score;
  Score at_least = Score::centipawns(-5);
  at_least.bound = Score::Bound::lower;
  for (const auto& [score, accepts] :
       {Row{{}, false}, Row{Score::centipawns(15), false}, Row{Score::centipawns(0), true},
        Row{Score::centipawns(-80), true}, Row{at_least, false}, Row{Score::mate_in_plies(3), false},
        Row{Score::mate_in_plies(-4), true}}) {
    Session session([score = score](const chess::Game& game, const auto&, const engines::Listener& on_report,
                                    const auto&) {
      const chess::Move move = game.position().legal_moves()[0];
      on_report({.depth = 1, .score = score, .pv = {move}});
      return engines::Choice{.move = move};
    });
    session.ask({"new", "e2e4"});
    EXPECT_EQ(session.ask({"draw"}), accepts ? Lines{"offer draw"} : Lines{});
    EXPECT_EQ(session.ask({"e4e5"}).size(), 1U) << "the game goes on until somebody says otherwise";
    EXPECT_EQ(session.ask({"new", "draw"}), Lines{}) << "another game";
  }
}

TEST(CecpServer, AcceptsADrawThatTheRulesGive) {
  Session session;
  EXPECT_EQ(session.ask({"new", "force", "setboard 8/8/8/8/8/4k3/5p2/5K2 w - - 100 90", "playother", "draw"}),
            Lines{"offer draw"});
}

TEST(CecpServer, HelpsThoseWhoType) {
  Session session;
  const Lines lines = session.ask({"help"});
  EXPECT_GT(lines.size(), 3U);
  for (const std::string& line : lines) EXPECT_TRUE(line.starts_with("# ")) << line;
}

TEST(CecpServer, HasNoBook) {
  Session session;
  const Lines lines = session.ask({"bk"});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0][0], ' ');
  EXPECT_EQ(lines[1], "");
}

TEST(CecpServer, SurvivesAnEngineThatFails) {
  Session session([](const auto&, const auto&, const auto&, const auto&) -> engines::Choice {
    throw std::runtime_error("no\nnetwork");
  });
  const Lines lines = session.ask({"new", "go"});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "# the engine failed: nonetwork");
  EXPECT_EQ(lines[1].substr(0, 5), "move ");
}

TEST(CecpServer, TellsTheEngineItsTime) {
  using namespace std::chrono_literals;
  Session session;
  session.ask({"new", "level 40 0:30 0", "time 2500", "otim 2000", "e2e4"});
  engines::Limits limits = session.engine->limits_of(1);
  ASSERT_TRUE(limits.clock.has_value());
  EXPECT_EQ(limits.clock->remaining[1], 25s);
  EXPECT_EQ(limits.clock->remaining[0], 20s);
  EXPECT_EQ(limits.clock->moves_to_go, 40);

  session.ask(
      {"new", "level 0 1 0.1", "force", "time 6000", "otim 5000", "sd 7", "go"});  // the engine is White now
  limits = session.engine->limits_of(2);
  EXPECT_EQ(limits.clock->remaining[0], 60s);
  EXPECT_EQ(limits.clock->remaining[1], 50s);
  EXPECT_EQ(limits.clock->increment[0], 100ms);
  EXPECT_EQ(limits.depth, 7);
  EXPECT_FALSE(limits.clock->moves_to_go.has_value());

  session.ask({"new", "st 1", "go"});
  limits = session.engine->limits_of(3);
  EXPECT_EQ(limits.move_time, 970ms);
  EXPECT_FALSE(limits.clock.has_value());
  EXPECT_FALSE(limits.depth.has_value()) << "new clears sd";
}

}  // namespace
}  // namespace vitrine::protocols::cecp_testing
