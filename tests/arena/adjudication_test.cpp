#include "arena/adjudication.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "arena/game_support.h"

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::Score;

constexpr auto cp = &Score::centipawns;
Score mate(int moves) { return {Score::Kind::mate, moves}; }

struct Ply {
  std::optional<Score> score = {};
  bool is_book = false;
  const char* move = nullptr;  // nothing: the knights go to and fro
};

// The king's knights go to and fro: no captures, no pawn moves.
chess::Move dance(const chess::Game& game) {
  for (const char* step : {"g1f3", "f3g1", "g8f6", "f6g8"})
    if (const auto move = notation::parse_uci_move(game.position(), step)) return *move;
  throw std::logic_error("no knight to dance with");
}

struct End {
  int ply = 0;  // after so many; 0: no verdict
  std::optional<Verdict> verdict = {};
  bool operator==(const End&) const = default;
};

End judge(const AdjudicationRules& rules, const std::vector<Ply>& plies,
          const Opening& opening = opening_of(notation::kStartFen), const Tablebase& tablebase = {}) {
  Adjudicator adjudicator(rules, tablebase);
  chess::Game game = opening.game();
  int count = 0;
  for (const Ply& ply : plies) {
    const PlyRecord record{.move = ply.move != nullptr ? move_in(game, ply.move) : dance(game),
                           .is_book = ply.is_book,
                           .score = ply.score};
    game.play_unchecked(record.move);
    ++count;
    if (const auto verdict = adjudicator.judge(game, record)) return {count, verdict};
  }
  return {};
}

End white_wins(int ply) { return {ply, Verdict{GameEnd::adjudicated_win, Color::white}}; }
End black_wins(int ply) { return {ply, Verdict{GameEnd::adjudicated_win, Color::black}}; }
End drawn(int ply) { return {ply, Verdict{GameEnd::adjudicated_draw, {}}}; }

std::vector<Ply> repeat(int count, const std::vector<Ply>& plies) {
  std::vector<Ply> all;
  for (int i = 0; i < count; ++i) all.insert(all.end(), plies.begin(), plies.end());
  return all;
}

}  // namespace

TEST(Adjudication, NothingWithoutRules) {
  EXPECT_EQ(judge({}, repeat(60, {{cp(0)}, {cp(0)}})), End{});
  EXPECT_EQ(judge({}, repeat(60, {{cp(-9999)}, {cp(9999)}})), End{});
}

TEST(Adjudication, WhoIsLostForThreeMovesResigns) {
  const AdjudicationRules rules{.resign = ResignRule{.move_count = 3, .score = 600}};
  struct Row {
    const char* what;
    std::vector<Ply> plies;
    End end;
  };
  const std::vector<Row> rows = {
      {"White at -600 from its first move", {{cp(-600)}, {}, {cp(-700)}, {}, {cp(-601)}}, black_wins(5)},
      {"Black", {{}, {cp(-600)}, {}, {cp(-600)}, {}, {cp(-600)}}, white_wins(6)},
      {"-599 is not enough", repeat(8, {{cp(-599)}, {cp(599)}}), {}},
      {"one better score", {{cp(-700)}, {}, {cp(-700)}, {}, {cp(-500)}, {}, {cp(-700)}, {}, {cp(-700)}}, {}},
      {"being mated counts", {{mate(-3)}, {}, {cp(-900)}, {}, {mate(-1)}}, black_wins(5)},
      {"mating does not", repeat(5, {{mate(1)}, {}}), {}},
      {"a move without a score", {{cp(-700)}, {}, {cp(-700)}, {}, {}, {}, {cp(-700)}, {}, {cp(-700)}}, {}},
      {"a book move", {{cp(-700)}, {}, {cp(-700)}, {}, {cp(-700), true}, {}, {cp(-700)}}, {}},
      {"the opponent's opinion does not matter", repeat(3, {{cp(-700)}, {cp(0)}}), black_wins(5)},
      {"a winner's scores don't resign", repeat(8, {{cp(900)}, {}}), {}},
  };
  for (const auto& [what, plies, end] : rows) EXPECT_EQ(judge(rules, plies), end) << what;
}

TEST(Adjudication, TwoSidedResignationNeedsBoth) {
  const AdjudicationRules rules{.resign = ResignRule{.move_count = 2, .score = 400, .two_sided = true}};
  EXPECT_EQ(judge(rules, repeat(4, {{cp(-500)}, {cp(0)}})), End{});
  EXPECT_EQ(judge(rules, repeat(4, {{cp(-500)}, {cp(450)}})), black_wins(4)) << "at Black's second +450";
  EXPECT_EQ(judge(rules, {{cp(-100)}, {cp(450)}, {cp(-500)}, {cp(450)}, {cp(-500)}}), black_wins(5))
      << "at White's second -500";
  EXPECT_EQ(judge(rules, repeat(2, {{mate(4)}, {mate(-4)}})), white_wins(4));
  EXPECT_EQ(judge(rules, {{cp(-500)}, {cp(450)}, {cp(-500)}, {}, {cp(-500)}, {cp(450)}}), End{})
      << "Black's count began again";
}

