// Tables as a page sees them: over a WebSocket, with real engines.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engines/roster.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "server/support.h"
#include "support/paths.h"

namespace vitrine::server::test {
namespace {

arena::Player mock(const std::string& name, std::vector<std::string> behaviours) {
  arena::Player player{.name = name, .command = {vitrine::test::mock_engine(), "uci"}};
  player.command.insert(player.command.end(), behaviours.begin(), behaviours.end());
  return player;
}

const Json kHuman = {{"human", true}};
Json engine(const std::string& id, Json limit = {{"depth", 2}}) { return {{"engine", id}, {"limit", limit}}; }

std::string open(Live& live, const Json& command) {
  const Json answer = live.call(command);
  EXPECT_EQ(answer["ok"], true) << answer;
  const std::string table = answer.value("table", "");
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", table}})["ok"], true);
  return table;
}

TEST(Live, a_game_against_evil_to_its_end) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table = open(live, {{"do", "new_game"}, {"white", kHuman}, {"black", engine("evil")}});
  const Json state = live.await_state();
  EXPECT_EQ(state["black"]["name"], "Evil");
  EXPECT_EQ(state["game"]["legal"].size(), 20U);

  // The flagship plays for us; four plies are enough to mate one who only captures.
  const auto helper = engines::find_exhibit("vitrine")->make();
  chess::Game game;
  Json end;
  std::int64_t number = -1;
  while (end.is_null() && game.ply() < 300) {
    const auto choice = helper->choose(game, {.depth = 6}, {}, {});
    live.call({{"do", "move"}, {"table", table}, {"uci", notation::to_uci(*choice.move)}});
    const std::size_t wanted = game.ply() + 2;
    while (end.is_null() && game.ply() < wanted) {
      const Json message = live.await([](const Json& m) { return m.contains("event"); });
      ASSERT_TRUE(message.contains("seq"));
      if (number >= 0) {
        EXPECT_EQ(message["seq"], number + 1);  // no gap, ever
      }
      number = message["seq"];
      const Json& event = message["event"];
      if (event["kind"] == "finished") {
        end = event;
      } else {
        ASSERT_EQ(event["kind"], "moved");
        const auto move = notation::parse_uci_move(game.position(), event["ply"]["uci"].get<std::string>());
        ASSERT_TRUE(move);
        game.play_unchecked(*move);
        EXPECT_EQ(event["ply"]["fen"], notation::to_fen(game.position()));
        EXPECT_EQ(event["legal"].size(), static_cast<std::size_t>(game.position().legal_move_count()));
      }
    }
  }
  EXPECT_EQ(end["result"], "1-0");
  EXPECT_EQ(end["why"], "White wins by checkmate");
  EXPECT_EQ(live.call({{"do", "move"}, {"table", table}, {"uci", "e2e4"}})["error"]["what"],
            "The game is over.");

  EXPECT_EQ(live.call({{"do", "rematch"}, {"table", table}})["ok"], true);
  const Json again = live.await_state();
  EXPECT_EQ(again["white"]["name"], "Evil");  // colours swapped
  EXPECT_EQ(again["result"], "*");
  EXPECT_EQ(live.await_event("moved")["ply"]["fen"].get<std::string>().find(" w "), std::string::npos);
}

TEST(Live, take_back_resign_and_draw) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table = open(live, {{"do", "new_game"}, {"white", kHuman}, {"black", kHuman}});
  const auto tell = [&](const char* what, Json fields = Json::object()) {
    fields["do"] = what;
    fields["table"] = table;
    return live.call(fields);
  };
  for (const char* move : {"e2e4", "e7e5", "g1f3"}) EXPECT_EQ(tell("move", {{"uci", move}})["ok"], true);
  EXPECT_EQ(tell("move", {{"uci", "e5e3"}})["error"]["where"], "uci");
  EXPECT_EQ(tell("take_back", {{"side", "white"}})["ok"], true);
  EXPECT_EQ(live.await_event("taken_back")["game"]["plies"].size(), 2U);
  EXPECT_EQ(tell("offer_draw", {{"side", "white"}})["ok"], true);
  EXPECT_EQ(live.await_event("draw_offered")["accepted"], false);
  EXPECT_EQ(tell("offer_draw", {{"side", "black"}})["ok"], true);
  EXPECT_EQ(live.await_event("finished")["result"], "1/2-1/2");
  EXPECT_EQ(tell("rematch")["ok"], true);
  EXPECT_EQ(tell("resign", {{"side", "white"}})["ok"], true);
  EXPECT_EQ(live.await_event("finished")["result"], "0-1");
}

