#include "engines/turochamp/position_play.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "engines/turochamp/turochamp_support.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Color;
using chess::position;
using enum chess::Color;

// What one rule gives a side, in tenths. Reckoned by hand.
struct Row {
  const char* fen;
  Color own;
  int tenths;
};

int tenths_of(PlayRule rule, const char* fen, Color own, const Rules& rules = {}, bool has_castled = false) {
  return position_play(position(fen), own, has_castled, rules).by_rule[index(rule)];
}

void expect_rows(PlayRule rule, std::initializer_list<Row> rows) {
  for (const auto& [fen, own, tenths] : rows)
    EXPECT_EQ(tenths_of(rule, fen, own), tenths) << numeral(rule) << " in " << fen;
}

int total(std::string_view fen, const Rules& rules = {}) {
  const chess::Position pos = position(fen);
  return counted_play(pos, pos.turn(), false, rules).tenths();
}

}  // namespace

// The roots as Turing rounded them.
TEST(TurochampPositionPlay, RoundsRootsToATenth) {
  const int tenths[] = {0, 10, 14, 17, 20, 22, 24, 26, 28, 30, 32, 33, 35, 36};
  for (int count = 0; count < 14; ++count) EXPECT_EQ(root_in_tenths(count), tenths[count]) << count;
  for (int count = 0; count < 64; ++count)
    EXPECT_EQ(root_in_tenths(count), std::lround(10 * std::sqrt(count))) << count;
}

TEST(TurochampPositionPlay, RuleIMobility) {
  expect_rows(PlayRule::mobility,
              {
                  {"4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", white, 52},  // 27 moves
                  {"4k3/8/8/8/8/p7/8/R3K3 w - - 0 1", white, 24},  // a2, a3 twice, b1, c1, d1: 6
                  {"7k/8/8/8/8/8/8/N3K3 w - - 0 1", white, 14},    // b3 and c2
                  {"7k/8/8/8/8/8/8/B3K3 b - - 0 1", white, 28},    // b2 to g7, and the king on h8 twice: 8
                  {"8/7k/8/8/8/8/8/B3K2N w - - 0 1", white, 26 + 14},  // 7 and 2
                  {"4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", white, 26},     // pinned: e3 to e7, e8 twice: 7
                  {"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", white, 0},      // pinned
                  {"4k3/8/8/8/8/8/8/r3K2R w - - 0 1", white, 0},       // the king is in check, no help
                  {"4k3/8/8/8/8/r7/8/4K2R w - - 0 1", black, 37},      // 14
                  {"4k3/pppp4/8/8/8/8/4P3/4K3 w - - 0 1", white, 0},   // pawns and kings have no part in it
              });
  const char* const checking = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1";  // 12 moves and the king
  const int by_king_capture[] = {35, 36, 37};
  for (int counts = 0; counts <= 2; ++counts) {
    Rules rules;
    rules.king_capture = counts;
    EXPECT_EQ(tenths_of(PlayRule::mobility, checking, white, rules), by_king_capture[counts]);
  }
}

