// The machine at the board in the published games: how often it agrees with what was played, Turing's printed
// numbers, and his footnotes.

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "engines/turochamp/considerable.h"
#include "engines/turochamp/turochamp_support.h"

namespace vitrine::engines::turochamp {

namespace {

using Counts = std::array<int, 3>;

// Moves of each game that are among the machine's best; the others' numbers go to `missed`.
int agreement(const std::vector<Turn>& game, const Rules& rules, std::vector<int>* missed = nullptr) {
  int agreed = 0;
  for (std::size_t i = 0; i < game.size(); ++i) {
    const Worksheet sheet = make_worksheet(chess::Game(game[i].position), rules);
    if (find(sheet, notation::to_uci(game[i].move)).is_best)
      ++agreed;
    else if (missed != nullptr)
      missed->push_back(static_cast<int>(i) + 1);
  }
  return agreed;
}

Counts agreement(const Rules& rules) {
  static const auto games = published_games();
  return {agreement(games[0], rules), agreement(games[1], rules), agreement(games[2], rules)};
}

template <class Change>
Counts agreement_with(Change change) {
  Rules rules;
  change(rules);
  return agreement(rules);
}

Worksheet before_move(int number) {
  static const auto games = published_games();
  return make_worksheet(chess::Game(games[0][static_cast<std::size_t>(number) - 1].position), {});
}

std::string played(int number) {
  static const auto games = published_games();
  return notation::to_uci(games[0][static_cast<std::size_t>(number) - 1].move);
}

}  // namespace

// The best public reconstructions make 19 and 18 of 29.
TEST(TurochampGames, AgreesWithTuringAndWithTheEngineOf2012) {
  const auto games = published_games();
  ASSERT_EQ(games[0].size(), 29u);
  ASSERT_EQ(games[1].size(), 29u);
  ASSERT_EQ(games[2].size(), 16u);
  std::vector<int> missed[3];
  EXPECT_EQ(agreement(games[0], {}, &missed[0]), 20);
  EXPECT_EQ(agreement(games[1], {}, &missed[1]), 18);
  EXPECT_EQ(agreement(games[2], {}, &missed[2]), 15);
  EXPECT_EQ(missed[0], (std::vector{1, 4, 5, 15, 17, 19, 20, 21, 29}));
  EXPECT_EQ(missed[1], (std::vector{1, 4, 5, 15, 17, 19, 20, 22, 23, 25, 26}));
  EXPECT_EQ(missed[2], (std::vector{3}));
}

// Each reading by which others differ loses agreement, as an independent program measured it.
TEST(TurochampGames, OtherReadingsAgreeLess) {
  EXPECT_EQ(agreement_with([](Rules& r) { r.material = MaterialRule::difference; }), (Counts{18, 17, 14}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.plies = 3; }), (Counts{18, 15, 12}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.extension = Extension::captures; }), (Counts{17, 14, 15}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.pawn_is_piece = false; }), (Counts{19, 16, 15}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.castling_in_full = false; }), (Counts{20, 18, 14}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.extension = Extension::none; }), (Counts{14, 8, 8}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.defenders = Defenders::x_ray; }), (Counts{20, 19, 15}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.defenders = Defenders::legal; }), (Counts{20, 19, 15}));
  EXPECT_EQ(agreement_with([](Rules& r) { r.king_capture = 0; }), (Counts{20, 18, 15}));
}

// 15.Re1 was played in 2012 with mate to come: the engine stood pat in check.
TEST(TurochampGames, StandsPatInCheck) {
  const auto game = published_games()[2];
  Rules rules;
  rules.stand_pat = StandPat::unless_checked;
  const chess::Game before(game[14].position);
  EXPECT_TRUE(find(make_worksheet(before, {}), "f1e1").is_best);
  EXPECT_FALSE(find(make_worksheet(before, rules), "f1e1").is_best);
  EXPECT_EQ(value_of(make_worksheet(before, rules), "f1e1"), "-1000");
}

// What he printed beside his moves, in tenths. We find the same, nearly the same, or something else.
TEST(TurochampGames, TuringsIncrements) {
  const std::map<int, int> printed = {{1, 42}, {2, 31},  {3, 31}, {4, 20},  {5, 36},
                                      {6, 2},  {7, 11},  {8, 10}, {10, 24}, {13, -15},
                                      {14, 6}, {15, 12}, {17, 4}, {18, 30}, {21, -7}};
  const std::map<int, int> off = {{3, 26}, {10, 17}, {14, -1}, {15, 9}, {21, -19}};
  const std::vector<int> exact = {1, 2, 4, 6, 7, 8};
  for (const auto& [number, tenths] : printed) {
    const int ours = find(before_move(number), played(number)).increment;
    if (const auto other = off.find(number); other != off.end())
      EXPECT_EQ(ours, other->second) << "move " << number;
    else if (std::ranges::find(exact, number) != exact.end())
      EXPECT_EQ(ours, tenths) << "move " << number;
    else
      EXPECT_LE(std::abs(ours - tenths), 2) << "move " << number;
  }
}

