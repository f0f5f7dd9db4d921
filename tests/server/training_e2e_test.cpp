// The page and the command line learn the same from the same data, options and seed.

#include <stdlib.h>

#include <cstdio>
#include <filesystem>

#include "eval/piece_square_model.h"
#include "server/support.h"
#include "server/training_table.h"
#include "support/paths.h"

namespace vitrine::server::test {
namespace {

// What `vitrine lab train` prints.
std::string train_from_shell(const std::string& arguments) {
  FILE* const pipe =
      ::popen((vitrine::test::vitrine_binary() + " lab train " + arguments + " 2>&1").c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string printed;
  char block[4096];
  while (const std::size_t size = std::fread(block, 1, sizeof block, pipe)) printed.append(block, size);
  EXPECT_EQ(::pclose(pipe), 0) << printed;
  return printed;
}

Json train_on_page(Live& live, Json command) {
  command["do"] = "new_training";
  const Json answer = live.call(command);
  EXPECT_EQ(answer["ok"], true) << answer;
  live.call({{"do", "watch"}, {"table", answer["table"]}});
  live.await([](const Json& m) {
    if (m.contains("state")) return m["state"]["running"] == false;
    return m.contains("event") && m["event"]["kind"] == "ended";
  });
  live.call({{"do", "watch"}, {"table", answer["table"]}});
  return live.await_state();
}

std::string four_digits(const Json& error) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", error.get<double>());
  return text;
}

TEST(TrainingFromShell, learns_the_same) {
  std::string folder = (std::filesystem::temp_directory_path() / "vitrine-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string model = folder + "/model.txt";
  const TestCabinet cabinet;
  Live live(cabinet);
  struct Row {
    const char* arguments;
    Json command;
  };
  const Row rows[] = {
      {"medians --seed 7", {{"method", "medians"}, {"seed", 7}}},
      {"ridge", {{"method", "ridge"}}},
      {"ridge --kind king-piece-square --tapered --iterations 20",
       {{"method", "ridge"}, {"kind", "king-piece-square"}, {"tapered", true}, {"iterations", 20}}},
      {"genetic --seed 3 --generations 10", {{"method", "genetic"}, {"seed", 3}, {"generations", 10}}},
      {"logistic --target result --epochs 5", {{"method", "logistic"}, {"target", "result"}, {"epochs", 5}}},
  };
  for (const Row& row : rows) {
    const std::string printed =
        train_from_shell(std::string(row.arguments) + " --data sample --out " + model);
    const Json state = train_on_page(live, row.command);
    ASSERT_EQ(state["finished"], true) << state["why"];
    const std::string wanted = "off by " + four_digits(state["result"]["training_error"]) +
                               " pawns in training, " + four_digits(state["result"]["held_out_error"]) +
                               " held out;";
    EXPECT_NE(printed.find(wanted), std::string::npos) << row.arguments << ": " << wanted << "\n" << printed;
    const auto written = eval::load_model(model);
    ASSERT_TRUE(written);
    EXPECT_EQ(boards_json(lab::heat_rows(*written)), state["boards"]) << row.arguments;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace vitrine::server::test
