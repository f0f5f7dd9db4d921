#include "lab/selfplay/selfplay.h"

#include "chess/support.h"
#include "engines/vitrine/vitrine.h"
#include "lab/selfplay/ordered_games.h"
#include "lab/selfplay/selfplay_farm.h"

namespace vitrine::lab {
namespace {

std::unique_ptr<engines::Engine> small_engine() {
  auto engine = engines::make_vitrine();
  EXPECT_EQ(engine->options().set("Hash", "1"), "");
  return engine;
}

std::vector<std::string> play(const SelfplayRules& rules, int threads, std::uint32_t first,
                              std::uint32_t count) {
  std::vector<std::string> games;
  run_selfplay(rules, small_engine, threads, first, count,
               [&](SelfplayGame&& game) { games.push_back(to_bytes(game)); }, {});
  return games;
}

TEST(Selfplay, GamesDependOnSeedAndNumberOnly) {
  const SelfplayRules rules{.seed = 7, .nodes = 100, .longest = 60};
  const auto alone = play(rules, 1, 0, 6);
  EXPECT_EQ(alone.size(), 6U);
  EXPECT_EQ(play(rules, 4, 0, 6), alone);
  EXPECT_EQ(play(rules, 2, 3, 3), (std::vector<std::string>{alone[3], alone[4], alone[5]}));
  EXPECT_NE(alone[0], alone[1]);
  EXPECT_NE(play({.seed = 8, .nodes = 100, .longest = 60}, 1, 0, 1)[0], alone[0]);
}

TEST(Selfplay, GamesAreLegalAndEndForAReason) {
  const SelfplayRules rules{.nodes = 200};
  SelfplayPlayer player(small_engine(), rules);
  for (std::uint32_t number = 0; number < 6; ++number) {
    const auto record = player.play(number, {});
    ASSERT_TRUE(record);
    EXPECT_EQ(record->number, number);
    EXPECT_TRUE(record->first_ply == 8 || record->first_ply == 9);
    chess::Game game(record->start);
    SelfplayReferee referee(rules);
    std::optional<GameResult> verdict;
    for (const ScoredMove& scored : record->moves) {
      EXPECT_FALSE(verdict || game.is_over(chess::DrawClaims::made)) << "it went on after its end";
      verdict = referee.note(scored.centipawns, record->first_ply + static_cast<int>(game.ply()));
      ASSERT_TRUE(game.play(scored.move));
    }
    const auto outcome = game.outcome(chess::DrawClaims::made);
    ASSERT_TRUE(outcome || verdict);
    if (outcome)
      EXPECT_EQ(record->result, !outcome->winner                          ? GameResult::drawn
                                : *outcome->winner == chess::Color::white ? GameResult::white_won
                                                                          : GameResult::black_won);
    else
      EXPECT_EQ(record->result, *verdict);
  }
}

TEST(Selfplay, TheRefereeCountsPliesInARow) {
  SelfplayReferee referee{SelfplayRules{}};
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(referee.note(1'250, 20 + i));
  EXPECT_FALSE(referee.note(1'249, 24));
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(referee.note(-1'300, 25 + i));
  EXPECT_EQ(referee.note(-29'990, 29), GameResult::black_won);

  SelfplayReferee drawing{SelfplayRules{}};
  for (int ply = 40; ply < 79; ++ply) EXPECT_FALSE(drawing.note(ply % 2 == 0 ? 10 : -10, ply)) << ply;
  EXPECT_EQ(drawing.note(0, 79), GameResult::drawn) << "the tenth ply from the 70th on";

  SelfplayReferee swinging{SelfplayRules{}};
  for (int ply = 0; ply < 398; ++ply) EXPECT_FALSE(swinging.note(ply % 2 == 0 ? 2'000 : -2'000, ply)) << ply;
  EXPECT_FALSE(swinging.note(100, 398));
  EXPECT_EQ(swinging.note(100, 399), GameResult::drawn);
}

TEST(Selfplay, AStopEndsItSoon) {
  std::stop_source stop;
  int games = 0;
  run_selfplay(
      {.nodes = 100, .longest = 40}, small_engine, 2, 0, 1'000'000,
      [&](SelfplayGame&&) {
        if (++games == 3) stop.request_stop();
      },
      stop.get_token());
  EXPECT_GE(games, 3);
  EXPECT_LT(games, 100);
}

TEST(Selfplay, AnEngineWithoutScoresIsRefused) {
  struct Mute : engines::Engine {
    engines::Choice choose(const chess::Game& game, const engines::Limits&, const engines::Listener&,
                           const engines::Signals&) override {
      return {.move = game.position().legal_moves()[0]};
    }
  };
  const auto make = [] { return std::make_unique<Mute>(); };
  EXPECT_THROW(run_selfplay({.nodes = 10}, make, 2, 0, 4, [](SelfplayGame&&) {}, {}), std::runtime_error);
}

TEST(Selfplay, AFailingDiskEndsIt) {
  const auto fail = [](SelfplayGame&&) { throw std::runtime_error("No space left on device"); };
  EXPECT_THROW(run_selfplay({.nodes = 50, .longest = 30}, small_engine, 2, 0, 1'000, fail, {}),
               std::runtime_error);
}

TEST(OrderedGames, GoOutInOrder) {
  OrderedGames ordered(5);
  std::vector<std::uint32_t> out;
  for (const std::uint32_t number : {7, 5, 4, 7, 8, 6, 10}) {
    ordered.add({.number = number});
    ordered.flush([&](SelfplayGame&& game) { out.push_back(game.number); });
  }
  EXPECT_EQ(out, (std::vector<std::uint32_t>{5, 6, 7, 8}));
  EXPECT_TRUE(ordered.has(10));
  EXPECT_FALSE(ordered.has(9));
}

TEST(FarmMessages, ComeBackAsTheyWere) {
  const BlockMessage message{
      .run = "a1", .signature = "engine=x", .rules = {.seed = 9, .nodes = 77}, .first = 5, .count = 3};
  const auto same = parse_block_message(to_text(message));
  ASSERT_TRUE(same) << same.error();
  EXPECT_EQ(to_text(*same), to_text(message));
  SelfplayPlayer player(small_engine(), {.nodes = 50, .longest = 30});
  const BlockResult result{.first = 5, .worker = "w", .games = {*player.play(5, {}), *player.play(6, {})}};
  const auto back = parse_block_result(to_text(result));
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(to_text(*back), to_text(result));
}

TEST(FarmMessages, StrangersTextsAreRefused) {
  for (const char* text :
       {"", "{}", "[1]",
        R"({"run":"A B","signature":"x","nodes":1,"random_plies":1,"seed":1,"first":0,"count":1})",
        R"({"run":"a","signature":"x","nodes":0,"random_plies":1,"seed":1,"first":0,"count":1})",
        R"({"run":"a","signature":"x","nodes":1,"random_plies":-1,"seed":1,"first":0,"count":1})",
        R"({"run":"a","signature":"x","nodes":1,"random_plies":1,"seed":1,"first":0,"count":99999999})"})
    EXPECT_FALSE(parse_block_message(text)) << text;
  for (const char* text : {"", "\n", "{}\n", "{\"first\":1,\"worker\":\"w\",\"refusal\":\"\"}\nxyz"})
    EXPECT_FALSE(parse_block_result(text)) << text;
}

}  // namespace
}  // namespace vitrine::lab
