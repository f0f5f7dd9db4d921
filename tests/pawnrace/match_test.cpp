#include "pawnrace/match.h"

#include <numeric>

#include "base/rng.h"
#include "pawnrace/setups.h"
#include "pawnrace/solution.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

using namespace std::chrono_literals;

// Does in each game what its plan says: f forfeits its first answer, d plays the drawn line of aa, . plays
// along.
class Planned : public Contestant {
 public:
  Planned(std::string name, std::string plan) : name_(std::move(name)), plan_(std::move(plan)) {}

  const std::string& name() const override { return name_; }
  Reply ask(const Request& request, Clock::duration) override {
    const auto* moved = std::get_if<request::Moved>(&request);
    if (moved == nullptr) ply_ = 0;
    if (plan_[told.size()] == 'f') return reply::Moved{"resign"};
    if (std::holds_alternative<request::HaveBlack>(request)) {
      ply_ = 1;
      seen = std::get<request::HaveBlack>(request).chosen;
      return reply::ChosenGaps{plan_[told.size()] == 'd' ? gaps("aa") : allowed_setups(seen).back()};
    }
    const std::string answer = solved_start(gaps("aa")).line[static_cast<std::size_t>(ply_)];
    ply_ += 2;
    return reply::Moved{answer};
  }
  void tell(const Request& request) override { told.push_back(to_line(request)); }

  std::vector<Gaps> seen;
  std::vector<std::string> told;

 private:
  std::string name_;
  std::string plan_;
  int ply_ = 0;
};

// The seed that gives White to the first in the first game.
std::uint64_t seed_for_white_first() {
  for (std::uint64_t seed = 0;; ++seed)
    if (base::Rng(seed).below(2) == 0) return seed;
}

RoundReport round_of(Planned& a, Planned& b) {
  return play_round({&a, &b}, {.seed = seed_for_white_first()});
}

TEST(PawnRaceRound, SwapsColoursAndStopsWhenOneCannotBeCaught) {
  Planned a("A", "fffffffffff");
  Planned b("B", "...........");
  const RoundReport round = round_of(a, b);
  EXPECT_EQ(round.winner, 1);
  EXPECT_EQ(round.points, (std::array{0, 6}));
  ASSERT_EQ(round.games.size(), 3U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(round.games[static_cast<std::size_t>(i)].white, i % 2);
    EXPECT_TRUE(round.games[static_cast<std::size_t>(i)].is_forfeit);
  }
  EXPECT_EQ(round.decided_by, "points");
  EXPECT_EQ(a.told[0],
            "end loss White forfeits: invalid move 'resign': 'resign' is no move: moves are written like e4 "
            "or axb4");
  EXPECT_EQ(b.told[0].substr(0, 8), "end win ");
}

TEST(PawnRaceRound, PlaysAllFiveGamesWhereItIsClose) {
  // Whoever has Black says nonsense instead of gaps: White wins every game, and A has White three times.
  Planned a("A", ".f.f.");
  Planned b("B", "f.f.f");
  const RoundReport round = round_of(a, b);
  EXPECT_EQ(round.winner, 0);
  EXPECT_EQ(round.points, (std::array{6, 4}));
  EXPECT_EQ(round.games.size(), 5U);
}

TEST(PawnRaceRound, GoesOnInPairsWhenLevel) {
  // One draw and two wins each; then A wins both games of a pair.
  Planned a("A", "d.f.f..");
  Planned b("B", "df.f.ff");
  const RoundReport round = round_of(a, b);
  ASSERT_EQ(round.games.size(), 7U);
  EXPECT_FALSE(round.games[0].winner);
  EXPECT_EQ(round.games[0].reason.substr(5), " can't move");
  EXPECT_EQ(round.points, (std::array{9, 5}));
  EXPECT_EQ(round.winner, 0);
  EXPECT_EQ(round.decided_by, "extra games");
}

TEST(PawnRaceRound, IsDecidedByTimeInTheEnd) {
  // Level for ever: after the draw each loses with the same colours.
  Planned a("A", "d.f.f.f.f.f");
  Planned b("B", "df.f.f.f.f.");
  const RoundReport round = round_of(a, b);
  EXPECT_EQ(round.games.size(), 11U);
  EXPECT_EQ(round.points, (std::array{11, 11}));
  EXPECT_EQ(round.decided_by, "thinking time");
  std::array<std::chrono::nanoseconds, 2> time = {};
  for (const GameReport& game : round.games)
    for (const std::size_t i : {0, 1}) time[i] += game.thinking[i];
  EXPECT_EQ(round.winner, time[0] < time[1] ? 0 : 1);
}

TEST(PawnRaceRound, RefusesASetupThatWasChosenBefore) {
  Planned a("A", "dd");
  Planned b("B", "dd");
  std::array<std::vector<Gaps>, 2> chosen;
  EXPECT_FALSE(play_game({&a, &b}, 0, chosen, 1s).is_forfeit);
  const GameReport again = play_game({&a, &b}, 0, chosen, 1s);
  EXPECT_TRUE(again.is_forfeit);
  EXPECT_EQ(again.winner, 0);
  EXPECT_EQ(again.reason, "Black forfeits: chose aa, which is not allowed any more");
  EXPECT_EQ(b.seen, chosen[1]);
}

TEST(PawnRaceRound, IsPlayedByRealPlayers) {
  PlayerContestant perfect("perfect", make_player("perfect", 1));
  PlayerContestant random("random", make_player("random", 1));
  const RoundReport round = play_round({&perfect, &random}, {.seed = 3});
  EXPECT_EQ(round.winner, 0);
  EXPECT_EQ(round.points, (std::array{6, 0}));
  for (const GameReport& game : round.games) EXPECT_FALSE(game.is_forfeit) << game.reason;
}

TEST(PawnRaceKnockout, PairsNeighboursAndLeavesTheFirstFree) {
  using Pairs = std::vector<std::vector<int>>;
  EXPECT_EQ(knockout_pairs(std::vector{4, 2}), (Pairs{{4, 2}}));
  EXPECT_EQ(knockout_pairs(std::vector{4, 2, 7}), (Pairs{{4}, {2, 7}}));
  EXPECT_EQ(knockout_pairs(std::vector{0, 1, 2, 3}), (Pairs{{0, 1}, {2, 3}}));
}

}  // namespace
}  // namespace vitrine::pawnrace
