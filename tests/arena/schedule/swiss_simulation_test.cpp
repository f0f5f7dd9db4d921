#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "arena/schedule/swiss.h"
#include "base/rng.h"

namespace vitrine::arena {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Whether a graph can be paired off completely, by a method that shares nothing with the pairing: Tutte's
// matrix with random entries has a determinant other than zero, modulo a prime, only if it can.
class TutteMatrix {
 public:
  explicit TutteMatrix(int size) : rows_(at(size), std::vector<std::uint64_t>(at(size), 0)) {}

  void join(int a, int b, base::Rng& rng) {
    const std::uint64_t x = 1 + rng.below(kPrime - 1);
    rows_[at(a)][at(b)] = x;
    rows_[at(b)][at(a)] = kPrime - x;
  }

  [[nodiscard]] bool has_perfect_matching() {
    for (std::size_t column = 0; column < rows_.size(); ++column) {
      std::size_t pivot = column;
      while (pivot < rows_.size() && rows_[pivot][column] == 0) ++pivot;
      if (pivot == rows_.size()) return false;
      std::swap(rows_[pivot], rows_[column]);
      const std::uint64_t inverse = power(rows_[column][column], kPrime - 2);
      for (std::size_t row = column + 1; row < rows_.size(); ++row) {
        const std::uint64_t factor = rows_[row][column] * inverse % kPrime;
        if (factor == 0) continue;
        for (std::size_t k = column; k < rows_.size(); ++k)
          rows_[row][k] = (rows_[row][k] + (kPrime - factor) * rows_[column][k]) % kPrime;
      }
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kPrime = 2'147'483'647;

  static std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent; exponent /= 2, base = base * base % kPrime)
      if (exponent % 2) result = result * base % kPrime;
    return result;
  }

  std::vector<std::vector<std::uint64_t>> rows_;
};

bool have_met(const SwissPlayer& player, int opponent) {
  return std::count(player.opponents.begin(), player.opponents.end(), opponent) > 0;
}

bool clash(const SwissPlayer& a, const SwissPlayer& b) {
  const ColourPreference one = colour_preference(a.colours), other = colour_preference(b.colours);
  return one.strength == PreferenceStrength::absolute && one == other;
}

// Whether a round without rematches, and if asked without clashes of colours, exists, with the bye for
// somebody who had none and has no more than `bye_limit` half points.
bool is_possible(const std::vector<SwissPlayer>& players, bool without_clashes, int bye_limit,
                 base::Rng& rng) {
  const int count = static_cast<int>(players.size()), size = count + count % 2;
  TutteMatrix matrix(size);
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < size; ++b) {
      const SwissPlayer& one = players[at(a)];
      const bool allowed = b == count ? one.byes == 0 && one.half_points <= bye_limit
                                      : !have_met(one, b) && !(without_clashes && clash(one, players[at(b)]));
      if (allowed) matrix.join(a, b, rng);
    }
  return matrix.has_perfect_matching();
}

struct Counts {
  int rounds = 0;
  int rematches = 0;  // rounds with any
  int clashes = 0;
};

// Checks one round against the rules; true if it had neither rematch nor clash.
bool check_round(const std::vector<SwissPlayer>& players, const SwissRound& round, base::Rng& rng,
                 Counts& counts) {
  constexpr int kAnyScore = 1'000'000;
  std::vector<int> seen(players.size(), 0);
  bool rematch = false, clashes = false;
  for (const auto& [first, second, number] : round.encounters) {
    ++seen[at(first)];
    ++seen[at(second)];
    rematch |= have_met(players[at(first)], second);
    clashes |= clash(players[at(first)], players[at(second)]);
  }
  if (round.bye) ++seen[at(*round.bye)];
  EXPECT_EQ(seen, std::vector<int>(players.size(), 1));
  EXPECT_EQ(round.bye.has_value(), players.size() % 2 == 1);
  EXPECT_FALSE(round.bye && players[at(*round.bye)].byes > 0);

  EXPECT_FALSE(rematch && is_possible(players, false, kAnyScore, rng)) << "a rematch was avoidable";
  EXPECT_FALSE(!rematch && clashes && is_possible(players, true, kAnyScore, rng)) << "a clash was avoidable";
  const bool could_have_lower_bye = round.bye && !rematch && !clashes &&
                                    is_possible(players, true, players[at(*round.bye)].half_points - 1, rng);
  EXPECT_FALSE(could_have_lower_bye);
  ++counts.rounds;
  counts.rematches += rematch;
  counts.clashes += clashes;
  return !rematch && !clashes;
}