TEST(Live, a_person_loses_on_time) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table = open(live, {{"do", "new_game"},
                                        {"white", kHuman},
                                        {"black", kHuman},
                                        {"clock", {{"base", 200}, {"increment", 0}}}});
  for (const char* move : {"e2e4", "e7e5"}) live.call({{"do", "move"}, {"table", table}, {"uci", move}});
  const Json end = live.await_event("finished");
  EXPECT_EQ(end["result"], "0-1");
  EXPECT_EQ(end["why"], "White loses on time");
}

TEST(Live, who_comes_back_gets_everything) {
  const TestCabinet cabinet;
  std::string table;
  {
    Live live(cabinet);
    table = open(live, {{"do", "new_game"}, {"white", kHuman}, {"black", kHuman}});
    live.call({{"do", "move"}, {"table", table}, {"uci", "e2e4"}});
  }
  Live live(cabinet);
  EXPECT_EQ(live.await([](const Json& m) { return m.contains("tables"); })["tables"][0]["id"], table);
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", table}})["ok"], true);
  EXPECT_EQ(live.await_state()["game"]["plies"][0]["san"], "e4");
  EXPECT_EQ(live.call({{"do", "close"}, {"table", table}})["ok"], true);
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", table}})["error"]["where"], "table");
}

TEST(Live, two_engines_look_at_one_position) {
  const TestCabinet cabinet({mock("Mock", {})});
  Live live(cabinet);
  // Mate in three: 1. Ra6+ f6 2. Bxf6+ Rg7 3. Rxa8#.
  const std::string table =
      open(live, {{"do", "new_analysis"}, {"fen", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"}});
  EXPECT_EQ(live.call({{"do", "analyse"},
                       {"table", table},
                       {"engines", {{{"engine", "vitrine"}, {"multi_pv", 2}}, {{"engine", "mailbox"}}}},
                       {"limit", {{"depth", 8}}}})["ok"],
            true);
  std::map<std::string, std::string> best;
  bool has_depth = false;
  while (best.size() < 2 || !has_depth) {
    const Json message =
        live.await([](const Json& m) { return m.contains("event") || m.contains("search"); });
    if (message.empty()) break;
    if (message.contains("search")) {
      has_depth = has_depth || message["search"].contains("depth_finished");
    } else if (message["event"]["kind"] == "ended") {
      best[message["event"]["engine"]] = message["event"]["best"];
    }
  }
  EXPECT_EQ(best["vitrine"], "f6a6");
  EXPECT_EQ(best["mailbox"], "f6a6");
  EXPECT_TRUE(has_depth);
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", table}})["ok"], true);
  const Json state = live.await_state();
  const Json& search = state["searches"]["vitrine"];
  EXPECT_EQ(search["lines"][0]["score"]["mate"], 3);
  EXPECT_EQ(search["lines"][0]["san"][0], "Ra6+");
  EXPECT_EQ(search["lines"].size(), 2U);
  EXPECT_FALSE(search["history"].empty());
  EXPECT_GT(search["history"].back()["stats"]["nodes"], 0);
  EXPECT_EQ(state["running"], false);

  // Without a limit until it is stopped; another position starts it again.
  live.call({{"do", "analyse"}, {"table", table}, {"engines", {{{"engine", "vitrine"}}}}});
  EXPECT_EQ(live.await_event("started")["engine"], "vitrine");
  live.call({{"do", "set_position"}, {"table", table}, {"moves", {"e2e4"}}});
  EXPECT_EQ(live.await_event("position")["game"]["plies"][0]["san"], "e4");
  EXPECT_EQ(live.await_event("started")["engine"], "vitrine");
  const Json sample = live.await([](const Json& m) {
    return m.contains("search") && m["search"]["depth"] >= 3 && !m["search"]["lines"].empty();
  });
  EXPECT_EQ(sample["search"]["of"], "vitrine");
  EXPECT_EQ(sample["search"]["thinking"], true);
  live.call({{"do", "stop"}, {"table", table}});
  EXPECT_EQ(live.await_event("ended")["engine"], "vitrine");

  EXPECT_EQ(live.call({{"do", "analyse"},
                       {"table", table},
                       {"engines", {{{"engine", "mock"}}}},
                       {"limit", {{"depth", 3}}}})["ok"],
            true);
  const Json first = live.await_event("log")["lines"][0];
  EXPECT_EQ(first["engine"], "mock");
  EXPECT_EQ(first["line"], "> uci");
}

// Mailbox looks no further than its mate, and is done in no time: a search without a limit goes on all the
// same.
TEST(Live, an_engine_that_has_seen_it_all_looks_at_the_next_position_too) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table =
      open(live, {{"do", "new_analysis"}, {"fen", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"}});
  live.call({{"do", "analyse"}, {"table", table}, {"engines", {{{"engine", "mailbox"}}}}});
  const Json sample = live.await([](const Json& m) {
    return m.contains("search") && m["search"]["depth"] >= 5 && !m["search"]["lines"].empty();
  });
  EXPECT_EQ(sample["search"]["lines"][0]["score"]["mate"], 3);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  live.call({{"do", "watch"}, {"table", table}});
  EXPECT_EQ(live.await_state()["running"], true);

  live.call({{"do", "set_position"}, {"table", table}, {"moves", {"e2e4"}}});
  EXPECT_EQ(live.await_event("position")["game"]["plies"][0]["san"], "e4");
  EXPECT_EQ(live.await_event("started")["engine"], "mailbox");
  live.call({{"do", "stop"}, {"table", table}});
  EXPECT_EQ(live.await_event("ended")["engine"], "mailbox");
}

TEST(Live, a_match_of_four_games) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table = open(live, {{"do", "new_match"},
                                        {"players", {{{"engine", "mailbox"}}, {{"engine", "random"}}}},
                                        {"format", "match"},
                                        {"rounds", 2},
                                        {"limit", {{"depth", 2}}},
                                        {"concurrency", 1},
                                        {"sprt", {{"elo0", 0}, {"elo1", 200}}}});
  Json progress;
  std::string why;
  while (why.empty()) {
    const Json message = live.await([](const Json& m) { return m.contains("event") || m.contains("state"); });
    if (message.empty()) break;
    // Who reads slowly may get a state in place of events; both tell the same.
    if (message.contains("state")) {
      progress = message["state"]["progress"];
      if (message["state"]["running"] == false) why = "ended";
    } else if (message["event"]["kind"] == "progress") {
      progress = message["event"];
    } else if (message["event"]["kind"] == "ended") {
      why = message["event"]["why"];
    }
  }
  EXPECT_EQ(progress["played"], 4);
  EXPECT_EQ(progress["total"], 4);
  EXPECT_EQ(progress["standings"][0]["player"], "Mailbox");
  double points = 0;
  for (const Json& row : progress["standings"]) points += row["points"].get<double>();
  EXPECT_EQ(points, 4);
  EXPECT_EQ(progress["crosstable"][0][0], nullptr);
  EXPECT_EQ(progress["crosstable"][0][1].get<double>() + progress["crosstable"][1][0].get<double>(), 4);
  EXPECT_EQ(progress["sprt"]["elo1"], 200);
  std::int64_t pairs = 0;
  for (const Json& count : progress["pentanomial"]) pairs += count.get<std::int64_t>();
  EXPECT_EQ(pairs, 2);
  live.call({{"do", "watch"}, {"table", table}});
  EXPECT_EQ(live.await_state()["finished"].size(), 4U);
}

TEST(Live, a_match_stops_and_goes_on) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table = open(live, {{"do", "new_match"},
                                        {"players", {{{"engine", "evil"}}, {{"engine", "evil"}}}},
                                        {"rounds", 2},
                                        {"limit", {{"time", 30}}}});
  EXPECT_EQ(live.await_state()["players"][1]["name"], "Evil 2");
  live.call({{"do", "stop"}, {"table", table}});
  live.await([](const Json& m) { return m.contains("state") && m["state"]["running"] == false; });
  EXPECT_EQ(live.call({{"do", "go_on"}, {"table", table}})["ok"], true);
  const Json end = live.await([](const Json& m) {
    return m.contains("state") && m["state"]["running"] == false && m["state"]["progress"]["played"] == 4;
  });
  EXPECT_EQ(end["state"]["games"].size(), 0U);
}

TEST(Live, an_engine_that_breaks_is_told) {
  const TestCabinet cabinet({mock("Crasher", {"crash-go"}), mock("Away", {"exits"})});
  Live live(cabinet);
  const std::string game = open(live, {{"do", "new_game"}, {"white", kHuman}, {"black", engine("crasher")}});
  live.call({{"do", "move"}, {"table", game}, {"uci", "e2e4"}});
  const Json failed = live.await_event("engine_failed");
  EXPECT_EQ(failed["side"], "black");
  EXPECT_NE(failed["why"].get<std::string>().find("SIGSEGV"), std::string::npos) << failed;
  EXPECT_FALSE(failed["log"].empty());
  EXPECT_EQ(live.await_event("finished")["result"], "1-0");

  // It may be gone before we look: then it is not told, and the game has been lost.
  open(live, {{"do", "new_game"}, {"white", engine("away")}, {"black", kHuman}});
  const Json told = live.await([](const Json& m) {
    return m.contains("state") ? m["state"]["result"] == "0-1"
                               : m.contains("event") && m["event"]["kind"] == "engine_failed";
  });
  if (told.contains("event")) {
    EXPECT_EQ(told["event"]["side"], "white");
  }
  const std::string table = open(live, {{"do", "new_analysis"}});
  live.call({{"do", "analyse"}, {"table", table}, {"engines", {{{"engine", "crasher"}}}}});
  EXPECT_EQ(live.await_event("engine_failed")["engine"], "crasher");
}

// The process of this test's children that runs the program; 0: none does.
pid_t find_child(const std::string& mark) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (line.find(mark) != std::string::npos) return std::stoi(entry.path().filename());
  }
  return 0;
}

TEST(Live, a_program_killed_from_outside_loses) {
  const std::string mark = "mark-" + std::to_string(::getpid());
  const TestCabinet cabinet({mock("Victim", {mark, "silent-search"})});
  Live live(cabinet);
  open(live, {{"do", "new_game"}, {"white", engine("victim", {{"depth", 30}})}, {"black", kHuman}});
  pid_t victim = 0;
  for (const auto deadline = Steady::now() + kPatience; victim == 0 && Steady::now() < deadline;)
    victim = find_child(mark);
  ASSERT_NE(victim, 0);
  ASSERT_EQ(::kill(victim, SIGKILL), 0);
  EXPECT_NE(live.await_event("engine_failed")["why"].get<std::string>().find("SIGKILL"), std::string::npos);
  EXPECT_EQ(live.await_event("finished")["result"], "0-1");
}

TEST(Live, a_browser_names_no_path_and_no_file) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const auto refusal = [&](Json seat) {
    const Json answer = live.call({{"do", "new_game"}, {"white", std::move(seat)}, {"black", kHuman}});
    EXPECT_EQ(answer["ok"], false) << answer;
    return answer["error"]["where"];
  };
  EXPECT_EQ(refusal({{"engine", "/bin/sh"}}), "white.engine");
  EXPECT_EQ(refusal({{"engine", "vitrine"}, {"options", {{"SyzygyPath", "/etc"}}}}),
            "white.options.SyzygyPath");
  EXPECT_EQ(refusal({{"engine", "challenger"}, {"options", {{"Model", "/etc/passwd"}}}}),
            "white.options.Model");
  EXPECT_EQ(refusal({{"engine", "vitrine"}, {"options", {{"Hash", -1}}}}), "white.options.Hash");
  EXPECT_EQ(refusal({{"engine", "vitrine"}, {"limit", {{"depth", "six"}}}}), "white.limit.depth");
  EXPECT_EQ(refusal(nullptr), "white");
  EXPECT_EQ(live.call({{"do", "fly"}, {"table", "1"}})["error"]["where"], "table");
  live.wire().send(frame(1, "not JSON"));
  EXPECT_EQ(live.await([](const Json& m) { return m.contains("answer"); })["ok"], false);
  live.wire().send(frame(1, std::string(60'000, '[')));
  EXPECT_EQ(live.await([](const Json& m) { return m.contains("answer"); })["ok"], false);
}

TEST(Live, tables_are_counted) {
  const TestCabinet cabinet({}, {}, {}, {.tables = 3});
  Live live(cabinet);
  const Json game = {{"do", "new_game"}, {"white", kHuman}, {"black", kHuman}};
  const std::string first = live.call(game)["table"];
  for (int i = 0; i < 2; ++i) open(live, game);
  // Nobody looks at the first: it makes way.
  const std::string fourth = open(live, game);
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", first}})["ok"], false);
  const Json refused = live.call(game);
  EXPECT_EQ(refused["error"]["what"], "There are 3 tables already; close one first.");
  EXPECT_EQ(live.call({{"do", "close"}, {"table", fourth}})["ok"], true);
  EXPECT_EQ(live.call(game)["ok"], true);
}

TEST(Live, a_hundred_viewers) {
  const TestCabinet cabinet;
  Live player(cabinet);
  const std::string table =
      player.call({{"do", "new_game"}, {"white", kHuman}, {"black", engine("random")}})["table"];
  std::vector<std::unique_ptr<Live>> viewers;
  for (int i = 0; i < 100; ++i) {
    viewers.push_back(std::make_unique<Live>(cabinet));
    ASSERT_EQ(viewers.back()->call({{"do", "watch"}, {"table", table}})["ok"], true) << i;
  }
  player.call({{"do", "move"}, {"table", table}, {"uci", "e2e4"}});
  for (const auto& viewer : viewers) {
    EXPECT_EQ(viewer->await_state()["game"]["plies"].size(), 0U);
    EXPECT_EQ(viewer->await_event("moved")["ply"]["san"], "e4");
    viewer->await_event("moved");  // the answer
  }
  EXPECT_EQ(get(cabinet, "/").status, 200);
}

TEST(Live, a_flood_of_commands_is_answered_in_order) {
  const TestCabinet cabinet;
  Live live(cabinet);
  for (int i = 1; i <= 2000; ++i) live.send({{"do", "ping"}, {"call", i}});
  for (int i = 1; i <= 2000; ++i)
    ASSERT_EQ(live.await([](const Json& m) { return m.contains("answer"); })["answer"], i);
}

}  // namespace
}  // namespace vitrine::server::test
