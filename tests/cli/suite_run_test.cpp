#include "cli/suite_run.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "cli/suite_report.h"
#include "support/paths.h"

namespace vitrine::cli {

namespace {

const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
// A back-rank mate, and a queen for nothing: any engine that looks two plies deep finds them.
const std::string kEasy =
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8; dm 1; id \"back rank\";\n"
    "4k3/8/8/3q4/8/8/3R4/4K3 w - - bm Rxd5; id \"queen\";\n";

Suite suite_of(const std::string& text, const std::string& path = "easy.epd") {
  std::istringstream in(text);
  return parse_suite(in, path);
}

arena::Player exhibit(const std::string& name) { return {.name = name, .exhibit = name}; }

arena::Player mock(const std::vector<std::string>& words) {
  arena::Player player{.name = "mock", .command = {test::mock_engine(), "uci"}};
  player.command.insert(player.command.end(), words.begin(), words.end());
  return player;
}

SuiteRunSettings settings_of(std::vector<arena::Player> players, int concurrency = 1) {
  return {.players = std::move(players), .limits = {.depth = 3}, .concurrency = concurrency};
}

}  // namespace

TEST(SuiteRun, AsksEveryEngineAboutEveryPosition) {
  for (const int concurrency : {1, 3}) {
    SuiteRun run(settings_of({exhibit("mailbox"), exhibit("negamax")}, concurrency),
                 {suite_of(kEasy), suite_of(kStart + "bm e4;\n", "start.epd")});
    EXPECT_EQ(run.size(), 6u);
    EXPECT_EQ(run.answered(), 0u);
    EXPECT_EQ(run.answer({1, 1, 0}), nullptr);
    std::size_t told = 0;
    run.run([&](const SuitePlace&, const SuiteAnswer&) { ++told; }, {});
    EXPECT_EQ(told, 6u);
    EXPECT_EQ(run.answered(), 6u);
    for (const std::size_t player : {0, 1}) {
      const SuiteTally easy = tally(run, player, 0);
      EXPECT_EQ(easy.solved, 2);
      EXPECT_EQ(easy.solvable, 2);
      EXPECT_EQ(easy.answered, 2);
      EXPECT_EQ(easy.faults, 0);
      EXPECT_GT(easy.nodes, 0u);
      EXPECT_EQ(tally(run, player, 1).answered, 1);
    }
  }
}

// The mock plays e4 in its first position and dies in its second; started again it plays e4 in the third.
TEST(SuiteRun, StartsAnEngineThatDiedAgain) {
  const std::string four =
      kStart + "bm e4;\n" + kStart + "bm e4;\n" + kStart + "bm e4;\n" + kStart + "bm e4;\n";
  SuiteRun run(settings_of({mock({"crash-go", "later"}), exhibit("mailbox")}), {suite_of(four)});
  run.start_engines({});
  run.run({}, {});
  const SuiteTally mocks = tally(run, 0, 0);
  EXPECT_EQ(mocks.answered, 4);
  EXPECT_EQ(mocks.solved, 2);
  EXPECT_EQ(mocks.faults, 2);
  EXPECT_TRUE(run.answer({0, 0, 0})->fault.empty());
  EXPECT_NE(run.answer({0, 0, 1})->fault.find("mock"), std::string::npos);
  EXPECT_FALSE(run.answer({0, 0, 1})->move);
  EXPECT_EQ(tally(run, 1, 0).faults, 0);
}

TEST(SuiteRun, CountsAnIllegalMoveAsAFault) {
  SuiteRun run(settings_of({mock({"illegal"})}), {suite_of(kStart + "am d4;\n")});
  run.run({}, {});
  EXPECT_EQ(tally(run, 0, 0).solved, 0);
  EXPECT_EQ(tally(run, 0, 0).faults, 1);
}

TEST(SuiteRun, KnowsBeforehandWhatCannotWork) {
  const arena::Player nobody{.name = "nobody", .command = {"no-such-engine-anywhere"}};
  SuiteRun without(settings_of({nobody}), {suite_of(kEasy)});
  EXPECT_THROW(without.start_engines({}), engines::EngineFault);

  SuiteRunSettings settings = settings_of({mock({}), exhibit("mailbox")});
  settings.hash = 64;
  settings.threads = 2;
  SuiteRun with_options(settings, {suite_of(kEasy)});
  std::vector<std::string> notes;
  with_options.start_engines([&](const std::string& note) { notes.push_back(note); });
  EXPECT_EQ(notes, (std::vector<std::string>{"mock has no option Threads", "mailbox has no option Hash",
                                             "mailbox has no option Threads"}));
  settings.hash = 4096;  // the mock takes 1024
  SuiteRun too_much(settings, {suite_of(kEasy)});
  EXPECT_THROW(too_much.start_engines({}), std::invalid_argument);
}

TEST(SuiteRun, StopsWhenTold) {
  std::stop_source stop;
  SuiteRun run(settings_of({exhibit("mailbox")}), {suite_of(kEasy + kEasy + kEasy)});
  run.run(
      [&](const SuitePlace& place, const SuiteAnswer&) {
        if (place.test == 1) stop.request_stop();
      },
      stop.get_token());
  EXPECT_EQ(run.answered(), 2u);
  EXPECT_EQ(run.size(), 6u);
}

TEST(SuiteReport, PrintsATableEngineBySuite) {
  const std::string graded = kStart + "bm d4; c8 \"60 100\"; c9 \"e2e4 d2d4\";\n";
  SuiteRun run(settings_of({mock({}), exhibit("mailbox")}),
               {suite_of(kStart + "bm e4;\n", "one.epd"), suite_of(graded, "two.epd")});
  EXPECT_EQ(suite_table(run),
            "engine   one  two  two points  all solved\n"
            "mock       -    -           -           -\n"
            "mailbox    -    -           -           -\n");
  run.run({}, {});
  const std::string table = suite_table(run);
  EXPECT_NE(table.find("mock     1/1 100.0%"), std::string::npos) << table;
  EXPECT_NE(table.find("60/100 60.0%"), std::string::npos) << table;
  EXPECT_NE(table.find("1/2 50.0%"), std::string::npos) << table;
  EXPECT_EQ(table.find("faults"), std::string::npos) << table;
  EXPECT_NE(unsolved_text(run).find("two.epd:1: mock plays e4 (+0.23) for 60 points, wanted d4\n"),
            std::string::npos)
      << unsolved_text(run);
}

TEST(SuiteReport, TellsFaultsAndSuitesOfOneNameApart) {
  SuiteRun run(settings_of({mock({"crash-go"})}),
               {suite_of(kEasy, "a/easy.epd"), suite_of(kEasy, "b/easy.epd")});
  run.run({}, {});
  const std::string table = suite_table(run);
  EXPECT_EQ(table.substr(0, table.find('\n')), "engine  a/easy.epd  b/easy.epd  all solved  faults");
  EXPECT_NE(table.find("0/4 0.0%       4\n"), std::string::npos) << table;
  EXPECT_NE(unsolved_text(run).find("a/easy.epd:1: back rank: mock fails: "), std::string::npos);
}

TEST(SuiteReport, SaysTheSameInJson) {
  Suite suite = suite_of(kEasy + "hello\n" + kStart + "bm a3; id \"odd\";\n");
  SuiteRun run(settings_of({exhibit("mailbox")}), {suite});
  run.run({}, {});
  const auto json = nlohmann::json::parse(suite_json(run, true));
  EXPECT_TRUE(json["complete"]);
  EXPECT_EQ(json["limits"], nlohmann::json({{"depth", 3}}));
  ASSERT_EQ(json["suites"].size(), 1u);
  EXPECT_EQ(json["suites"][0]["positions"], 3);
  EXPECT_EQ(json["suites"][0]["malformed"][0]["line"], 3);
  ASSERT_EQ(json["results"].size(), 1u);
  const auto& result = json["results"][0];
  EXPECT_EQ(result["engine"], "mailbox");
  EXPECT_EQ(result["file"], "easy.epd");
  EXPECT_EQ(result["solved"], 2);
  EXPECT_EQ(result["solvable"], 3);
  EXPECT_FALSE(result.contains("points"));
  ASSERT_EQ(json["unsolved"].size(), 1u);
  EXPECT_EQ(json["unsolved"][0]["id"], "odd");
  EXPECT_EQ(json["unsolved"][0]["line"], 4);
  EXPECT_EQ(json["unsolved"][0]["wanted"], "a3");
  EXPECT_FALSE(nlohmann::json::parse(suite_json(run, false)).contains("unsolved"));
}

}  // namespace vitrine::cli