void check_colours(const SwissPlayer& player) {
  int difference = 0;
  for (std::size_t i = 0; i < player.colours.size(); ++i) {
    difference += player.colours[i] == chess::Color::white ? 1 : -1;
    EXPECT_LE(std::abs(difference), 2);
    EXPECT_FALSE(i >= 2 && player.colours[i] == player.colours[i - 1] &&
                 player.colours[i] == player.colours[i - 2]);
  }
}

// The lower number is the stronger player, mostly.
GameScore play(base::Rng& rng, int first, int second) {
  const std::uint64_t random = rng.below(10);
  if (random < 3) return GameScore::draw;
  return (random < 8) == (first < second) ? GameScore::win : GameScore::loss;
}

void play_event(int count, int rounds, base::Rng& rng, Counts& counts) {
  std::vector<EncounterResult> results;
  std::vector<Bye> byes;
  bool colours_can_be_kept = true;
  for (int number = 0; number < rounds; ++number) {
    const std::vector<SwissPlayer> players = swiss_players(count, results, byes);
    const SwissRound round = pair_swiss(players, number);
    EXPECT_EQ(round, pair_swiss(players, number));
    colours_can_be_kept &= check_round(players, round, rng, counts);
    for (const Encounter& e : round.encounters) {
      EncounterResult& result = results.emplace_back();
      result.encounter = e;
      result.as_white.add(play(rng, e.first, e.second));
    }
    if (round.bye) byes.push_back({*round.bye, number, 2});
  }
  const std::vector<SwissPlayer> players = swiss_players(count, results, byes);
  if (colours_can_be_kept) std::for_each(players.begin(), players.end(), check_colours);
}

TEST(SwissSimulation, ThousandsOfEventsKeepTheRules) {
  base::Rng rng(1);
  Counts counts;
  for (int event = 0; event < 2000 && !HasFailure(); ++event) {
    const int count = 3 + static_cast<int>(rng.below(62));
    play_event(count, usual_swiss_rounds(count), rng, counts);
  }
  RecordProperty("rounds", counts.rounds);
  RecordProperty("rematches", counts.rematches);
  RecordProperty("clashes", counts.clashes);
}

// Small fields played until nearly everybody has met everybody: here rules must be broken, and only where
// they must.
TEST(SwissSimulation, LongEventsBreakRulesOnlyWhereTheyMust) {
  base::Rng rng(2);
  Counts counts;
  for (int event = 0; event < 1000 && !HasFailure(); ++event) {
    const int count = 3 + static_cast<int>(rng.below(10));
    play_event(count, count - 1 + count % 2, rng, counts);
  }
  EXPECT_GT(counts.rematches, 0);
  EXPECT_GT(counts.clashes, 0);
  RecordProperty("rounds", counts.rounds);
  RecordProperty("rematches", counts.rematches);
  RecordProperty("clashes", counts.clashes);
}

// The largest field, scores as far apart as the contract allows, and everybody has met a few before: the
// prices of the rules still fit, and rules at the top still outweigh all below.
TEST(SwissSimulation, PricesHaveRoomForTheLargestEvents) {
  std::vector<SwissPlayer> players(127);
  for (int i = 0; i < 127; ++i) {
    players[at(i)].half_points = i * 1999 / 126;
    players[at(i)].colours = {chess::Color::white, i % 3 ? chess::Color::white : chess::Color::black};
    players[at(i)].byes = i % 2;
    for (const int near : {i ^ 1, i ^ 1, i ^ 2, i ^ 2, i ^ 3})
      if (near < 127) players[at(i)].opponents.push_back(near);
  }
  base::Rng rng(4);
  Counts counts;
  check_round(players, pair_swiss(players, 5), rng, counts);
  EXPECT_EQ(counts.rematches, 0);
}

TEST(SwissSimulation, AHundredAndTwentyEightPlayersTakeNoTime) {
  base::Rng rng(3);
  Counts counts;
  const auto start = std::chrono::steady_clock::now();
  play_event(128, 9, rng, counts);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 10.0);  // 18 pairings; the margin is for sanitizers
  RecordProperty("milliseconds_each", static_cast<int>(taken.count() * 1000 / 18));
}

}  // namespace
}  // namespace vitrine::arena
