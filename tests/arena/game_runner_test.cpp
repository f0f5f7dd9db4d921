#include "arena/game_runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "arena/game_support.h"

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::Choice;
using engines::EngineFault;
using engines::Limits;
using engines::Listener;
using engines::Report;
using engines::Score;
using engines::Signals;

const std::vector<std::string> kFoolsMate = {"f2f3", "e7e5", "g2g4", "d8h4"};

// Thinks until told to stop.
Choice think_until_stopped(const chess::Game& game, const Signals& signals) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait(lock, signals.stop, [] { return false; });
  return first_move(game);
}

}  // namespace

TEST(GameRunner, PlaysToMate) {
  const GameRecord record = Match().play(plays(kFoolsMate), plays(kFoolsMate));
  EXPECT_EQ(record.end, GameEnd::checkmate);
  EXPECT_EQ(record.winner, Color::black);
  EXPECT_EQ(record.result(), "0-1");
  EXPECT_EQ(record.plies.size(), 4u);
  EXPECT_EQ(record.detail, "");
  EXPECT_EQ(notation::to_uci(record.plies[3].move), "d8h4");
  EXPECT_LE(record.started, std::chrono::system_clock::now());
}

TEST(GameRunner, KnowsEveryEndOfTheRules) {
  struct Row {
    const char* fen;
    std::vector<std::string> moves;
    GameEnd end;
  };
  const std::vector<Row> rows = {
      {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", {"f1f7"}, GameEnd::stalemate},
      {"7k/8/8/8/8/8/1r6/K7 w - - 0 1", {"a1b2"}, GameEnd::insufficient_material},
      {"7k/8/8/8/8/8/8/K5R1 w - - 98 80", {"g1f1", "h8h7"}, GameEnd::fifty_moves},
      {"7k/8/8/8/8/8/8/K5R1 w - - 0 1",
       {"g1f1", "h8h7", "f1g1", "h7h8", "g1f1", "h8h7", "f1g1", "h7h8"},
       GameEnd::threefold_repetition},
  };
  for (const auto& [fen, moves, end] : rows) {
    Match match{.opening = opening_of(fen)};
    const GameRecord record = match.play(plays(moves), plays(moves));
    EXPECT_EQ(record.end, end) << fen;
    EXPECT_EQ(record.winner, std::nullopt) << fen;
    EXPECT_EQ(record.plies.size(), moves.size()) << fen;
  }
}

TEST(GameRunner, BeginsWithTheOpening) {
  Match match{.opening = opening_of(notation::kStartFen, {"f2f3", "e7e5", "g2g4"})};
  match.opening.name = "Barnes";
  std::vector<Color> turns;
  match.watcher.on_turn = [&](const chess::Game& game, Color color) {
    EXPECT_EQ(game.position().turn(), color);
    turns.push_back(color);
  };
  const GameRecord record = match.play(plays(kFoolsMate), plays(kFoolsMate));
  EXPECT_EQ(turns, std::vector{Color::black});
  EXPECT_EQ(record.opening.name, "Barnes");
  ASSERT_EQ(record.plies.size(), 4u);
  EXPECT_TRUE(record.plies[2].is_book);
  EXPECT_FALSE(record.plies[3].is_book);
  EXPECT_EQ(record.winner, Color::black);
}

TEST(GameRunner, AFinishedOpeningNeedsNoEngine) {
  Match match{.opening = opening_of(notation::kStartFen, {"f2f3", "e7e5", "g2g4", "d8h4"})};
  const EngineFactory none = [](const Player&) -> std::unique_ptr<engines::Engine> {
    throw EngineFault(EngineFault::Kind::cannot_start, "no");
  };
  EXPECT_EQ(match.play(none, none).end, GameEnd::checkmate);
}

TEST(GameRunner, TellsEnginesTheirTime) {
  Match match;
  match.white.time = {.clock = TimeControl::Clock{.base = 60s, .increment = 1s, .moves = 3}};
  match.black.time = {.clock = TimeControl::Clock{.base = 30s}};
  match.rules.adjudication.max_moves = 4;
  std::vector<engines::Clock> seen;
  const auto script = [&](const chess::Game& game, const Limits& limits, const auto&, const auto&) {
    EXPECT_TRUE(limits.clock);
    seen.push_back(*limits.clock);
    Choice choice = first_move(game);
    choice.time = 2s;  // as the engine's side has measured it
    return choice;
  };
  const GameRecord record = match.play(script, script);
  EXPECT_EQ(record.end, GameEnd::move_limit);
  ASSERT_EQ(seen.size(), 8u);
  using Remaining = std::array<engines::Milliseconds, 2>;
  EXPECT_EQ(seen[0].remaining, (Remaining{61s, 30s}));
  EXPECT_EQ(seen[0].increment, (Remaining{1s, 0s}));
  EXPECT_EQ(seen[0].moves_to_go, 3);
  EXPECT_EQ(seen[1].remaining, (Remaining{60s, 30s}));
  EXPECT_EQ(seen[1].moves_to_go, std::nullopt);
  EXPECT_EQ(seen[2].remaining, (Remaining{60s, 28s}));
  EXPECT_EQ(seen[2].moves_to_go, 2);
  EXPECT_EQ(seen[4].remaining, (Remaining{59s, 26s}));
  EXPECT_EQ(seen[6].remaining, (Remaining{118s, 24s})) << "59 - 2 + 60 + 1 after the third move";
  EXPECT_EQ(seen[6].moves_to_go, 3);
  EXPECT_EQ(record.plies[0].clock_left, 60s);
  EXPECT_EQ(record.plies[0].time, 2s);
  EXPECT_EQ(record.plies[7].clock_left, 22s);
}

TEST(GameRunner, TellsEnginesTheirOtherLimits) {
  Match match;
  match.white.time = {.nodes = 1000, .depth = 7};
  match.black.time = {.clock = TimeControl::Clock{.base = 60s, .increment = 1s}, .nodes = 5};
  match.rules.adjudication.max_moves = 1;
  std::vector<Limits> seen;
  const auto script = [&](const chess::Game& game, const Limits& limits, const auto&, const auto&) {
    seen.push_back(limits);
    return first_move(game);
  };
  static_cast<void>(match.play(script, script));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_FALSE(seen[0].clock || seen[0].move_time);
  EXPECT_EQ(seen[0].nodes, 1000u);
  EXPECT_EQ(seen[0].depth, 7);
  EXPECT_EQ(seen[1].nodes, 5u);
  ASSERT_TRUE(seen[1].clock);
  EXPECT_EQ(seen[1].clock->remaining[0], 61s) << "White has no clock, so Black sees its own";
  match.white.time = {.move_time = 20s};
  seen.clear();
  static_cast<void>(match.play(script, script));
  EXPECT_EQ(seen[0].move_time, 20s);
}

TEST(GameRunner, ALateAnswerLoses) {
  for (const Color late : {Color::white, Color::black}) {
    Match match;
    match.white.time = match.black.time = {.clock = TimeControl::Clock{.base = 1s}, .margin = 20ms};
    const auto script = [&](const chess::Game& game, const auto&, const auto&, const auto&) {
      Choice choice = first_move(game);
      choice.time = game.position().turn() == late ? 1'123ms : 1ms;
      return choice;
    };
    const GameRecord record = match.play(script, script);
    EXPECT_EQ(record.end, GameEnd::time_forfeit);
    EXPECT_EQ(record.at_fault(), late);
    EXPECT_EQ(record.detail, "its answer came 123 ms late");
    EXPECT_EQ(record.plies.size(), late == Color::white ? 0u : 1u) << "the late move is not played";
  }
}

TEST(GameRunner, MeasuresEnginesThatCannotThemselves) {
  Match match;
  match.white.time = {.move_time = 50ms};
  const auto slow = [](const chess::Game& game, const auto&, const auto&, const auto&) {
    std::this_thread::sleep_for(80ms);
    return first_move(game);
  };
  EXPECT_EQ(match.play(slow, plays({})).end, GameEnd::time_forfeit);
  match.white.time.margin = 60s;
  match.rules.adjudication.max_moves = 1;
  const GameRecord record =
      match.play(slow, [](const chess::Game& game, auto&&...) { return first_move(game); });
  EXPECT_EQ(record.end, GameEnd::move_limit);
  EXPECT_GE(record.plies[0].time, 80ms);
}

TEST(GameRunner, NobodyThinksForEver) {
  Match match;
  match.white.time = {.depth = 99};
  match.rules.longest_move = 100ms;
  const GameRecord record =
      match.play([](const chess::Game& game, const auto&, const auto&,
                    const Signals& signals) { return think_until_stopped(game, signals); },
                 plays({}));
  EXPECT_EQ(record.end, GameEnd::time_forfeit);
  EXPECT_EQ(record.at_fault(), Color::white);
  EXPECT_GE(record.duration, 100ms);
}

TEST(GameRunner, TheTimerCountsEachMoveForItself) {
  Match match;
  match.white.time = match.black.time = {.nodes = 1};
  match.rules.longest_move = 1s;
  match.rules.adjudication.max_moves = 4;
  const auto script = [](const chess::Game& game, const auto&, const auto&, const Signals& signals) {
    std::this_thread::sleep_for(200ms);  // 1.6 s in all
    EXPECT_FALSE(signals.stop.stop_requested());
    return first_move(game);
  };
  EXPECT_EQ(match.play(script, script).end, GameEnd::move_limit);
}

TEST(GameRunner, RemembersWhatTheMoverThought) {
  Match match;
  match.rules.adjudication.max_moves = 1;
  std::vector<int> heard;
  match.watcher.on_report = [&](const Report& report) { heard.push_back(report.depth); };
  const auto white = [](const chess::Game& game, const auto&, const Listener& say, const auto&) {
    say({.depth = 1, .score = Score::centipawns(99), .nodes = 10});
    say({.depth = 8, .selective_depth = 12, .score = Score::centipawns(31), .nodes = 1000});
    say({.depth = 8, .line = 2, .score = Score::centipawns(-200), .nodes = 1100});
    say({.depth = 9, .score = Score{Score::Kind::centipawns, 60, Score::Bound::lower}, .nodes = 1200});
    say({.depth = 9, .nodes = 1300, .current_move = first_move(game).move});
    say({.text = "a word"});
    return first_move(game);
  };
  const auto black = [](const chess::Game& game, const auto&, const Listener& say, const auto&) {
    say({.depth = 3, .score = Score{Score::Kind::centipawns, -5, Score::Bound::upper}});
    return first_move(game);
  };
  const GameRecord record = match.play(white, black);
  ASSERT_EQ(record.plies.size(), 2u);
  EXPECT_EQ(record.plies[0].score, Score::centipawns(31)) << "the last exact score of the best line";
  EXPECT_EQ(record.plies[0].depth, 8);
  EXPECT_EQ(record.plies[0].selective_depth, 12);
  EXPECT_EQ(record.plies[0].nodes, 1300u);
  EXPECT_EQ(record.plies[1].score->value, -5) << "a bound where there is nothing better";
  EXPECT_EQ(heard, (std::vector{1, 8, 8, 9, 9, 0, 3}));
}

TEST(GameRunner, AdjudicatesByTheReports) {
  Match match;
  match.rules.adjudication.resign = ResignRule{.move_count = 2, .score = 500};
  const auto losing = [](const chess::Game& game, const auto&, const Listener& say, const auto&) {
    say({.depth = 1, .score = Score::centipawns(-800)});
    return first_move(game);
  };
  const GameRecord record =
      match.play(losing, [](const chess::Game& game, auto&&...) { return first_move(game); });
  EXPECT_EQ(record.end, GameEnd::adjudicated_win);
  EXPECT_EQ(record.winner, Color::black);
  EXPECT_EQ(record.plies.size(), 3u);
}

TEST(GameRunner, MateComesBeforeAdjudication) {
  Match match;
  match.rules.adjudication.max_moves = 2;
  match.tablebase = [](const chess::Position& pos) {
    return pos.fullmove_number() == 3 ? std::optional(Solved{Color::white}) : std::nullopt;
  };
  EXPECT_EQ(match.play(plays(kFoolsMate), plays(kFoolsMate)).end, GameEnd::checkmate);
}

TEST(GameRunner, TheTablebaseEndsAGame) {
  Match match;
  match.tablebase = [](const chess::Position& pos) {
    return pos.fullmove_number() == 2 ? std::optional(Solved{Color::white}) : std::nullopt;
  };
  const GameRecord record = match.play(plays(kFoolsMate), plays(kFoolsMate));
  EXPECT_EQ(record.end, GameEnd::adjudicated_tablebase);
  EXPECT_EQ(record.winner, Color::white);
  EXPECT_EQ(record.plies.size(), 2u);
}

TEST(GameRunner, DrawsByAgreement) {
  Match match;
  match.rules.adjudication.max_moves = 4;
  const std::vector<std::string> line = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"};
  const auto offers_at = [&line](std::vector<std::size_t> plies) {
    return [&line, plies](const chess::Game& game, auto&&...) {
      Choice choice{.move = move_in(game, line[game.ply()])};
      choice.offers_draw = std::ranges::find(plies, game.ply()) != plies.end();
      return choice;
    };
  };
  EXPECT_EQ(match.play(offers_at({2}), offers_at({3})).end, GameEnd::agreed_draw);
  EXPECT_EQ(match.play(offers_at({4}), offers_at({3})).plies.size(), 5u);
  EXPECT_EQ(match.play(offers_at({2, 4}), offers_at({7})).end, GameEnd::move_limit)
      << "an offer lasts until the answer";
}

TEST(GameRunner, ResigningAndGivingNoMove) {
  for (const Color loser : {Color::white, Color::black}) {
    const auto play = [&](const Choice& last) {
      const auto script = [&](const chess::Game& game, auto&&...) {
        return game.position().turn() == loser && game.ply() > 1 ? last : first_move(game);
      };
      return Match().play(script, script);
    };
    const GameRecord resigned = play({.resigns = true});
    EXPECT_EQ(resigned.end, GameEnd::resigned);
    EXPECT_EQ(resigned.winner, !loser);
    EXPECT_EQ(resigned.at_fault(), std::nullopt);
    const GameRecord silent = play({});
    EXPECT_EQ(silent.end, GameEnd::illegal_move);
    EXPECT_EQ(silent.at_fault(), loser);
    const GameRecord illegal = play({.move = chess::Move::from_raw(0xFFFF)});
    EXPECT_EQ(illegal.end, GameEnd::illegal_move);
    EXPECT_EQ(illegal.at_fault(), loser);
  }
}

TEST(GameRunner, EveryFaultHasItsEnd) {
  using Kind = EngineFault::Kind;
  struct Row {
    Kind kind;
    TimeControl time;
    GameEnd end;
  };
  const std::vector<Row> rows = {
      {Kind::died, kAmple, GameEnd::crash},
      {Kind::disconnected, kAmple, GameEnd::disconnect},
      {Kind::silent, kAmple, GameEnd::stall},
      {Kind::no_move, kAmple, GameEnd::time_forfeit},
      {Kind::no_move, {.move_time = 1s}, GameEnd::time_forfeit},
      {Kind::no_move, {.nodes = 100}, GameEnd::stall},
      {Kind::illegal_move, kAmple, GameEnd::illegal_move},
      {Kind::cannot_start, kAmple, GameEnd::cannot_start},
      {Kind::protocol, kAmple, GameEnd::protocol_fault},
  };
  for (const auto& [kind, time, end] : rows)
    for (const Color loser : {Color::white, Color::black}) {
      const auto script = [&](const chess::Game& game, auto&&...) {
        if (game.position().turn() == loser) throw EngineFault(kind, "the reason");
        return first_move(game);
      };
      Match match;
      match.white.time = match.black.time = time;
      const GameRecord record = match.play(script, script);
      EXPECT_EQ(record.end, end) << protocols::to_text(kind);
      EXPECT_EQ(record.at_fault(), loser);
      EXPECT_EQ(record.detail, "the reason");
    }
}

TEST(GameRunner, AnExceptionIsAFaultToo) {
  const auto throws = [](auto&&...) -> Choice { throw std::length_error("oops"); };
  const GameRecord record = Match().play(throws, plays({}));
  EXPECT_EQ(record.end, GameEnd::protocol_fault);
  EXPECT_EQ(record.at_fault(), Color::white);
  EXPECT_EQ(record.detail, "oops");
}

TEST(GameRunner, WhoCannotBeStartedLoses) {
  const EngineFactory broken = [](const Player&) -> std::unique_ptr<engines::Engine> {
    throw std::invalid_argument("No such option: Hush");
  };
  const GameRecord record = Match().play(scripted(plays(kFoolsMate)), broken);
  EXPECT_EQ(record.end, GameEnd::cannot_start);
  EXPECT_EQ(record.at_fault(), Color::black);
  EXPECT_EQ(record.detail, "Black: No such option: Hush");
}

TEST(GameRunner, AStopInterrupts) {
  std::stop_source stop;
  Match match{.stop = stop.get_token()};
  match.watcher.on_turn = [&](const chess::Game& game, Color) {
    if (game.ply() == 3) stop.request_stop();
  };
  const auto script = [](const chess::Game& game, auto&&...) { return first_move(game); };
  GameRecord record = match.play(script, script);
  EXPECT_EQ(record.end, GameEnd::interrupted);
  EXPECT_EQ(record.result(), "*");
  EXPECT_EQ(record.plies.size(), 3u);
  EXPECT_EQ(record.at_fault(), std::nullopt);
  EXPECT_EQ(match.play(script, script).plies.size(), 0u) << "stopped before it began";
}

TEST(GameRunner, AStopReachesTheThinkingEngine) {
  for (const TimeControl& time : {kAmple, TimeControl{.nodes = 1000}}) {
    std::stop_source stop;
    Match match{.stop = stop.get_token()};
    match.white.time = time;
    std::jthread stopper;
    const auto white = [&](const chess::Game& game, const auto&, const auto&, const Signals& signals) {
      stopper = std::jthread([&stop] { stop.request_stop(); });
      return think_until_stopped(game, signals);
    };
    EXPECT_EQ(match.play(white, plays({})).end, GameEnd::interrupted);
  }
}

TEST(GameRunner, WhatBreaksWhenStoppedIsNoFault) {
  std::stop_source stop;
  Match match{.stop = stop.get_token()};
  const auto script = [&](auto&&...) -> Choice {
    stop.request_stop();
    throw EngineFault(EngineFault::Kind::no_move, "told to stop, it died");
  };
  EXPECT_EQ(match.play(script, script).end, GameEnd::interrupted);
}

TEST(Seat, KeepsItsEngineUnlessItIsBroken) {
  int started = 0;
  std::optional<EngineFault::Kind> fault;
  Player player{.name = "White", .time = kAmple};
  const EngineFactory factory = [&](const Player&) {
    ++started;
    return std::make_unique<ScriptedEngine>([&](const chess::Game& game, auto&&...) {
      if (fault) throw EngineFault(*fault, "broken");
      return first_move(game);
    });
  };
  Seat white(player, factory);
  Seat black({.name = "Black", .time = kAmple},
             scripted([](const chess::Game& game, auto&&...) { return first_move(game); }));
  GameRules rules;
  rules.adjudication.max_moves = 2;
  const auto play = [&] { return play_game({&white, &black}, {}, rules, {}, {}, {}).end; };
  EXPECT_EQ(play(), GameEnd::move_limit);
  EXPECT_EQ(play(), GameEnd::move_limit);
  EXPECT_EQ(started, 1) << "one engine for all games";
  fault = EngineFault::Kind::illegal_move;
  EXPECT_EQ(play(), GameEnd::illegal_move);
  EXPECT_EQ(play(), GameEnd::illegal_move);
  EXPECT_EQ(started, 1) << "an illegal move is no reason to start another";
  fault = EngineFault::Kind::died;
  EXPECT_EQ(play(), GameEnd::crash);
  fault.reset();
  EXPECT_EQ(play(), GameEnd::move_limit);
  EXPECT_EQ(started, 2);

  player.restart = Restart::always;
  Seat fresh(player, factory);
  started = 0;
  for (int i = 0; i < 3; ++i) static_cast<void>(play_game({&fresh, &black}, {}, rules, {}, {}, {}));
  EXPECT_EQ(started, 3);
}

}  // namespace vitrine::arena
