// Engines that break in every way the mock knows, with either colour: the right one loses, for the right
// reason, the other is not blamed, and no process is left. Once here; --gtest_repeat=20 is for by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/game_support.h"
#include "support/paths.h"

namespace vitrine::arena {

namespace {

using chess::Color;

enum class Pace {
  ample,       // whatever happens is not for want of time
  short_game,  // a quarter of a second: less than a late move takes
  short_move,  // the same for each move
  no_clock,    // a number of nodes, and a second at most
};

struct Misbehaviour {
  std::vector<std::string> behaviours;
  GameEnd end;            // move_limit: it gets away with it
  std::size_t moves = 0;  // of its own before that
  Pace pace = Pace::ample;
  bool is_impatient = false;  // we wait for half a second only
  const char* detail = "";    // part of the text
};

const std::vector<Misbehaviour>& common() {
  static const std::vector<Misbehaviour> kRows = {
      // It can't be started.
      {{"exits"}, GameEnd::cannot_start, 0, Pace::ample, false, "exit status 3"},
      {{"crash-start"}, GameEnd::cannot_start, 0, Pace::ample, false, "killed by SIGSEGV"},
      {{"close-output"}, GameEnd::cannot_start},
      {{"silent-isready"}, GameEnd::cannot_start, 0, Pace::ample, true},
      {{"crash-isready"}, GameEnd::cannot_start},
      // It dies in the game.
      {{"crash-go"}, GameEnd::crash, 0, Pace::ample, false, "crashing at go"},
      {{"crash-midsearch"}, GameEnd::crash},
      {{"crash-midsearch"}, GameEnd::crash, 0, Pace::no_clock},
      {{"endless", "crash-stop"}, GameEnd::crash, 0, Pace::short_game},
      {{"exit-search"}, GameEnd::crash, 0, Pace::ample, false, "exit status 0"},
      {{"abort"}, GameEnd::crash, 0, Pace::ample, false, "killed by SIGABRT"},
      {{"alloc"}, GameEnd::crash},
      {{"crash-go", "later"}, GameEnd::crash, 1},
      {{"crash-midsearch", "later"}, GameEnd::crash, 1},
      {{"exit-search", "later"}, GameEnd::crash, 1},
      {{"exit-after-move"}, GameEnd::crash, 1},
      {{"exit-after-move", "later"}, GameEnd::crash, 2},
      {{"no-newline"}, GameEnd::crash, 1, Pace::ample, false, "exit status 0"},
      {{"crash-go", "forks-at-start"}, GameEnd::crash},
      {{"crash-midsearch", "fork-many"}, GameEnd::crash},
      // It lives but can't be reached.
      {{"close-search"}, GameEnd::disconnect},
      {{"close-search", "later"}, GameEnd::disconnect, 1},
      {{"close-input"}, GameEnd::disconnect, 0, Pace::short_game},
      // It does not answer.
      {{"silent-search"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"silent-search", "later"}, GameEnd::time_forfeit, 1, Pace::short_game},
      {{"silent-search"}, GameEnd::time_forfeit, 0, Pace::short_move},
      {{"flood"}, GameEnd::time_forfeit, 0, Pace::short_move},
      {{"late"}, GameEnd::time_forfeit, 0, Pace::short_move, false, "late"},
      {{"stops-itself"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"half-line"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"flood"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"flood-no-newline"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"endless", "ignore-stop"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"silent-search", "forks-at-start", "ignore-term"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"late"}, GameEnd::time_forfeit, 0, Pace::short_game, false, "late"},
      {{"late", "later"}, GameEnd::time_forfeit, 1, Pace::short_game},
      {{"silent-search"}, GameEnd::stall, 0, Pace::no_clock},
      // It answers nonsense.
      {{"illegal"}, GameEnd::illegal_move, 0, Pace::ample, false, "'e2e5'"},
      {{"illegal", "later"}, GameEnd::illegal_move, 1},
      {{"illegal", "forks", "ignore-quit"}, GameEnd::illegal_move},
      {{"garbage-move"}, GameEnd::illegal_move},
      {{"long-move"}, GameEnd::illegal_move},
      {{"answer=e2e9"}, GameEnd::illegal_move},
      {{"answer=e1g1"}, GameEnd::illegal_move},
      {{"answer=a1a2"}, GameEnd::illegal_move},
      {{"answer=e2e4e5"}, GameEnd::illegal_move},
      {{"answer=\xE2\x99\x9F"
        "e4"},
       GameEnd::illegal_move},
      // It gets away with it.
      {{}, GameEnd::move_limit, 3},
      {{"late"}, GameEnd::move_limit, 3},
      {{"double"}, GameEnd::move_limit, 3},
      {{"early"}, GameEnd::move_limit, 3},
      {{"unasked"}, GameEnd::move_limit, 3},
      {{"garbage"}, GameEnd::move_limit, 3},
      {{"nul"}, GameEnd::move_limit, 3},
      {{"lying"}, GameEnd::move_limit, 3},
      {{"stderr-flood"}, GameEnd::move_limit, 3},
      {{"slow-start"}, GameEnd::move_limit, 3},
      {{"forks"}, GameEnd::move_limit, 3},
      {{"ignore-quit", "ignore-term", "forks-at-start"}, GameEnd::move_limit, 3},
      {{"crash-quit"}, GameEnd::move_limit, 3},
  };
  return kRows;
}

const std::vector<Misbehaviour>& of_uci() {
  static const std::vector<Misbehaviour> kRows = {
      {{"silent"}, GameEnd::cannot_start, 0, Pace::ample, true},
      {{"never-reads"}, GameEnd::cannot_start, 0, Pace::ample, true},
      {{"flood-uci"}, GameEnd::cannot_start, 0, Pace::ample, true},
      {{"crash-uci"}, GameEnd::cannot_start},
      {{"crash-newgame"}, GameEnd::crash},
      {{"crash-position"}, GameEnd::crash},
      {{"silent-ping=2"}, GameEnd::stall, 0, Pace::ample, true},
      {{"silent-ping=4"}, GameEnd::stall, 1, Pace::ample, true},
      {{"crash-ping=4"}, GameEnd::crash, 1},
      {{"deaf"}, GameEnd::time_forfeit, 0, Pace::short_game},
      {{"endless"}, GameEnd::time_forfeit, 0, Pace::short_game},               // it obeys the stop, too late
      {{"endless"}, GameEnd::time_forfeit, 0, Pace::no_clock, false, "late"},  // it obeys the stop
      {{"no-move"}, GameEnd::illegal_move},
      {{"no-move", "later"}, GameEnd::illegal_move, 1},
      {{"answer=0000"}, GameEnd::illegal_move},
      {{"answer="}, GameEnd::illegal_move},
      {{"answer=resign"}, GameEnd::illegal_move},
  };
  return kRows;
}

const std::vector<Misbehaviour>& of_cecp() {
  static const std::vector<Misbehaviour> kRows = {
      {{"crash-protover"}, GameEnd::cannot_start},
      {{"crash-newgame"}, GameEnd::crash},
      {{"silent"}, GameEnd::time_forfeit, 0, Pace::short_game, true},  // it may have been of the old protocol
      {{"silent-ping=3"}, GameEnd::stall, 0, Pace::ample, true},
      {{"silent-ping=4"}, GameEnd::stall, 1, Pace::ample, true},
      {{"resigns"}, GameEnd::resigned},
      {{"resigns", "later"}, GameEnd::resigned, 1},
      {{"claims-draw"}, GameEnd::protocol_fault, 0, Pace::ample, false, "claims a result"},
      {{"claims-draw", "later"}, GameEnd::protocol_fault, 1},
      {{"endless"}, GameEnd::move_limit, 3, Pace::no_clock},  // told to move when it has had its nodes
      {{"offers-draw"}, GameEnd::move_limit, 3},
      {{"numbered"}, GameEnd::move_limit, 3},
      {{"no-ping", "no-usermove"}, GameEnd::move_limit, 3},
      {{"no-setboard", "no-reuse"}, GameEnd::move_limit, 3},
      {{"old"}, GameEnd::move_limit, 3},
  };
  return kRows;
}

struct Case {
  Protocol protocol;
  const Misbehaviour* row;
  Color color;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Protocol protocol : {Protocol::uci, Protocol::cecp})
    for (const auto* rows : {&common(), protocol == Protocol::uci ? &of_uci() : &of_cecp()})
      for (const Misbehaviour& row : *rows)
        for (const Color color : {Color::white, Color::black}) all.push_back({protocol, &row, color});
  return all;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const auto& [protocol, row, color] = info.param;
  std::string name = std::to_string(info.index) + (protocol == Protocol::uci ? "_uci" : "_cecp") +
                     (color == Color::white ? "_white" : "_black");
  for (const std::string& behaviour : row->behaviours) name += "_" + behaviour;
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

// The mock's own moves, from a player without faults.
const std::vector<std::string> kLine = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"};

Player mock_player(const Case& c) {
  Player player{.name = "Mock", .command = {test::mock_engine()}, .protocol = c.protocol, .time = kAmple};
  player.command.emplace_back(c.protocol == Protocol::uci ? "uci" : "xboard");
  for (const std::string& behaviour : c.row->behaviours) player.command.push_back(behaviour);
  if (c.row->pace == Pace::short_game) player.time = {.clock = TimeControl::Clock{.base = 250ms}};
  if (c.row->pace == Pace::short_move) player.time = {.move_time = 250ms};
  if (c.row->pace == Pace::no_clock) player.time = {.nodes = 100};
  if (c.row->is_impatient) player.start_patience = player.ping_patience = 500ms;
  return player;
}

class Misbehaviours : public testing::TestWithParam<Case> {};

}  // namespace

TEST_P(Misbehaviours, CostTheGame) {
  const auto& [protocol, row, color] = GetParam();
  const protocols::Mark mark;
  GameRules rules;
  rules.adjudication.max_moves = 3;
  rules.longest_move = 1s;
  {
    Seat mock(mock_player(GetParam()), external(&mark));
    Seat good({.name = "Good", .time = kAmple}, scripted(plays(kLine)));
    const Seats seats = color == Color::white ? Seats{&mock, &good} : Seats{&good, &mock};
    const GameRecord record = play_game(seats, {}, rules, {}, {}, {});
    EXPECT_EQ(to_string(record.end), to_string(row->end)) << record.detail;
    const bool is_drawn = row->end == GameEnd::move_limit;
    EXPECT_EQ(record.winner, is_drawn ? std::nullopt : std::optional(!color));
    EXPECT_EQ(record.at_fault(), is_fault(row->end) ? std::optional(color) : std::nullopt);
    EXPECT_NE(record.detail.find(row->detail), std::string::npos) << record.detail;
    const std::size_t plies = 2 * row->moves + (color == Color::black && !is_drawn ? 1 : 0);
    const bool has_begun =
        row->end != GameEnd::cannot_start && record.detail.find("for a game") == std::string::npos;
    EXPECT_EQ(record.plies.size(), has_begun ? plies : 0) << record.detail;
    const bool is_kept = is_drawn || row->end == GameEnd::illegal_move || row->end == GameEnd::resigned ||
                         record.detail.ends_with(" late");
    if (!is_kept) {
      EXPECT_EQ(mark.living(), 0u) << "a broken engine is ended at once";
    }
  }
  EXPECT_EQ(mark.living(), 0u);
  EXPECT_EQ(protocols::unburied_children(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Mock, Misbehaviours, testing::ValuesIn(cases()), name_of);

// The claims name colours.
TEST(MisbehavingCecpEngines, FalseClaims) {
  struct Row {
    const char* claim;
    Color color;
    GameEnd end;
  };
  for (const auto& [claim, color, end] : {Row{"claims-loss", Color::white, GameEnd::resigned},
                                          Row{"claims-loss", Color::black, GameEnd::protocol_fault},
                                          Row{"claims-win", Color::white, GameEnd::protocol_fault},
                                          Row{"claims-win", Color::black, GameEnd::resigned}}) {
    Match match;
    Player& liar = color == Color::white ? match.white : match.black;
    liar.command = {test::mock_engine(), "xboard", claim};
    liar.protocol = Protocol::cecp;
    const EngineFactory good = scripted(plays(kLine));
    const GameRecord record =
        color == Color::white ? match.play(external(), good) : match.play(good, external());
    EXPECT_EQ(to_string(record.end), to_string(end)) << claim << record.detail;
    EXPECT_EQ(record.winner, !color) << claim;
  }
}

TEST(MisbehavingCecpEngines, BreakWhenToldAMove) {
  for (const auto& [behaviour, end] :
       {std::pair{"calls-illegal", GameEnd::protocol_fault}, std::pair{"crash-position", GameEnd::crash}}) {
    Match match;
    match.black.command = {test::mock_engine(), "xboard", behaviour};
    match.black.protocol = Protocol::cecp;
    const GameRecord record = match.play(scripted(plays(kLine)), external());
    EXPECT_EQ(to_string(record.end), to_string(end)) << record.detail;
    EXPECT_EQ(record.at_fault(), Color::black);
    EXPECT_EQ(protocols::unburied_children(), 0u);
  }
}

TEST(CecpEngines, AgreeOnADraw) {
  Match match;
  for (Player* player : {&match.white, &match.black}) {
    player->command = {test::mock_engine(), "xboard", "offers-draw"};
    player->protocol = Protocol::cecp;
  }
  const GameRecord record = match.play(external(), external());
  EXPECT_EQ(to_string(record.end), "agreed_draw") << record.detail;
  EXPECT_EQ(record.plies.size(), 2u);
}

TEST(MisbehavingEngines, WhatIsNoProgramCannotBeStarted) {
  const std::string empty = testing::TempDir() + "/empty" + std::to_string(getpid());
  std::ofstream(empty).flush();
  std::filesystem::permissions(empty, std::filesystem::perms::owner_all);
  for (const std::string& command :
       {empty, std::string("/nowhere/engine"), std::string("/dev/null"), std::string("/"), std::string()}) {
    Match match;
    match.white.command = {command};
    match.white.start_patience = 2s;
    const GameRecord record = match.play(external(), scripted(plays(kLine)));
    EXPECT_EQ(record.end, GameEnd::cannot_start) << command;
    EXPECT_EQ(record.at_fault(), Color::white) << command;
  }
  std::filesystem::remove(empty);
}

TEST(MisbehavingEngines, AreStartedAfreshForTheNextGame) {
  const protocols::Mark mark;
  Seat white({.name = "Mock", .command = {test::mock_engine(), "uci", "crash-go", "later"}, .time = kAmple},
             external(&mark));
  Seat black({.name = "Good", .time = kAmple}, scripted(plays(kLine)));
  for (int game = 0; game < 5; ++game) {
    const GameRecord record = play_game({&white, &black}, {}, {}, {}, {}, {});
    EXPECT_EQ(record.end, GameEnd::crash);
    EXPECT_EQ(record.plies.size(), 2u) << "a fresh one plays its first move";
    EXPECT_EQ(mark.living(), 0u);
  }
}

TEST(MisbehavingEngines, AStopEndsTheirGameToo) {
  for (const char* behaviour : {"endless", "silent-search", "flood"}) {
    std::stop_source stop;
    Match match{.stop = stop.get_token()};
    match.white.command = {test::mock_engine(), "uci", behaviour};
    std::jthread stopper;
    match.watcher.on_turn = [&](const chess::Game&, Color) {
      stopper = std::jthread([&stop] {
        std::this_thread::sleep_for(50ms);  // so that it mostly comes while it thinks; any moment will do
        stop.request_stop();
      });
    };
    const GameRecord record = match.play(external(), scripted(plays(kLine)));
    EXPECT_EQ(record.end, GameEnd::interrupted) << behaviour;
    EXPECT_EQ(protocols::unburied_children(), 0u);
  }
}

}  // namespace vitrine::arena
