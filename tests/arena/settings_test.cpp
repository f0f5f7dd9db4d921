#include "arena/settings.h"

#include <gtest/gtest.h>

#include "arena/tournament_support.h"

namespace vitrine::arena {
namespace {

using test::tournament_of;
using namespace std::chrono_literals;

// Every field has another value than its default.
TournamentSettings unusual_settings() {
  TournamentSettings s;
  s.event = "Zürich \"1953\"";
  s.site = "line\nbreak";
  s.format = Format::swiss_then_knockout;
  s.players = {
      {.name = "one",
       .exhibit = "evil",
       .time = {.clock = TimeControl::Clock{.base = 90s, .increment = 500ms, .moves = 40}, .margin = 25ms}},
      {.name = "two",
       .command = {"/opt/engine", "--a b", ""},
       .protocol = Protocol::cecp,
       .directory = "/opt",
       .options = {{"Hash", "16"}, {"Zeta", "-1"}, {"Alpha", ""}, {"Hash", "32"}},
       .init_strings = {"sd 3", "hard"},
       .time = {.move_time = 1234ms, .nodes = 18446744073709551615ULL, .depth = 7},
       .restart = Restart::always,
       .start_patience = 1ms,
       .ping_patience = 2ms}};
  s.rounds = 7;
  s.games = 3;
  s.repeats_openings = false;
  s.seeds = 2;
  s.seed = 18446744073709551615ULL;
  s.openings = {.kind = OpeningSettings::Kind::pgn,
                .file = "book.pgn",
                .order = OpeningSettings::Order::sequential,
                .plies = 8,
                .start = 5'000'000'000};
  s.rules = {.adjudication = {.resign = ResignRule{4, 700, true},
                              .draw = DrawRule{40, 9, 10},
                              .max_moves = 200,
                              .tablebase_verdicts = TablebaseVerdicts::wins},
             .longest_move = 5s};
  s.tablebase_path = "/tb:/tb2";
  s.tablebase_men = 5;
  s.sprt = SprtSettings{SprtModel::logistic, -1.75, 0.1, 0.01, 0.2};
  s.max_faults = 9;
  s.concurrency = 16;
  s.pgn = {.file = "out.pgn", .with_tags = true, .is_minimal = true};
  return s;
}

TEST(Settings, ComeBackFromJsonExactly) {
  for (const TournamentSettings& settings :
       {unusual_settings(), TournamentSettings{}, tournament_of(5, Format::gauntlet)}) {
    const std::string json = to_json(settings);
    const auto parsed = parse_settings(json);
    ASSERT_TRUE(parsed) << parsed.error().text;
    EXPECT_EQ(to_json(*parsed), json);
    EXPECT_EQ(parsed->players, settings.players);
    EXPECT_EQ(parsed->openings, settings.openings);
    EXPECT_EQ(parsed->rules, settings.rules);
    EXPECT_EQ(parsed->pgn, settings.pgn);
    EXPECT_EQ(parsed->seed, settings.seed);
    EXPECT_EQ(parsed->event, settings.event);
    ASSERT_EQ(parsed->sprt.has_value(), settings.sprt.has_value());
    if (settings.sprt) {
      EXPECT_EQ(parsed->sprt->elo0, settings.sprt->elo0);
      EXPECT_EQ(parsed->sprt->elo1, settings.sprt->elo1);
      EXPECT_EQ(parsed->sprt->alpha, settings.sprt->alpha);
      EXPECT_EQ(parsed->sprt->beta, settings.sprt->beta);
      EXPECT_EQ(parsed->sprt->model, settings.sprt->model);
    }
  }
}

TEST(Settings, WhatAFileDoesNotSayKeepsItsDefault) {
  const auto parsed = parse_settings(R"({"players": [{"name": "A", "exhibit": "random",
      "options": {"Hash": 16, "Ponder": false}, "time": {"clock": "1:30+0.5", "nodes": null}}]})");
  ASSERT_TRUE(parsed) << parsed.error().text;
  const Player& player = parsed->players.at(0);
  EXPECT_EQ(player.time.clock, (TimeControl::Clock{.base = 90s, .increment = 500ms}));
  EXPECT_EQ(player.options,
            (std::vector<std::pair<std::string, std::string>>{{"Hash", "16"}, {"Ponder", "false"}}));
  EXPECT_EQ(player.start_patience, Player{}.start_patience);
  EXPECT_EQ(parsed->games, 2);
  EXPECT_EQ(parsed->max_faults, 3);
}