TEST(Adjudication, DeadDraws) {
  const AdjudicationRules rules{.draw = DrawRule{.move_number = 3, .move_count = 2, .score = 20}};
  const Ply calm{cp(20)};
  const Ply excited{cp(21)};
  struct Row {
    const char* what;
    std::vector<Ply> plies;
    End end;
  };
  const std::vector<Row> rows = {
      {"not before move 3 is over", repeat(10, {calm}), drawn(6)},
      {"four calm plies in a row", {calm, calm, calm, calm, excited, calm, calm, calm, calm}, drawn(9)},
      {"minus counts like plus", repeat(10, {{cp(-20)}}), drawn(6)},
      {"one side alone", repeat(10, {calm, excited}), {}},
      {"mates are no draws", repeat(10, {{mate(0)}, {mate(1)}}), {}},
      {"a move without a score begins anew",
       {calm, calm, calm, calm, calm, {}, calm, calm, calm, calm},
       drawn(10)},
      {"a book move too", {calm, calm, calm, calm, calm, {cp(0), true}, calm, calm, calm, calm}, drawn(10)},
      {"a pawn move too, itself the first of four",
       {calm, calm, calm, calm, {cp(0), false, "a2a3"}, calm, calm, calm, calm},
       drawn(8)},
  };
  for (const auto& [what, plies, end] : rows) EXPECT_EQ(judge(rules, plies), end) << what;
}

TEST(Adjudication, ACaptureBeginsTheDrawAnew) {
  const AdjudicationRules rules{.draw = DrawRule{.move_number = 1, .move_count = 2, .score = 20}};
  const Opening opening = opening_of("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  const Ply calm{cp(5)};
  EXPECT_EQ(judge(rules, {calm, calm, {cp(5), false, "e4d5"}, calm, calm, calm}, opening), drawn(6));
}

TEST(Adjudication, TheDrawRuleCountsMovesAsThePositionDoes) {
  const AdjudicationRules rules{.draw = DrawRule{.move_number = 34, .move_count = 1, .score = 20}};
  const Opening late = opening_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 34");
  EXPECT_EQ(judge(rules, repeat(9, {{cp(0)}}), late), drawn(2));
}

TEST(Adjudication, TheMoveLimitCountsTheGame) {
  const AdjudicationRules rules{.max_moves = 3};
  const End end{6, Verdict{GameEnd::move_limit, {}}};
  EXPECT_EQ(judge(rules, repeat(10, {{}})), end);
  EXPECT_EQ(
      judge(rules, repeat(10, {{}}), opening_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 34")),
      end)
      << "and not what the position says";
  const Opening opening = opening_of(notation::kStartFen, {"e2e4", "e7e5"});
  EXPECT_EQ(judge(rules, repeat(10, {{}}), opening), (End{4, Verdict{GameEnd::move_limit, {}}}))
      << "the opening included";
}

TEST(Adjudication, TheTablebaseComesFirst) {
  const AdjudicationRules all{
      .resign = ResignRule{.move_count = 1}, .draw = DrawRule{0, 1, 20}, .max_moves = 1};
  const auto says = [](std::optional<Solved> solved) {
    return [solved](const chess::Position&) { return solved; };
  };
  const std::vector<Ply> hopeless = repeat(3, {{cp(-900)}, {cp(900)}});
  const Opening start = opening_of(notation::kStartFen);
  EXPECT_EQ(judge(all, hopeless, start, says(Solved{Color::white})),
            (End{1, Verdict{GameEnd::adjudicated_tablebase, Color::white}}));
  EXPECT_EQ(judge(all, hopeless, start, says(Solved{})),
            (End{1, Verdict{GameEnd::adjudicated_tablebase, {}}}));
  EXPECT_EQ(judge(all, hopeless, start, says({})), black_wins(1)) << "then resignation";
  EXPECT_EQ(judge(all, repeat(3, {{cp(0)}}), start, says({})), drawn(2)) << "then the draw rule";
  EXPECT_EQ(judge(all, repeat(3, {{cp(100)}}), start, says({})), (End{2, Verdict{GameEnd::move_limit, {}}}));
}

TEST(Adjudication, TablebaseVerdictsCanBeHalved) {
  const Opening start = opening_of(notation::kStartFen);
  const auto white = [](const chess::Position&) { return std::optional(Solved{Color::white}); };
  const auto nobody = [](const chess::Position&) { return std::optional(Solved{}); };
  const AdjudicationRules wins{.tablebase_verdicts = TablebaseVerdicts::wins};
  const AdjudicationRules draws{.tablebase_verdicts = TablebaseVerdicts::draws};
  EXPECT_EQ(judge(wins, {{}}, start, white).ply, 1);
  EXPECT_EQ(judge(wins, {{}}, start, nobody).ply, 0);
  EXPECT_EQ(judge(draws, {{}}, start, white).ply, 0);
  EXPECT_EQ(judge(draws, {{}}, start, nobody).ply, 1);
}

}  // namespace vitrine::arena