// What speaks for a reading in docs/turochamp.md: the printed number, and what another reading makes of it.
TEST(TurochampGames, TuringsIncrementsDecide) {
  const auto games = published_games();
  const auto increment = [&](int number, auto change) {
    Rules rules;
    change(rules);
    const Turn& turn = games[0][static_cast<std::size_t>(number) - 1];
    return find(make_worksheet(chess::Game(turn.position), rules), notation::to_uci(turn.move)).increment;
  };
  EXPECT_EQ(increment(4, [](Rules& r) { r.king_defends = false; }), 25);
  for (const auto& [number, printed] : std::map<int, int>{{4, 20}, {6, 2}, {7, 11}, {8, 10}}) {
    EXPECT_EQ(increment(number, [](Rules&) {}), printed);
    EXPECT_EQ(increment(number, [](Rules& r) { r.castle_next = CastleNext::opponent_move; }), printed + 10);
  }
  EXPECT_EQ(increment(17, [](Rules& r) { r.defence_capped = false; }), 10);  // he printed 0.4
  EXPECT_EQ(increment(18, [](Rules& r) { r.defence_capped = false; }), 42);  // 3.0
  EXPECT_EQ(increment(18, [](Rules& r) { r.castling_in_full = false; }), 12);
  EXPECT_EQ(increment(10, [](Rules& r) { r.king_capture = 0; }), 13);               // 2.4
  EXPECT_EQ(increment(10, [](Rules& r) { r.play_of = PlayOf::difference; }), 124);  // 2.4
  EXPECT_EQ(increment(21, [](Rules& r) { r.play_of = PlayOf::difference; }), 14);   // -0.7
}

// His star: no other move has a higher position-play; at moves 7 and 8, none of equal value.
TEST(TurochampGames, TuringsStars) {
  for (const int number : {2, 3, 5})
    EXPECT_TRUE(find(before_move(number), played(number)).is_starred) << number;
  EXPECT_FALSE(find(before_move(1), played(1)).is_starred);  // e3 has more
  for (const int number : {4, 6, 13, 14, 17, 21})
    EXPECT_FALSE(find(before_move(number), played(number)).is_starred) << number;
  for (const int number : {7, 8}) EXPECT_TRUE(find(before_move(number), played(number)).is_best) << number;
}

TEST(TurochampGames, FootnoteToMove4) {
  // B-Q2 has the highest position-play, but PxP is foreseen.
  const Worksheet sheet = before_move(4);
  const WorksheetMove& bishop = find(sheet, "c1d2");
  EXPECT_TRUE(bishop.is_starred);
  EXPECT_EQ(value_of(sheet, "c1d2"), "40/41");
  EXPECT_EQ(to_text(bishop.candidate.line), "c1d2 e5d4");
  EXPECT_EQ(value_of(sheet, "d4e5"), "1");
  EXPECT_EQ(value_of(sheet, "g1f3"), "74/75");
}

TEST(TurochampGames, FootnoteToMove15) {
  // If castles then BxN, BxB, QxP: the capture of an undefended pawn is considerable.
  const Worksheet sheet = before_move(15);
  chess::Position pos = published_games()[0][14].position;
  for (const char* text : {"e1a1", "b4c3", "d2c3"}) pos = pos.after(chess::move(pos, text));
  EXPECT_TRUE(considerable_moves(pos, chess::square("c3"), {}).moves.contains(chess::move(pos, "a5a4")));
  EXPECT_EQ(value_of(sheet, "h1h3"), "19/18");
  for (const char* move : {"e1g1", "e1c1", "h1g1"}) EXPECT_EQ(value_of(sheet, move), "67/65") << move;
}

TEST(TurochampGames, FootnoteToMove22) {
  // Only this or B-K1 stops Q-R8 mate.
  const Worksheet sheet = before_move(22);
  for (const WorksheetMove& move : sheet.moves) {
    const std::string uci = notation::to_uci(move.candidate.move);
    const bool stops_mate = uci == "d2e3" || uci == "d2e1";
    EXPECT_EQ(move.candidate.worth.value.to_string() == "66/65", stops_mate) << uci;
  }
  EXPECT_EQ(best_moves(sheet), "d2e3");
}

TEST(TurochampGames, FootnoteToMove29) {
  // Mate is foreseen: all moves but one check allow it at once.
  const Worksheet sheet = before_move(29);
  for (const WorksheetMove& move : sheet.moves)
    EXPECT_EQ(move.candidate.worth.value.to_string(),
              notation::to_uci(move.candidate.move) == "d1g1" ? "49/59" : "-1000");
  EXPECT_EQ(to_text(find(sheet, "a7e3").candidate.line), "a7e3 a2a1");
}

TEST(TurochampGames, ExactValues) {
  const struct {
    int number;
    const char* move;
    const char* value;
  } rows[] = {{4, "c1d2", "40/41"},  {11, "d5c6", "38/37"}, {12, "c6b7", "19/18"}, {14, "d1e2", "67/65"},
              {24, "e3a7", "64/63"}, {25, "c3c4", "22/21"}, {29, "d1g1", "49/59"}};
  for (const auto& [number, move, value] : rows)
    EXPECT_EQ(value_of(before_move(number), move), value) << number << ' ' << move;
}

// What it would have played where Turing did otherwise.
TEST(TurochampGames, OwnChoices) {
  const std::map<int, std::string> choices = {{1, "e2e3"},  {4, "d4e5"},  {5, "f1b5"},
                                              {15, "h1h3"}, {17, "h4h5"}, {19, "c3d5"},
                                              {20, "c6b5"}, {21, "d2c3"}, {29, "d1g1"}};
  for (const auto& [number, move] : choices) EXPECT_EQ(best_moves(before_move(number)), move) << number;
}

}  // namespace vitrine::engines::turochamp