TEST(Settings, AnErrorNamesTheKey) {
  struct Row {
    const char* json;
    const char* where;
  };
  for (const auto& [json, where] : {
           Row{R"({"round": 3})", "round: there is no such setting"},
           Row{R"({"rounds": "3"})", "rounds: must be a whole number"},
           Row{R"({"rounds": 3.5})", "rounds: must be a whole number"},
           Row{R"({"rounds": 3000000000})", "rounds: must be from -2147483648 to 2147483647"},
           Row{R"({"seed": -1})", "seed: must be from 0 to 18446744073709551615"},
           Row{R"({"event": 7})", "event: must be a text"},
           Row{R"({"repeats_openings": 1})", "repeats_openings: must be true or false"},
           Row{R"({"format": "league"})", "format: must be one of round_robin, gauntlet, pyramid, swiss,"},
           Row{R"({"players": {}})", "players: must be a list"},
           Row{R"({"players": [{}, 3]})", "players[1]: must be an object"},
           Row{R"({"players": [{}, {"time": {"clock": "x"}}]})", "players[1].time.clock: "},
           Row{R"({"players": [{"time": {"move_time_ms": 99999999999999}}]})",
               "players[0].time.move_time_ms: is more than a year"},
           Row{R"({"players": [{"time": {"tc": 1}}]})", "players[0].time.tc: there is no such setting"},
           Row{R"({"players": [{"options": {"Hash": [1]}}]})", "players[0].options.Hash: must be a text"},
           Row{R"({"players": [{"options": [["Hash"]]}]})", "players[0].options[0]: must be a name"},
           Row{R"({"players": [{"command": "engine"}]})", "players[0].command: must be a list"},
           Row{R"({"rules": {"adjudication": {"draw": 3}}})", "rules.adjudication.draw: must be an object"},
           Row{R"({"sprt": {"elo0": "0"}})", "sprt.elo0: must be a number"},
           Row{R"({"sprt": {"model": "guess"}})", "sprt.model: there is no model guess"},
           Row{R"([])", "the settings: must be an object"},
       }) {
    const auto parsed = parse_settings(json);
    ASSERT_FALSE(parsed) << json;
    EXPECT_TRUE(parsed.error().text.starts_with(where)) << json << "\n" << parsed.error().text;
  }
  for (const char* json : {"", "{", "{\"rounds\": }", "{} {}", "\xFF", "{\"event\": \"\xFF\"}"})
    EXPECT_FALSE(parse_settings(json)) << json;
}

TEST(Settings, ThatCanBePlayedHaveNoFault) {
  for (const Format format :
       {Format::round_robin, Format::gauntlet, Format::pyramid, Format::swiss, Format::knockout})
    EXPECT_EQ(find_fault(tournament_of(4, format)), "");
}

TEST(Settings, AFaultIsFound) {
  using Change = void (*)(TournamentSettings&);
  struct Row {
    const char* fault;
    Change change;
  };
  for (const auto& [fault, change] : {
           Row{"at least two players", [](auto& s) { s.players.resize(1); }},
           Row{"has no name", [](auto& s) { s.players[0].name.clear(); }},
           Row{"called A", [](auto& s) { s.players[1].name = "A"; }},
           Row{"can't be shown", [](auto& s) { s.players[1].name = "a\x1B[2J"; }},
           Row{"UTF-8", [](auto& s) { s.players[1].name = "\xFF"; }},
           Row{"UTF-8", [](auto& s) { s.pgn.file = "\xC0"; }},
           Row{"one of the two", [](auto& s) { s.players[0].exhibit.clear(); }},
           Row{"one of the two", [](auto& s) { s.players[0].command = {"x"}; }},
           Row{"needs time", [](auto& s) { s.players[0].time.clock.emplace(); }},
           Row{"depth is at least 1", [](auto& s) { s.players[0].time.depth = 0; }},
           Row{"one round", [](auto& s) { s.rounds = 0; }},
           Row{"one game", [](auto& s) { s.games = 0; }},
           Row{"gauntlet", [](auto& s) { s.format = Format::gauntlet, s.seeds = 3; }},
           Row{"Swiss", [](auto& s) { s.format = Format::swiss_then_knockout; }},
           Row{"between two", [](auto& s) { s.sprt.emplace(); }},
           Row{"is a match",
               [](auto& s) { s.players.resize(2), s.sprt.emplace(), s.format = Format::knockout; }},
           Row{"elo0", [](auto& s) { s.players.resize(2), s.sprt = SprtSettings{.elo0 = 5, .elo1 = 0}; }},
           Row{"need a file", [](auto& s) { s.openings.kind = OpeningSettings::Kind::epd; }},
           Row{"from 1", [](auto& s) { s.openings.start = 0; }},
           Row{"resign rule",
               [](auto& s) {
                 s.rules.adjudication.resign = ResignRule{0, 1, false};
               }},
           Row{"move limit", [](auto& s) { s.rules.adjudication.max_moves = 0; }},
           Row{"faults", [](auto& s) { s.max_faults = -1; }},
           Row{"at once", [](auto& s) { s.concurrency = 0; }},
       }) {
    TournamentSettings settings = tournament_of(3);
    change(settings);
    EXPECT_NE(find_fault(settings).find(fault), std::string::npos) << fault << "\n" << find_fault(settings);
  }
}

}  // namespace
}  // namespace vitrine::arena
