#include "lab/spsa/step_player.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engines/negamax/negamax.h"
#include "protocols/engine_client.h"
#include "support/paths.h"

namespace vitrine::lab {
namespace {

arena::OpeningBook built_in_book() { return *arena::OpeningBook::load({}, 1); }

// Looks as far as it is told to, and plays the same game whenever it is given the same.
std::unique_ptr<engines::Engine> make_negamax(const arena::Player&) { return engines::make_negamax(); }

std::unique_ptr<engines::Engine> start_program(const arena::Player& player) {
  return protocols::start_uci_engine({.name = player.name, .argv = player.command});
}

StepMatch depth_match(int pairs) {
  StepMatch match{.options = {"Depth"}, .players = {}};
  match.players[0] = {.name = "one", .exhibit = "negamax", .time = {.nodes = 100'000}};
  match.players[1] = {.name = "other", .exhibit = "negamax", .time = {.nodes = 100'000}};
  match.rules.adjudication.max_moves = 150;
  match.pairs = pairs;
  return match;
}

SpsaStep depths(std::int64_t first, std::int64_t second) {
  return {.number = 0, .signs = {1}, .first = {first}, .second = {second}};
}

TEST(StepPlayer, WhoLooksFurtherWins) {
  int games = 0, engines_made = 0;
  StepMatch match = depth_match(3);
  match.on_game = [&] { ++games; };
  const arena::OpeningBook book = built_in_book();
  StepPlayer player(match, book, [&](const arena::Player& seat) {
    ++engines_made;
    return make_negamax(seat);
  });
  const auto ahead = player.play(depths(3, 1), {});
  ASSERT_TRUE(ahead);
  EXPECT_EQ(ahead->games(), 6);
  EXPECT_GE(ahead->margin(), 4);
  // The same engines, with other values.
  const auto behind = player.play(depths(1, 3), {});
  ASSERT_TRUE(behind);
  EXPECT_LE(behind->margin(), -4);
  EXPECT_EQ(games, 12);
  EXPECT_EQ(engines_made, 2);
}

// With colours swapped, two that are alike win as many as they lose.
TEST(StepPlayer, EqualsAreEqual) {
  const StepMatch match = depth_match(2);
  const arena::OpeningBook book = built_in_book();
  StepPlayer player(match, book, make_negamax);
  const auto outcome = player.play(depths(2, 2), {});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->games(), 4);
  EXPECT_EQ(outcome->margin(), 0);
  EXPECT_EQ(player.play(depths(2, 2), {}), outcome);
}

TEST(StepPlayer, StopsAtOnce) {
  const StepMatch match = depth_match(1);
  const arena::OpeningBook book = built_in_book();
  StepPlayer player(match, book, make_negamax);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(player.play(depths(2, 2), stop.get_token()), std::nullopt);
}

TEST(StepPlayer, TellsWhatBroke) {
  StepMatch match = depth_match(1);
  match.options = {};
  for (arena::Player& player : match.players) {
    player.exhibit = {};
    player.command = {test::mock_engine(), "uci", "crash-go"};
  }
  std::vector<std::string> faults;
  match.on_fault = [&](const std::string& what) { faults.push_back(what); };
  const arena::OpeningBook book = built_in_book();
  StepPlayer player(match, book, start_program);
  const SpsaStep step{.number = 0, .signs = {}, .first = {}, .second = {}};
  EXPECT_EQ(player.play(step, {}), std::nullopt);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_TRUE(faults[0].starts_with("one") || faults[0].starts_with("other")) << faults[0];
  match.on_fault = [](const std::string& what) { throw std::runtime_error(what); };
  EXPECT_THROW(static_cast<void>(player.play(step, {})), std::runtime_error);
}

TEST(StepPlayer, AProgramThatIsNotThereIsNoLoss) {
  StepMatch match = depth_match(1);
  for (arena::Player& player : match.players) player.command = {"/nowhere/engine"};
  const arena::OpeningBook book = built_in_book();
  StepPlayer player(match, book, start_program);
  EXPECT_THROW(static_cast<void>(player.play(depths(1, 2), {})), std::runtime_error);
}

// Moves at once, and says that it took a second.
class SlowEngine final : public engines::Engine {
 public:
  engines::Choice choose(const chess::Game& game, const engines::Limits&, const engines::Listener&,
                         const engines::Signals&) override {
    return {.move = game.position().legal_moves()[0], .time = std::chrono::seconds(1)};
  }
};

// Some options are about time: who oversteps it has lost.
TEST(StepPlayer, ALossOnTimeCounts) {
  StepMatch match = depth_match(1);
  match.options = {};
  for (arena::Player& player : match.players) player.time = {.move_time = std::chrono::milliseconds(20)};
  const arena::OpeningBook book = built_in_book();
  StepPlayer player(match, book, [](const arena::Player&) { return std::make_unique<SlowEngine>(); });
  const auto outcome = player.play({.number = 0, .signs = {}, .first = {}, .second = {}}, {});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(*outcome, (SpsaOutcome{.wins = 1, .losses = 1, .on_time = 2}));
}

}  // namespace
}  // namespace vitrine::lab
