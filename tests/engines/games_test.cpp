// Two hundred fast games of each exhibit: no illegal move, no flag that falls.

#include <gtest/gtest.h>

#include "engines/exhibit_support.h"
#include "engines/roster.h"

namespace vitrine::engines {

namespace {

constexpr int kGames = 200;
constexpr int kMaxPlies = 160;

// One of the ways in which an engine is asked for a move.
struct Pace {
  Limits limits;
  std::optional<Milliseconds> time;  // on the clock at the start
  Milliseconds increment = 0ms;
};

struct Player {
  Engine& engine;
  Pace pace;
  std::chrono::nanoseconds left = pace.time.value_or(0ms);
};

struct Tally {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int unfinished = 0;
};

// The move, or nothing when it is illegal or too late. The clock counts this thread's work, so that a busy
// machine can't lose a game.
std::optional<chess::Move> ask(Player& player, const chess::Game& game) {
  Limits limits = player.pace.limits;
  if (player.pace.time) {
    const auto left = std::chrono::duration_cast<Milliseconds>(player.left);
    limits.clock = Clock{{left, left}, {player.pace.increment, player.pace.increment}, {}};
  }
  const auto before = cpu_time();
  const Choice choice = player.engine.choose(game, limits, {}, {});
  player.left -= cpu_time() - before;
  const bool is_late = player.pace.time && player.left < 0ns;
  EXPECT_FALSE(is_late) << "after " << game.ply() << " plies";
  player.left += player.pace.increment;
  EXPECT_TRUE(choice.move && game.position().is_legal(*choice.move)) << notation::to_fen(game.position());
  return is_late ? std::nullopt : choice.move;
}

// From a few random plies on, so that no two games are alike.
void play(Player& white, Player& black, std::uint64_t seed, chess::Color side, Tally& tally) {
  chess::Game game;
  base::Rng rng(seed);
  for (int ply = 0; ply < 6; ++ply) {
    const chess::MoveList moves = game.position().legal_moves();
    if (!moves.empty()) game.play_unchecked(moves[rng.below(moves.size())]);
  }
  white.engine.new_game();
  black.engine.new_game();
  while (!game.outcome(chess::DrawClaims::made) && game.ply() < kMaxPlies) {
    const auto move = ask(game.position().turn() == chess::Color::white ? white : black, game);
    if (!move || !game.play(*move)) return;
  }
  const auto outcome = game.outcome(chess::DrawClaims::made);
  if (!outcome)
    ++tally.unfinished;
  else if (!outcome->winner)
    ++tally.draws;
  else
    ++(*outcome->winner == side ? tally.wins : tally.losses);
}

class Games : public testing::TestWithParam<std::string_view> {};

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const Exhibit& exhibit : roster()) result.push_back(exhibit.card.name);
  return result;
}

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  return std::string(info.param);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Roster, Games, testing::ValuesIn(names()), test_name);

TEST_P(Games, NoIllegalMoveAndNoFlagFalls) {
  const Pace paces[] = {
      {.limits = {.depth = 1}, .time = {}},           {.limits = {.depth = 2}, .time = {}},
      {.limits = {.nodes = 500}, .time = {}},         {.limits = {.move_time = 1ms}, .time = {}},
      {.limits = {}, .time = 50ms, .increment = 1ms},
  };
  const auto engine = find_exhibit(GetParam())->make();
  const std::array opponents = {find_exhibit("random")->make(), find_exhibit("evil")->make()};
  for (const auto& opponent : opponents) ASSERT_EQ(opponent->options().set("Seed", "1"), "");

  Tally tally;
  const int games = std::max(chess::scaled(kGames), 10);
  for (int number = 0; number < games && !HasFailure(); ++number) {
    const auto side = number % 2 == 0 ? chess::Color::white : chess::Color::black;
    Player player{*engine, paces[number / 2 % std::size(paces)]};
    Player other{*opponents[number / 2 % opponents.size()], {.limits = {.depth = 1}, .time = {}}};
    const bool is_white = side == chess::Color::white;
    play(is_white ? player : other, is_white ? other : player, static_cast<std::uint64_t>(number) + 1, side,
         tally);
  }
  std::cout << GetParam() << ": +" << tally.wins << " =" << tally.draws << " -" << tally.losses
            << ", unfinished " << tally.unfinished << '\n';
  EXPECT_EQ(tally.wins + tally.draws + tally.losses + tally.unfinished, games);
}

}  // namespace vitrine::engines
