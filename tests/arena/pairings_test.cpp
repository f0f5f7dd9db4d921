#include "arena/pairings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "arena/tournament_support.h"
#include "base/rng.h"

namespace vitrine::arena {
namespace {

using chess::Color;
using test::tournament_of;

constexpr Format kAllFormats[] = {Format::round_robin, Format::gauntlet, Format::pyramid,
                                  Format::swiss,       Format::knockout, Format::swiss_then_knockout};

TournamentSettings settings_of(Format format, int players, int rounds, int games, bool repeats = true) {
  TournamentSettings settings = tournament_of(players, format);
  settings.rounds = rounds;
  settings.games = games;
  settings.repeats_openings = repeats;
  settings.seeds = format == Format::swiss_then_knockout ? std::min(4, players) : 1;
  return settings;
}

// The result of a game depends on nothing but the game, so that it is the same whenever it is played.
PlayedGame result_of(const Pair& pair, int number) {
  PlayedGame game{.id = {pair.id, number}, .pair_size = pair.size, .white = pair.first, .black = pair.second};
  if (number == 1) std::swap(game.white, game.black);
  base::Rng rng(static_cast<std::uint64_t>(pair.id) * 1000 + static_cast<std::uint64_t>(number) * 77 + 5);
  const std::uint64_t chance = rng.below(10);
  if (chance < 4) game.winner = Color::white;
  if (chance >= 4 && chance < 7) game.winner = Color::black;
  return game;
}

using Key = std::tuple<std::int64_t, int, int, int>;  // pair, game, white, black
std::set<Key> keys(const std::vector<PlayedGame>& games) {
  std::set<Key> keys;
  for (const PlayedGame& game : games) keys.insert({game.id.pair, game.id.game, game.white, game.black});
  return keys;
}

bool is_out(const std::vector<Drop>& drops, int player) {
  return std::any_of(drops.begin(), drops.end(), [&](const Drop& drop) { return drop.player == player; });
}

// Plays with so many pairs in the air, which finish in any order; stops after so many games. With `drops`,
// who has played a game may be dropped after it, and nobody who is out may be asked to play another pair.
std::vector<PlayedGame> play(Pairings& pairings, std::uint64_t seed, std::size_t at_once,
                             std::size_t most = SIZE_MAX, std::vector<Drop>* drops = nullptr) {
  base::Rng rng(seed);
  std::vector<PlayedGame> games;
  std::vector<std::pair<Pair, std::size_t>> in_the_air;  // and how many of its games are done
  for (;;) {
    while (in_the_air.size() < at_once) {
      auto pair = pairings.next();
      if (!pair) break;
      EXPECT_FALSE(pair->games.empty());
      EXPECT_FALSE(drops && (is_out(*drops, pair->first) || is_out(*drops, pair->second)));
      in_the_air.emplace_back(*pair, 0);
    }
    if (in_the_air.empty() || games.size() >= most) return games;
    const std::size_t which = rng.below(in_the_air.size());
    auto& [pair, done] = in_the_air[which];
    const PlayedGame& game = games.emplace_back(result_of(pair, pair.games[done]));
    pairings.record(game);
    if (drops && rng.below(20) == 0 && !is_out(*drops, game.white))
      pairings.drop(drops->emplace_back(Drop{game.white, pairings.stage(), ""}));
    if (++done == pair.games.size()) in_the_air.erase(in_the_air.begin() + static_cast<long>(which));
  }
}

TEST(Pairings, ARoundRobinIsTheBergerTable) {
  // FIDE Handbook C.05 Annex 1, the table for 7 or 8 players.
  constexpr int kTable[7][4][2] = {{{1, 8}, {2, 7}, {3, 6}, {4, 5}}, {{8, 5}, {6, 4}, {7, 3}, {1, 2}},
                                   {{2, 8}, {3, 1}, {4, 7}, {5, 6}}, {{8, 6}, {7, 5}, {1, 4}, {2, 3}},
                                   {{3, 8}, {4, 2}, {5, 1}, {6, 7}}, {{8, 7}, {1, 6}, {2, 5}, {3, 4}},
                                   {{4, 8}, {5, 3}, {6, 2}, {7, 1}}};
  const auto pairings = make_pairings(settings_of(Format::round_robin, 8, 1, 2));
  for (int round = 0; round < 7; ++round)
    for (int board = 0; board < 4; ++board)
      EXPECT_EQ(pairings->next(), (Pair{.id = round * 4 + board,
                                        .round = round,
                                        .first = kTable[round][board][0] - 1,
                                        .second = kTable[round][board][1] - 1,
                                        .games = {0, 1}}));
  EXPECT_EQ(pairings->next(), std::nullopt);
}

TEST(Pairings, GamesOfAnEncounterComeInPairsWithBothColours) {
  struct Row {
    int games;
    bool repeats;
    std::vector<std::pair<int, int>> pairs;  // who has White first, how many games
  };
  for (const auto& [games, repeats, expected] :
       {Row{1, true, {{0, 1}}}, Row{2, true, {{0, 2}}}, Row{5, true, {{0, 2}, {0, 2}, {0, 1}}},
        Row{1, false, {{0, 1}}}, Row{3, false, {{0, 1}, {1, 1}, {0, 1}}}}) {
    const auto pairings = make_pairings(settings_of(Format::round_robin, 2, 1, games, repeats));
    std::vector<std::pair<int, int>> pairs;
    while (const auto pair = pairings->next()) {
      EXPECT_EQ(pair->id, std::ssize(pairs));
      EXPECT_EQ(std::ssize(pair->games), pair->size);
      pairs.emplace_back(pair->first, pair->size);
    }
    EXPECT_EQ(pairs, expected) << games << repeats;
  }
}

TEST(Pairings, AMillionRoundsAreNotWrittenDown) {
  const auto pairings = make_pairings(settings_of(Format::round_robin, 3, 1'000'000, 2));
  EXPECT_EQ(pairings->games_to_come(), 6'000'000);
  for (int i = 0; i < 300'000; ++i) {
    const auto pair = pairings->next();
    ASSERT_TRUE(pair);
    ASSERT_EQ(pair->id, i);
    ASSERT_EQ(pair->round, i);
    for (const int number : pair->games) pairings->record(result_of(*pair, number));
  }
  EXPECT_EQ(pairings->games_to_come(), 5'400'000);
  // Who is alone is not led through the rest.
  pairings->drop({0, 0, ""});
  EXPECT_EQ(pairings->games_to_come(), 1'800'000);
  pairings->drop({1, 0, ""});
  EXPECT_EQ(pairings->games_to_come(), 0);
  EXPECT_EQ(pairings->next(), std::nullopt);
}

TEST(Pairings, EveryFormatPlaysEachOfItsGamesOnce) {
  struct Row {
    Format format;
    int players, rounds, games;
    std::size_t total;
  };
  for (const auto& [format, players, rounds, games, total] :
       {Row{Format::round_robin, 6, 2, 3, 15 * 2 * 3}, Row{Format::round_robin, 5, 1, 2, 10 * 2},
        Row{Format::gauntlet, 5, 3, 2, 4 * 3 * 2}, Row{Format::pyramid, 5, 1, 4, 10 * 4},
        Row{Format::swiss, 8, 4, 2, 4 * 4 * 2}, Row{Format::swiss, 7, 4, 2, 4 * 3 * 2}}) {
    const auto pairings = make_pairings(settings_of(format, players, rounds, games));
    EXPECT_EQ(pairings->games_to_come(), total);
    const auto played = play(*pairings, 1, 3);
    EXPECT_EQ(played.size(), total);
    EXPECT_EQ(keys(played).size(), total);
    EXPECT_EQ(pairings->games_to_come(), 0);
  }
}

// The heart of resuming: broken off anywhere and started again from what was recorded, any number of times,
// it plays exactly the games that it plays undisturbed.
TEST(Pairings, GoOnAfterAnInterruptionAsIfThereWereNone) {
  for (const Format format : kAllFormats)
    for (const int players : {2, 5, 8})
      for (const int games : {1, 2, 3})
        for (const bool repeats : {true, false}) {
          const TournamentSettings settings = settings_of(format, players, 3, games, repeats);
          const auto undisturbed = make_pairings(settings);
          const auto expected = play(*undisturbed, 1, 1);
          base::Rng rng(static_cast<std::uint64_t>(players * 10 + games));
          std::vector<PlayedGame> recorded;
          for (int session = 0;; ++session) {
            const auto pairings = make_pairings(settings);
            for (const PlayedGame& game : recorded) pairings->record(game);
            const std::size_t most = session < 20 ? rng.below(6) : SIZE_MAX;
            const auto played = play(*pairings, rng.next(), 1 + rng.below(4), most);
            recorded.insert(recorded.end(), played.begin(), played.end());
            if (most == SIZE_MAX) {
              EXPECT_EQ(pairings->champion(), undisturbed->champion());
              break;
            }
          }
          if (format == Format::knockout || format == Format::swiss_then_knockout) {
            // A match may be decided while its last pairs are in the air: those may or may not be there. But
            // what both have is the same.
            std::map<std::pair<std::int64_t, int>, Key> known;
            for (const Key& key : keys(expected)) known[{std::get<0>(key), std::get<1>(key)}] = key;
            EXPECT_EQ(keys(recorded).size(), recorded.size());
            for (const Key& key : keys(recorded)) {
              const auto same = known.find({std::get<0>(key), std::get<1>(key)});
              if (same != known.end()) {
                EXPECT_EQ(same->second, key);
              }
            }
          } else {
            EXPECT_EQ(keys(recorded), keys(expected));
            EXPECT_EQ(recorded.size(), expected.size());
          }
        }
}

TEST(Pairings, RefuseGamesOfAnotherTournament) {
  const auto fixed = make_pairings(settings_of(Format::round_robin, 3, 1, 2));
  EXPECT_THROW(fixed->record({.id = {0, 0}, .white = 0, .black = 1}), std::runtime_error);  // it is 1-2
  EXPECT_THROW(fixed->record({.id = {0, 2}, .white = 1, .black = 2}), std::runtime_error);
  EXPECT_THROW(fixed->record({.id = {3, 0}, .white = 1, .black = 2}), std::runtime_error);
  EXPECT_NO_THROW(fixed->record({.id = {0, 1}, .white = 2, .black = 1}));
  const auto swiss = make_pairings(settings_of(Format::swiss, 4, 1, 2));
  swiss->record({.id = {0, 0}, .white = 0, .black = 1});  // the first round pairs 1-3 and 4-2
  EXPECT_THROW((void)swiss->next(), std::runtime_error);
}

TEST(Pairings, ASwissWaitsForTheRoundAndPairsNobodyTwice) {
  const auto pairings = make_pairings(settings_of(Format::swiss, 9, 5, 2));
  std::set<std::pair<int, int>> met;
  for (int round = 0; round < 5; ++round) {
    std::vector<Pair> pairs;
    while (auto pair = pairings->next()) pairs.push_back(*pair);
    ASSERT_EQ(pairs.size(), 4U);
    EXPECT_EQ(pairings->byes().size(), static_cast<std::size_t>(round + 1));
    for (const Pair& pair : pairs) {
      EXPECT_EQ(pair.round, round);
      EXPECT_TRUE(met.insert(std::minmax(pair.first, pair.second)).second);
      EXPECT_EQ(pairings->next(), std::nullopt);
      for (const int number : pair.games) pairings->record(result_of(pair, number));
    }
  }
  EXPECT_EQ(pairings->next(), std::nullopt);
  std::set<int> free;
  for (const Bye& bye : pairings->byes()) {
    EXPECT_EQ(bye.half_points, 4) << "as much as two games won";
    EXPECT_TRUE(free.insert(bye.player).second);
  }
}

TEST(Pairings, ADroppedPlayerIsSkippedInARoundRobin) {
  const auto pairings = make_pairings(settings_of(Format::round_robin, 4, 2, 2));
  const auto before = play(*pairings, 1, 1, 6);
  pairings->drop({0, pairings->stage(), ""});
  const auto after = play(*pairings, 1, 1);
  for (const PlayedGame& game : after) EXPECT_TRUE(game.white != 0 && game.black != 0);
  int of_others = 0;
  for (const auto& games : {before, after})
    for (const PlayedGame& game : games) of_others += game.white != 0 && game.black != 0;
  EXPECT_EQ(of_others, 3 * 2 * 2);
}

TEST(Pairings, ADroppedPlayersOpponentInASwissIsNotPunished) {
  const TournamentSettings settings = settings_of(Format::swiss, 4, 3, 2);
  const auto pairings = make_pairings(settings);
  const Pair first = *pairings->next();
  pairings->record(result_of(first, 0));  // then the first player of the first pair breaks
  const Drop drop{first.first, pairings->stage(), ""};
  pairings->drop(drop);
  EXPECT_EQ(drop.stage, 1);
  const Pair second = *pairings->next();
  for (const int number : second.games) pairings->record(result_of(second, number));
  EXPECT_EQ(pairings->next(), std::nullopt) << "the other game of the first pair is in the air";
  pairings->record(result_of(first, 1));

  // Started again without that game: it counts as won.
  const auto again = make_pairings(settings);
  std::vector<PlayedGame> recorded = {result_of(first, 0), result_of(second, 0), result_of(second, 1)};
  for (const PlayedGame& game : recorded) again->record(game);
  again->drop(drop);
  const Pair next = *again->next();
  EXPECT_EQ(next.round, 1);
  EXPECT_EQ(again->swiss_results()[0].as_black.losses, 1) << "the first player's second game, with Black";
  EXPECT_EQ(again->byes().size(), 1U) << "three are left";
  for (const PlayedGame& game : play(*again, 1, 1)) {
    EXPECT_NE(game.white, drop.player);
    EXPECT_NE(game.black, drop.player);
  }
}

TEST(Pairings, AKnockoutMatchGoesOnUntilDecided) {
  TournamentSettings settings = settings_of(Format::knockout, 2, 1, 2);
  const auto record = [](Pairings& pairings, const Pair& pair, int number, std::optional<Color> winner) {
    PlayedGame game = result_of(pair, number);
    game.winner = winner;
    pairings.record(game);
  };
  auto pairings = make_pairings(settings);
  for (const std::int64_t id : {0, 1, 2}) {
    const Pair pair = *pairings->next();
    EXPECT_EQ(pair, (Pair{.id = id, .round = 0, .first = 0, .second = 1, .games = {0, 1}}));
    record(*pairings, pair, 0, Color::white);  // 1:0 …
    EXPECT_EQ(pairings->next(), std::nullopt);
    EXPECT_EQ(pairings->champion(), std::nullopt);
    // … 1:1, twice; then drawn.
    record(*pairings, pair, 1, id < 2 ? std::optional(Color::white) : std::nullopt);
  }
  EXPECT_EQ(pairings->next(), std::nullopt);
  EXPECT_EQ(pairings->champion(), 0);

  // One game is planned: another with the colours swapped after each draw, until somebody wins.
  settings.games = 1;
  pairings = make_pairings(settings);
  for (int number = 0; number < 3; ++number) {
    const Pair pair = *pairings->next();
    EXPECT_EQ(pair.first, number % 2);
    EXPECT_EQ(pair.games, std::vector{0});
    record(*pairings, pair, 0, number < 2 ? std::nullopt : std::optional(Color::black));
  }
  EXPECT_EQ(pairings->next(), std::nullopt);
  EXPECT_EQ(pairings->champion(), 1);
}

TEST(Pairings, AKnockoutOfEqualsGoesToTheBetterSeed) {
  const auto pairings = make_pairings(settings_of(Format::knockout, 4, 1, 2));
  int games = 0;
  while (const auto pair = pairings->next())
    for (const int number : pair->games) {
      PlayedGame game = result_of(*pair, number);
      game.winner.reset();
      pairings->record(game);
      ASSERT_LT(++games, 1000) << "it never ends";
    }
  EXPECT_EQ(games, 3 * (1 + 20) * 2) << "three matches of a pair, and twenty more pairs each";
  EXPECT_EQ(pairings->champion(), 0);
}

TEST(Pairings, AKnockoutMatchEndsWhenItIsDecided) {
  const auto pairings = make_pairings(settings_of(Format::knockout, 2, 1, 6));
  for (int number = 0; number < 2; ++number) {
    const Pair pair = *pairings->next();
    for (const int game : pair.games) {
      PlayedGame played = result_of(pair, game);
      played.winner = game == 0 ? Color::white : Color::black;  // always the first player
      pairings->record(played);
    }
  }
  EXPECT_EQ(pairings->champion(), 0) << "4:0 of 6";
  EXPECT_EQ(pairings->next(), std::nullopt);
}

TEST(Pairings, WhoBreaksInAKnockoutIsOut) {
  const TournamentSettings settings = settings_of(Format::knockout, 4, 1, 2);
  const auto pairings = make_pairings(settings);
  const Pair one = *pairings->next(), two = *pairings->next();
  pairings->record(result_of(one, 0));
  pairings->drop({one.first, pairings->stage(), ""});
  for (const int number : two.games) pairings->record(result_of(two, number));
  pairings->record(result_of(one, 1));  // was in the air
  const auto rest = play(*pairings, 1, 2);
  ASSERT_FALSE(rest.empty());
  for (const PlayedGame& game : rest) EXPECT_TRUE(game.white != one.first && game.black != one.first);
  EXPECT_TRUE(pairings->champion());
  EXPECT_NE(pairings->champion(), one.first);

  // All gone: nobody is champion, and it ends.
  const auto empty = make_pairings(settings);
  for (int player = 0; player < 4; ++player) empty->drop({player, 1, ""});
  EXPECT_EQ(empty->next(), std::nullopt);
  EXPECT_EQ(empty->champion(), std::nullopt);
}

TEST(Pairings, TheBestOfTheSwissPlayTheKnockout) {
  TournamentSettings settings = settings_of(Format::swiss_then_knockout, 9, 4, 2);
  const auto pairings = make_pairings(settings);
  const auto played = play(*pairings, 3, 2);
  ASSERT_TRUE(pairings->champion());
  std::set<int> finalists;
  const std::int64_t swiss_pairs = 4 * 4;
  for (const PlayedGame& game : played)
    if (game.id.pair >= swiss_pairs) finalists.insert({game.white, game.black});
  EXPECT_EQ(finalists.size(), 4U);
  EXPECT_TRUE(finalists.contains(*pairings->champion()));
  // Nobody outside has more points than one of them.
  std::map<int, std::int64_t> points;
  for (const EncounterResult& result : pairings->swiss_results()) {
    points[result.encounter.first] += result.games().half_points();
    points[result.encounter.second] += result.games().reversed().half_points();
  }
  for (const Bye& bye : pairings->byes()) points[bye.player] += bye.half_points;
  for (const auto& [player, theirs] : points)
    for (const int finalist : finalists)
      EXPECT_TRUE(finalists.contains(player) || theirs <= points[finalist]) << player << " " << finalist;
}

// Players drop out at random while it is played and broken off; it always ends, nobody who is out is asked to
// play again, and whoever reads the record afterwards comes to the same end.
TEST(Pairings, SurviveDropoutsAndInterruptions) {
  for (const Format format : kAllFormats)
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE("format " + std::to_string(static_cast<int>(format)) + ", seed " + std::to_string(seed));
      base::Rng rng(seed);
      const int players = 2 + static_cast<int>(rng.below(7));
      const int rounds = 1 + static_cast<int>(rng.below(4)), games = 1 + static_cast<int>(rng.below(4));
      const TournamentSettings settings = settings_of(format, players, rounds, games, rng.below(2) == 0);
      std::vector<PlayedGame> recorded;
      std::vector<Drop> drops;
      const auto restored = [&] {
        auto pairings = make_pairings(settings);
        for (const PlayedGame& game : recorded) pairings->record(game);
        for (const Drop& drop : drops) pairings->drop(drop);
        return pairings;
      };
      std::optional<int> champion;
      for (int session = 0; session < 20; ++session) {
        const auto pairings = restored();
        const std::size_t most = session == 19 ? SIZE_MAX : rng.below(6);
        std::vector<PlayedGame> played;
        ASSERT_NO_THROW(played = play(*pairings, rng.next(), 1 + rng.below(3), most, &drops));
        recorded.insert(recorded.end(), played.begin(), played.end());
        ASSERT_EQ(keys(recorded).size(), recorded.size()) << "a game was played twice";
        champion = pairings->champion();
      }
      const auto again = restored();
      EXPECT_EQ(again->next(), std::nullopt);
      EXPECT_EQ(again->champion(), champion);
    }
}

}  // namespace
}  // namespace vitrine::arena
