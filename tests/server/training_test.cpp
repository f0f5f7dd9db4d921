// A model that learns while somebody looks on, over a WebSocket, on the sample set that comes with the
// program.

#include <stdlib.h>

#include <filesystem>
#include <numeric>

#include "server/support.h"
#include "server/training_table.h"

namespace vitrine::server::test {
namespace {

std::string begin(Live& live, Json command) {
  command["do"] = "new_training";
  const Json answer = live.call(command);
  EXPECT_EQ(answer["ok"], true) << answer;
  const std::string table = answer.value("table", "");
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", table}})["ok"], true);
  return table;
}

// Whatever is told until it has ended, as its state is then.
Json end_of(Live& live, const std::string& table) {
  const Json message = live.await([](const Json& m) {
    if (m.contains("state")) return m["state"]["running"] == false;
    return m.contains("event") && m["event"]["kind"] == "ended";
  });
  if (message.contains("state")) return message["state"];
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", table}})["ok"], true);
  return live.await_state();
}

double mean(const Json& board, int first_square = 0, int end = 64) {
  double sum = 0;
  for (int i = first_square; i < end; ++i) sum += board[static_cast<std::size_t>(i)].get<double>();
  return sum / (end - first_square);
}

TEST(Training, ridge_finds_what_men_are_worth) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const Json state = end_of(live, begin(live, {{"method", "ridge"}}));
  EXPECT_EQ(state["kind"], "training");
  EXPECT_EQ(state["method"], "ridge");
  EXPECT_EQ(state["why"], "It has learnt all it can.");
  EXPECT_EQ(state["step"], 1);
  EXPECT_EQ(state["steps"], 1);
  EXPECT_EQ(state["measure"], "pawns");
  EXPECT_EQ(state["losses"], Json::array({{1, state["training_error"], state["held_out_error"]}}));
  EXPECT_EQ(state["result"]["held_out_error"], state["held_out_error"]);
  EXPECT_EQ(state["positions"]["training"].get<int>() + state["positions"]["held_out"].get<int>(), 20'000);
  const Json& boards = state["boards"]["middlegame"];
  ASSERT_EQ(boards.size(), 6U);
  for (const Json& board : boards) ASSERT_EQ(board.size(), 64U);
  EXPECT_FALSE(state["boards"].contains("endgame"));
  // Every beginner's table: pawn < knight, bishop < rook < queen, in centipawns.
  const double pawn = mean(boards[0], 8, 56);
  EXPECT_GT(pawn, 0);
  for (const std::size_t minor : {1U, 2U}) {
    EXPECT_GT(mean(boards[minor]), pawn);
    EXPECT_GT(mean(boards[3]), mean(boards[minor]));
  }
  EXPECT_GT(mean(boards[4]), mean(boards[3]));
  // No pawn ever stood on the first rank or the last: nothing can be learnt about those squares.
  EXPECT_EQ(mean(boards[0], 0, 8), 0);
  EXPECT_EQ(mean(boards[0], 56, 64), 0);
}

TEST(Training, a_joint_fit_is_nearer_than_a_marginal_one) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const Json medians = end_of(live, begin(live, {{"method", "medians"}}));
  const Json ridge = end_of(live, begin(live, {{"method", "ridge"}}));
  EXPECT_LT(ridge["held_out_error"].get<double>(), 0.8 * medians["held_out_error"].get<double>());
}

TEST(Training, tells_every_step_of_a_short_run_and_some_of_a_long_one) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const Json command = {{"method", "logistic"}, {"tapered", true}, {"target", "mix"}};
  const Json short_run = end_of(live, begin(live, command));
  EXPECT_EQ(short_run["unit"], "epoch");
  EXPECT_EQ(short_run["measure"], "points");
  EXPECT_EQ(short_run["losses"].size(), 30U);
  EXPECT_EQ(short_run["snapshots"].size(), 30U);
  EXPECT_EQ(short_run["snapshots"][29]["boards"], short_run["boards"]);
  EXPECT_EQ(short_run["boards"]["endgame"].size(), 6U);
  EXPECT_LT(short_run["losses"][29][1], short_run["losses"][0][1]);  // it learns