TEST(TurochampPositionPlay, RuleIIDefendedPieces) {
  expect_rows(PlayRule::defence,
              {
                  {"4k3/8/8/8/8/2N5/1P1B4/4K3 w - - 0 1", white, 15 + 10},  // by pawn and bishop; by the king
                  {"4k3/8/8/8/8/2N5/1P1P4/2R1K3 w - - 0 1", white, 15},  // three times is no more than twice
                  {"3k4/8/8/8/8/8/8/R3R2K w - - 0 1", white, 20},        // each other
                  {"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", white, 0},          // not the queen
                  {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", white, 0},
              });
  Rules rules;
  rules.defence_capped = false;
  EXPECT_EQ(tenths_of(PlayRule::defence, "4k3/8/8/8/8/2N5/1P1P4/2R1K3 w - - 0 1", white, rules), 20);
}

TEST(TurochampPositionPlay, RuleIIITheKingsMobility) {
  expect_rows(PlayRule::king_mobility,
              {
                  {"k7/8/8/8/8/8/8/7K w - - 0 1", white, 17},     // 3
                  {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", white, 22},  // 5: castling isn't one
                  {"7k/8/8/8/8/8/r7/4K3 w - - 0 1", white, 14},   // d1 and f1
                  {"7k/8/8/8/8/8/4r3/4K3 w - - 0 1", white, 20},  // those, and e2 twice
                  {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", black, 0},
              });
}

TEST(TurochampPositionPlay, RuleIVTheKingsVulnerability) {
  const char* const corners = "k7/8/8/8/8/8/8/7K w - - 0 1";  // 20 squares, and the king on a8 twice
  expect_rows(PlayRule::king_safety,
              {
                  {corners, white, -47},
                  {kStart, white, 0},
                  {"4k3/8/8/8/8/8/3P1P2/3QKB2 w - - 0 1", white, -28},  // e2 to e7, e8 twice
              });
  Rules rules;
  rules.vulnerable_capture = 1;
  EXPECT_EQ(tenths_of(PlayRule::king_safety, corners, white, rules), -46);
  EXPECT_EQ(total(corners), -30);
  EXPECT_EQ(total(corners, rules), -29);
}

TEST(TurochampPositionPlay, RuleVCastling) {
  expect_rows(PlayRule::castling, {
                                      {kStart, white, 10},
                                      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", white, 20},
                                      {"4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", white, 20},  // on the other side
                                      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", white, 10},     // not through f1
                                      {"4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", white, 10},  // not out of check
                                      {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", white, 0},
                                      {"r3k3/8/8/8/8/8/8/4K3 w q - 0 1", black, 20},  // if it were his turn
                                  });
  const char* const castled = "4k3/8/8/8/8/8/8/5RK1 b - - 1 1";
  EXPECT_EQ(tenths_of(PlayRule::castling, castled, white, {}, true), 30);
  Rules rules;
  rules.castling_in_full = false;
  EXPECT_EQ(tenths_of(PlayRule::castling, castled, white, rules, true), 10);

  const char* const only_black_can = "r3k3/8/8/8/8/8/8/RN2K3 b Qq - 0 1";
  rules.castle_next = CastleNext::opponent_move;
  EXPECT_EQ(tenths_of(PlayRule::castling, only_black_can, white), 10);
  EXPECT_EQ(tenths_of(PlayRule::castling, only_black_can, white, rules), 20);
}

TEST(TurochampPositionPlay, RuleVIAdvancedPawns) {
  expect_rows(PlayRule::pawn_advance, {
                                          {kStart, white, 0},
                                          {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", white, 10},
                                          {"4k3/8/8/4p3/8/8/4P3/4K3 w - - 0 1", black, 4},
                                          {"4k3/8/8/4p3/8/8/4P3/4K3 w - - 0 1", white, 0},
                                      });
}

TEST(TurochampPositionPlay, RuleVIIDefendedPawns) {
  const char* const by_king = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  expect_rows(PlayRule::pawn_defence, {
                                          {by_king, white, 3},
                                          {"4k3/8/8/8/8/3P4/4P3/7K w - - 0 1", white, 0},  // by a pawn only
                                          {"4k3/8/8/8/3P4/8/8/3R3K w - - 0 1", white, 3},
                                          {kStart, white, 24},
                                      });
  Rules rules;
  rules.king_defends = false;
  EXPECT_EQ(tenths_of(PlayRule::pawn_defence, by_king, white, rules), 0);
}

TEST(TurochampPositionPlay, RuleVIIITheThreatOfMate) {
  const char* const back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1";
  const char* const ours_is_weak = "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1";
  expect_rows(PlayRule::mate_threat,
              {
                  {back_rank, white, 10},
                  {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", white, 10},
                  {"R5k1/6pp/8/8/8/8/8/1R2K3 b - - 0 1", white, 0},  // check isn't a threat
                  {ours_is_weak, white, 0},
                  {kStart, white, 0},
              });
  Rules rules;
  rules.mate_threat = MateThreat::opponents;
  EXPECT_EQ(tenths_of(PlayRule::mate_threat, back_rank, white, rules), 0);
  EXPECT_EQ(tenths_of(PlayRule::mate_threat, ours_is_weak, white, rules), 10);
  rules.mate_threat = MateThreat::ignored;
  EXPECT_EQ(tenths_of(PlayRule::mate_threat, back_rank, white, rules), 0);
}

TEST(TurochampPositionPlay, RuleIXCheck) {
  expect_rows(PlayRule::check, {
                                   {"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", white, 5},
                                   {"4k3/8/8/8/8/8/R7/4K3 b - - 0 1", white, 0},
                                   {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", white, 0},
                               });
}

TEST(TurochampPositionPlay, IsTheSumOfTheRules) {
  // Knights 2.8, defended 4.0, castling 1.0, pawns 2.4.
  EXPECT_EQ(total(kStart), 102);
  Rules rules;
  rules.play_of = PlayOf::difference;
  EXPECT_EQ(total(kStart, rules), 0);
  for (const chess::Position& pos : chess::random_positions(32, 300)) {
    const PositionPlay play = position_play(pos, pos.turn(), false, {});
    int sum = 0;
    for (const PlayEntry& entry : play.entries) sum += entry.tenths;
    EXPECT_EQ(play.tenths(), sum) << notation::to_fen(pos);
    EXPECT_EQ(play.by_rule, position_play(chess::mirrored(pos), !pos.turn(), false, {}).by_rule)
        << notation::to_fen(pos);
    const int other = position_play(pos, !pos.turn(), false, {}).tenths();
    EXPECT_EQ(counted_play(pos, pos.turn(), false, rules).tenths(), sum - other) << notation::to_fen(pos);
  }
}

// Every row of the reference: what each first move changes, by kind of man and rule.
TEST(TurochampPositionPlay, FirstMovesChangeWhatTheReferenceSays) {
  const auto components = [](const chess::Position& pos) {
    const PositionPlay play = position_play(pos, white, false, {});
    std::map<std::string, int> sums = {{"Q", 0}, {"R", 0}, {"B", 0}, {"N", 0}};
    for (const PlayEntry& entry : play.entries)
      if (entry.rule == PlayRule::mobility)
        sums[std::string(1, pos.piece_at(*entry.man)->to_char())] += entry.tenths;
    const auto rule = [&](PlayRule which) { return play.by_rule[index(which)]; };
    sums["def"] = rule(PlayRule::defence);
    sums["K"] = rule(PlayRule::king_mobility);
    sums["vul"] = rule(PlayRule::king_safety);
    sums["cr"] = std::min(rule(PlayRule::castling), 10);
    sums["cn"] = rule(PlayRule::castling) - sums["cr"];
    sums["pa"] = rule(PlayRule::pawn_advance);
    sums["pd"] = rule(PlayRule::pawn_defence);
    sums["mt"] = rule(PlayRule::mate_threat);
    sums["ch"] = rule(PlayRule::check);
    return sums;
  };
  const Table table("startpos_strict.csv");
  ASSERT_EQ(table.size(), 20u);
  const chess::Position start = chess::Position::initial();
  auto before = components(start);
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string& uci = table.at(row, "uci");
    const chess::Position next = start.after(chess::move(start, uci));
    auto after = components(next);
    std::size_t compared = 0;
    for (const std::string& word : chess::words(table.at(row, "component_changes"))) {
      const std::size_t sign = word.find_first_of("+-");
      const std::string name = word.substr(0, sign);
      EXPECT_EQ(to_signed_text(after.at(name) - before.at(name)), word.substr(sign)) << uci << ' ' << name;
      ++compared;
    }
    EXPECT_EQ(compared, after.size());
    const int play = position_play(next, white, false, {}).tenths();
    EXPECT_EQ(to_text(play), table.at(row, "pp_after")) << uci;
    EXPECT_EQ(to_signed_text(play - 102), table.at(row, "increment")) << uci;
  }
}

}  // namespace vitrine::engines::turochamp
