#include "pawnrace/solution.h"

#include "pawnrace/book.h"
#include "pawnrace/setups.h"
#include "pawnrace/trial.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

// Found by another program before this one: White's gap on the a file, Black's on a to h.
TEST(PawnRaceSolution, AgreesWithAnEarlierExperiment) {
  const std::string_view values = "DWWWWLLW";
  for (int black = 0; black < 8; ++black) {
    const Outcome outcome = solved_start({0, black}).value.outcome;
    EXPECT_EQ(outcome == Outcome::win    ? 'W'
              : outcome == Outcome::loss ? 'L'
                                         : 'D',
              values[static_cast<std::size_t>(black)])
        << black;
  }
}

TEST(PawnRaceSolution, IsTheSameMirrored) {
  for (const Gaps setup : allowed_setups()) {
    EXPECT_EQ(solved_start(setup).value, solved_start(setup.mirrored()).value);
    EXPECT_EQ(solved_start(setup).gaps, setup);
  }
}

TEST(PawnRaceSolution, HasLinesThatEndAsTheySay) {
  for (const Gaps setup : allowed_setups()) {
    const SolvedStart start = solved_start(setup);
    Position pos = Position::start(setup);
    for (const std::string& text : start.line) {
      const auto next = parse_move(pos, text);
      ASSERT_TRUE(next) << to_text(setup) << ' ' << text << ": " << next.error().message;
      pos = pos.after(*next);
    }
    ASSERT_TRUE(pos.end()) << to_text(setup);
    if (start.value.outcome == Outcome::draw) {
      EXPECT_EQ(*pos.end(), End::no_move) << to_text(setup);
      continue;
    }
    EXPECT_NE(*pos.end(), End::no_move) << to_text(setup);
    EXPECT_EQ(static_cast<int>(start.line.size()), start.value.plies) << to_text(setup);
    const bool has_white_won = pos.turn() == Color::black;
    EXPECT_EQ(has_white_won, start.value.outcome == Outcome::win) << to_text(setup);
  }
}

bool has_book(Gaps setup) {
  return Book(setup, Color::white).size() > 0 && Book(setup, Color::black).size() > 0;
}

// A short trial; `vitrine pawnrace trial --games 10240` is the long one. Nodes, not seconds: whatever the
// machine, 50,000 are a fraction of a second.
TEST(PawnRaceTrial, GivesNothingAway) {
  TrialSettings settings{.seed = 7};
  std::erase_if(settings.starts, [](Gaps setup) { return !has_book(setup); });
  ASSERT_GE(settings.starts.size(), 28U);
  settings.games = static_cast<int>(4 * (settings.starts.size() / 2));
  const TrialReport report = run_trial(settings);
  EXPECT_EQ(report.games, settings.games);
  for (const std::string& fault : report.faults) ADD_FAILURE() << fault;
  EXPECT_EQ(report.scores.size(), 4U);
  EXPECT_LT(report.most_nodes, 50'000U) << report.hardest;
  // Random moves lose from everywhere.
  const TrialReport::Score& random = report.scores.at("random");
  EXPECT_GE(random.wins, 10);
  EXPECT_EQ(random.draws + random.losses, 0);
}

}  // namespace
}  // namespace vitrine::pawnrace