  // One step more than there is room for: every other is told.
  const Json long_run = end_of(live, begin(live, {{"method", "logistic"}, {"epochs", 499}}));
  EXPECT_EQ(long_run["losses"].back()[0], 499);
  EXPECT_GE(long_run["losses"].size(), 250U);
  EXPECT_LE(long_run["losses"].size(), TrainingTable::kMostLosses);
  EXPECT_GE(long_run["snapshots"].size(), 30U);
  EXPECT_LE(long_run["snapshots"].size(), TrainingTable::kMostSnapshots);
}

TEST(Training, stops_and_goes_on_to_the_same_model) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const Json command = {{"method", "genetic"}, {"generations", 60}, {"seed", 5}};
  const std::string table = begin(live, command);
  live.await([](const Json& m) { return m.contains("state"); });
  EXPECT_EQ(live.call({{"do", "go_on"}, {"table", table}})["error"]["what"], "It is learning.");
  EXPECT_EQ(live.call({{"do", "stop"}, {"table", table}})["ok"], true);
  const Json ended = live.await_event("ended");
  EXPECT_EQ(ended["why"], "Stopped.");
  EXPECT_EQ(ended["finished"], false);
  EXPECT_EQ(live.call({{"do", "go_on"}, {"table", table}})["ok"], true);
  EXPECT_EQ(live.await_state()["running"], true);
  const Json broken = end_of(live, table);
  EXPECT_EQ(broken["finished"], true);
  EXPECT_EQ(broken["losses"].size(), 60U);
  const Json again = live.call({{"do", "go_on"}, {"table", table}});
  EXPECT_EQ(again["error"]["what"], "It has learnt all it can; begin another training.");

  const Json unbroken = end_of(live, begin(live, command));
  EXPECT_EQ(unbroken["boards"], broken["boards"]);
  EXPECT_EQ(unbroken["losses"], broken["losses"]);
}

TEST(Training, events_add_up_to_the_state) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string table = begin(live, {{"method", "genetic"}, {"generations", 80}});
  Json losses = Json::array();
  Json snapshots = Json::array();
  const auto add = [](Json& all, const Json& more, const auto& step_of) {
    for (const Json& one : more)
      if (all.empty() || step_of(one) > step_of(all.back())) all.push_back(one);
  };
  std::int64_t number = -1;
  for (bool has_ended = false; !has_ended;) {
    const auto message = live.next();
    ASSERT_TRUE(message);
    if (!message->contains("table")) continue;
    const Json& told = message->contains("state") ? (*message)["state"] : (*message)["event"];
    if (number >= 0 && message->contains("event")) {
      EXPECT_EQ((*message)["seq"], number + 1);
    }
    number = (*message)["seq"];
    has_ended = told["kind"] == "ended" || told.value("running", true) == false;
    if (!told.contains("losses")) continue;
    add(losses, told["losses"], [](const Json& loss) { return loss[0].get<int>(); });
    add(snapshots, told["snapshots"], [](const Json& shot) { return shot["step"].get<int>(); });
  }
  live.call({{"do", "watch"}, {"table", table}});
  const Json state = live.await_state();
  EXPECT_EQ(losses, state["losses"]);
  EXPECT_EQ(snapshots, state["snapshots"]);
  EXPECT_EQ(losses.size(), 80U);
}

