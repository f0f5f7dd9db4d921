// What the pages ask of the lab: traces, time curves, evaluations.

#include <gtest/gtest.h>

#include <algorithm>

#include "lab/evaluation_sheet.h"
#include "notation/fen.h"
#include "server/evaluation_api.h"
#include "server/time_api.h"
#include "server/trace_api.h"

namespace vitrine::server {

namespace {

constexpr const char* kBlunder = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

// The error that a request is answered with.
template <class Ask>
ApiError error_of(Ask ask) {
  try {
    (void)ask();
  } catch (const ApiError& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was wrong with it";
  return {};
}

}  // namespace

TEST(TraceApi, OpensATreeNodeByNode) {
  TraceApi api;
  const Json trace = api.start({{"fen", kBlunder}, {"nodes", 20'000}, {"depth", 5}});
  EXPECT_EQ(trace["root"]["node"], 0);
  EXPECT_LE(trace["nodes"], 20'000);
  const Json roots = api.children({{"trace", trace["trace"]}, {"node", 0}})["children"];
  EXPECT_EQ(roots.size(), trace["root"]["children"]);
  const auto nf6 = std::ranges::find_if(roots, [](const Json& node) { return node["move"] == "g8f6"; });
  ASSERT_NE(nf6, roots.end());
  EXPECT_EQ((*nf6)["san"], "Nf6");
  const auto best = std::ranges::find_if(roots, [](const Json& node) { return node["reason"] == "best"; });
  ASSERT_NE(best, roots.end());
  EXPECT_EQ((*best)["move"], trace["best"]);
  // Black chose it, and the whole is told for White.
  EXPECT_EQ((*best)["score"].get<int>(), -trace["score"].get<int>());
  // Every child can be opened, those that were left out together too.
  std::uint64_t nodes = 1;
  for (const Json& node : roots) {
    nodes += node["nodes"].get<std::uint64_t>();
    const Json below = api.children({{"trace", trace["trace"]}, {"node", node["node"]}});
    EXPECT_EQ(below["children"].size(), node["children"]);
    EXPECT_FALSE(node["words"].get<std::string>().empty());
  }
  EXPECT_EQ(nodes, trace["root"]["nodes"]);
}

TEST(TraceApi, SaysWhatIsWrongAndWhere) {
  TraceApi api;
  const ApiError fen = error_of([&] { return api.start({{"fen", "8/8/8 w"}, {"nodes", 100}}); });
  EXPECT_EQ(fen.status, 400);
  EXPECT_TRUE(fen.where.starts_with("fen: ")) << fen.where;
  EXPECT_EQ(error_of([&] { return api.start({{"fen", kBlunder}, {"nodes", 200'001}}); }).where, "nodes");
  EXPECT_EQ(error_of([&] { return api.start({{"fen", kBlunder}}); }).where, "nodes");
  EXPECT_EQ(error_of([&] {
              return api.start({{"fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, {"nodes", 9}});
            }).where,
            "fen");
  EXPECT_EQ(error_of([&] { return api.children({{"trace", 7}, {"node", 0}}); }).status, 404);
}

TEST(TraceApi, ForgetsTheOldest) {
  TraceApi api;
  const Json request = {{"fen", kBlunder}, {"nodes", 50}};
  const Json first = api.start(request);
  Json last;
  for (int i = 0; i < 16; ++i) last = api.start(request);
  EXPECT_EQ(error_of([&] { return api.children({{"trace", first["trace"]}, {"node", 0}}); }).status, 404);
  EXPECT_NO_THROW((void)api.children({{"trace", last["trace"]}, {"node", 0}}));
  EXPECT_EQ(error_of([&] {
              return api.children({{"trace", last["trace"]}, {"node", 1'000'000'000}});
            }).where,
            "node");
}

// By hand: 3+2, 1% of 180 s and 2 s while more than 20 men are on the board.
TEST(TimeApi, DrawsCurves) {
  const Json answer =
      answer_time({{"rules", {{{"kind", "ancestor"}}, {{"kind", "ancestor"}, {"early", 0.02}}}},
                   {"clocks", {{{"base", 180'000}, {"increment", 2000}}}},
                   {"moves", 3}});
  ASSERT_EQ(answer["curves"].size(), 2U);
  const Json& curve = answer["curves"][0];
  EXPECT_EQ(curve["rule"]["kind"], "ancestor");
  EXPECT_EQ(curve["clock"]["base"], 180'000);
  ASSERT_EQ(curve["points"].size(), 3U);
  EXPECT_EQ(curve["points"][0]["allotted"], 3800);
  EXPECT_EQ(curve["points"][1]["remaining"], 178'200);
  EXPECT_EQ(answer["curves"][1]["points"][0]["allotted"], 5600);
}

TEST(TimeApi, ReplaysAGame) {
  const Json answer =
      answer_time({{"rules", {{{"kind", "mailbox"}}}}, {"pgn", "1. e4 d5 2. exd5 Qxd5 3. Nc3 *"}});
  ASSERT_EQ(answer["curves"].size(), 7U);
  const Json& points = answer["curves"][0]["points"];
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[2]["men"], 30);
  const Json black = answer_time(
      {{"rules", {{{"kind", "mailbox"}}}}, {"pgn", "1. e4 d5 2. exd5 Qxd5 3. Nc3 *"}, {"side", "black"}});
  EXPECT_EQ(black["curves"][0]["points"][1]["men"], 31);
}

TEST(TimeApi, SaysWhatIsWrongAndWhere) {
  const Json rule = {{"kind", "vitrine"}};
  EXPECT_EQ(error_of([] { return answer_time(Json::object()); }).where, "rules");
  EXPECT_EQ(error_of([] { return answer_time({{"rules", {{{"kind", "clock"}}}}}); }).where, "rules[0].kind");
  EXPECT_EQ(error_of([&] {
              return answer_time({{"rules", {rule, {{"kind", "ancestor"}, {"late", 2}}}}});
            }).where,
            "rules[1].late");
  EXPECT_EQ(error_of([&] {
              return answer_time({{"rules", {rule}}, {"clocks", {{{"base", 0}, {"increment", 0}}}}});
            }).where,
            "clocks[0].base");
  EXPECT_EQ(error_of([&] {
              return answer_time({{"rules", {rule}}, {"pgn", "1. e4 e5 2. Ke3"}});
            }).where,
            "pgn: line 1, ply 3");
  EXPECT_EQ(error_of([&] {
              return answer_time({{"rules", {rule}}, {"pgn", "1. e4 *"}, {"game", 2}});
            }).where,
            "pgn");
}

TEST(EvaluationApi, AnswersWhatTheCommandLinePrints) {
  const auto pos = *notation::parse_fen(kBlunder);
  EXPECT_EQ(answer_evaluation({{"fen", kBlunder}}),
            Json(lab::classical_sheet(pos, *lab::flagship_network())));
  EXPECT_EQ(answer_evaluation({{"fen", kBlunder}, {"model", "piece-square"}}),
            Json(lab::piece_square_sheet(pos, lab::flagship_model())));
}

TEST(EvaluationApi, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of([] {
              return answer_evaluation({{"fen", kBlunder}, {"model", "nnue"}});
            }).where,
            "model");
  EXPECT_EQ(error_of([] { return answer_evaluation({{"model", "classical"}}); }).where, "fen");
  EXPECT_TRUE(error_of([] {
                return answer_evaluation({{"fen", "9/8/8/8/8/8/8/8 w - - 0 1"}});
              }).where.starts_with("fen: "));
}

}  // namespace vitrine::server