TEST(Training, nonsense_is_refused) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const auto refusal = [&](Json command) {
    command["do"] = "new_training";
    const Json answer = live.call(command);
    EXPECT_EQ(answer["ok"], false) << answer;
    EXPECT_FALSE(answer["error"]["what"].get<std::string>().empty());
    return answer["error"]["where"];
  };
  EXPECT_EQ(refusal(Json::object()), "method");
  EXPECT_EQ(refusal({{"method", "magic"}}), "method");
  EXPECT_EQ(refusal({{"method", "random"}}), "method");
  EXPECT_EQ(refusal({{"method", 3}}), "method");
  EXPECT_EQ(refusal({{"method", "ridge"}, {"kind", "../../etc/passwd"}}), "kind");
  EXPECT_EQ(refusal({{"method", "ridge"}, {"tapered", "yes"}}), "tapered");
  EXPECT_EQ(refusal({{"method", "logistic"}, {"target", "fame"}}), "target");
  EXPECT_EQ(refusal({{"method", "medians"}, {"target", "result"}}), "target");
  EXPECT_EQ(refusal({{"method", "genetic"}, {"generations", 0}}), "generations");
  EXPECT_EQ(refusal({{"method", "genetic"}, {"generations", 1e9}}), "generations");
  EXPECT_EQ(refusal({{"method", "genetic"}, {"generations", 10}, {"steps", 10}}), "generations");
  EXPECT_EQ(refusal({{"method", "ridge"}, {"seed", -1}}), "seed");
  const std::string table = begin(live, {{"method", "means"}});
  EXPECT_EQ(live.call({{"do", "move"}, {"table", table}, {"uci", "e2e4"}})["error"]["where"], "do");
}

const Json kEndless = {
    {"method", "genetic"}, {"kind", "king-piece-square"}, {"tapered", true}, {"generations", 10'000}};

TEST(Training, there_is_room_for_one) {
  const TestCabinet cabinet;
  Live live(cabinet);
  const std::string first = begin(live, kEndless);
  const Json refused = live.call({{"do", "new_training"}, {"method", "ridge"}});
  EXPECT_EQ(refused["error"]["what"], "Another training is under way; there is room for one at a time.");
  live.call({{"do", "stop"}, {"table", first}});
  end_of(live, first);
  const std::string second = begin(live, kEndless);
  EXPECT_EQ(live.call({{"do", "go_on"}, {"table", first}})["ok"], false);
  EXPECT_EQ(live.call({{"do", "close"}, {"table", second}})["ok"], true);
  EXPECT_EQ(live.call({{"do", "watch"}, {"table", second}})["ok"], false);
  // The closed one makes room as soon as it has ended.
  Json answer;
  for (const auto deadline = Steady::now() + kPatience; Steady::now() < deadline;)
    if ((answer = live.call({{"do", "go_on"}, {"table", first}}))["ok"] == true) break;
  EXPECT_EQ(answer["ok"], true) << answer;
}

TEST(Training, ends_when_nobody_looks_on) {
  const TestCabinet cabinet({}, {}, {}, {.rest_after = 1ms});
  Live live(cabinet);
  Json command = kEndless;
  command["do"] = "new_training";
  EXPECT_EQ(live.call(command)["ok"], true);
  // It is never watched, and it would take an hour: another finds room only if it was stopped.
  Json answer;
  for (const auto deadline = Steady::now() + kPatience; Steady::now() < deadline;)
    if ((answer = live.call(command))["ok"] == true) break;
  EXPECT_EQ(answer["ok"], true) << answer;
}

TEST(Training, ends_with_the_server_and_leaves_nothing) {
  std::string folder = (std::filesystem::temp_directory_path() / "vitrine-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  ASSERT_EQ(::setenv("TMPDIR", folder.c_str(), 1), 0);
  Steady::time_point end;
  {
    const TestCabinet cabinet;
    Live live(cabinet);
    begin(live, kEndless);
    live.await([](const Json& m) {
      if (m.contains("state")) return m["state"]["step"] > 0;
      return m.contains("event") && m["event"]["step"] > 0;
    });
    EXPECT_FALSE(std::filesystem::is_empty(folder));
    end = Steady::now();
  }
  EXPECT_LT(Steady::now() - end, kPatience);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace vitrine::server::test
