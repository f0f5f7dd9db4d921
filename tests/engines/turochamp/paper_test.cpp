#include "engines/turochamp/paper.h"

#include <gtest/gtest.h>

#include "engines/turochamp/considerable.h"
#include "engines/turochamp/turochamp_support.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Position;

// The definition, word for word and without any short cut: dead positions are worth W/B; else the best of
// the considerable moves and, unless they are all there is, of the position as it stands.
Value by_definition(const Position& pos, std::optional<chess::Square> taken_on, int ply, chess::Color own,
                    const Rules& rules) {
  const Value as_it_stands = Value::of(count_material(pos, own), rules);
  if (pos.is_checkmate()) return Value::mate(pos.turn() != own, rules);
  if (pos.is_stalemate()) return Value::level(rules);
  const bool is_full = ply < rules.plies;
  const Considerable considerable =
      is_full ? Considerable{pos.legal_moves(), true} : considerable_moves(pos, taken_on, rules);
  std::vector<Value> values;
  if (!considerable.is_all || considerable.moves.empty()) values.push_back(as_it_stands);
  for (const chess::Move move : considerable.moves)
    values.push_back(by_definition(pos.after(move), captures_on(pos, move), ply + 1, own, rules));
  return pos.turn() == own ? std::ranges::max(values) : std::ranges::min(values);
}

}  // namespace

void expect_defined_values(const Position& pos, const Rules& rules) {
  for (const WorksheetMove& move : make_worksheet(chess::Game(pos), rules).moves) {
    const chess::Move first = move.candidate.move;
    EXPECT_EQ(move.candidate.worth.value,
              by_definition(pos.after(first), captures_on(pos, first), 1, pos.turn(), rules))
        << notation::to_uci(first) << " in " << notation::to_fen(pos);
  }
}

// Wild positions would take by_definition for ever, so these are from games.
TEST(TurochampPaper, ValuesAreWhatTheDefinitionSays) {
  Rules other;
  other.plies = 1;
  other.material = MaterialRule::difference;
  for (const std::vector<Turn>& game : published_games())
    for (std::size_t i = 0; i < game.size(); i += chess::scaled(20) < 20 ? 7 : 1) {
      expect_defined_values(game[i].position, {});
      expect_defined_values(game[i].position, other);
    }
}

// The line that is shown ends in a position worth what is claimed.
TEST(TurochampPaper, LinesLeadToTheirValue) {
  for (const chess::Position& root : chess::random_positions(34, chess::scaled(200), 7))
    for (const WorksheetMove& move : make_worksheet(chess::Game(root), {}).moves) {
      Position pos = root;
      for (const chess::Move step : move.candidate.line) {
        ASSERT_TRUE(pos.is_legal(step)) << notation::to_fen(root);
        pos = pos.after(step);
      }
      const Value value = pos.is_checkmate()   ? Value::mate(pos.turn() != root.turn())
                          : pos.is_stalemate() ? Value::level({})
                                               : Value::of(count_material(pos, root.turn()), {});
      EXPECT_EQ(value, move.candidate.worth.value)
          << to_text(move.candidate.line) << " in " << notation::to_fen(root);
    }
}

// Twenty moves with twenty replies each, and nothing beyond.
TEST(TurochampPaper, LooksAtEveryReply) {
  const Worksheet sheet = worksheet(kStart);
  EXPECT_EQ(sheet.nodes, 420u);
  EXPECT_EQ(sheet.moves.size(), 20u);
  for (const WorksheetMove& move : sheet.moves) EXPECT_EQ(move.candidate.worth.value.to_string(), "1");
}

TEST(TurochampPaper, FollowsExchangesToTheirEnd) {
  const Worksheet held = worksheet("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1");
  EXPECT_EQ(value_of(held, "d2d5"), "0");  // the other pawn takes back: nothing against one
  EXPECT_EQ(to_text(find(held, "d2d5").candidate.line), "d2d5 e6d5");
  EXPECT_EQ(value_of(held, "d2d4"), "5");  // ten to two
  const Worksheet rooks = worksheet("3rk3/p7/8/8/8/8/P7/3RK3 w - - 0 1");
  EXPECT_EQ(value_of(rooks, "d1d8"), "1");  // the king takes back
  EXPECT_EQ(value_of(rooks, "d1d2"), "1");  // or ours does
  EXPECT_EQ(to_text(find(rooks, "d1d2").candidate.line), "d1d2 d8d2 e1d2");
  EXPECT_EQ(value_of(rooks, "d1d5"), "1/6");  // a rook is lost
  EXPECT_EQ(value_of(rooks, "e1f2"), "1/6");
  EXPECT_EQ(value_of(worksheet("4k3/8/8/8/3n4/8/1B6/4K3 w - - 0 1"), "b2d4"), "3500");
}

TEST(TurochampPaper, MateIsAThousandHoweverFar) {
  const Worksheet back_rank = worksheet("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  EXPECT_EQ(value_of(back_rank, "a1a8"), "1000");
  EXPECT_EQ(value_of(back_rank, "g1f1"), "8/3");
  EXPECT_EQ(best_moves(back_rank), "a1a8");
  const Worksheet own = worksheet("r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1");
  EXPECT_EQ(value_of(own, "g1h1"), "-1000");
  EXPECT_EQ(find(own, "g1h1").candidate.worth.plies_to_mate(), -2);

  // Qg7 mates, and so does Kf7 Kh7 Qg7: the same value, if nearer mates are no better.
  const char* const queen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
  const Worksheet near_and_far = worksheet(queen);
  EXPECT_EQ(value_of(near_and_far, "g1g7"), "1000");
  EXPECT_EQ(value_of(near_and_far, "f6f7"), "1000");
  EXPECT_EQ(find(near_and_far, "g1g7").candidate.worth.plies_to_mate(), 1);
  EXPECT_EQ(find(near_and_far, "f6f7").candidate.worth.plies_to_mate(), 3);
  Rules rules;
  rules.mate_distance = true;
  EXPECT_EQ(best_moves(worksheet(queen, rules)), "g1g7");
}

TEST(TurochampPaper, WhereTheTextIsSilent) {
  // Stalemate is level; a bare king is worth a thousand times what stands against him, but mate is better.
  Rules rules;
  const char* const stalemate = "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1";
  EXPECT_EQ(value_of(worksheet(stalemate), "f7g6"), "1");
  EXPECT_EQ(value_of(worksheet(stalemate), "f7f6"), "10000");
  rules.stalemate = Stalemate::material;
  EXPECT_EQ(value_of(worksheet(stalemate, rules), "f7g6"), "10000");

  const char* const mate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
  EXPECT_EQ(value_of(worksheet(mate), "f1f8"), "1000");
  EXPECT_EQ(value_of(worksheet(mate), "f1f2"), "10000");
  EXPECT_NE(worksheet(mate).moves[0].candidate.worth.mate, 0);
  rules = {};
  rules.bare_king = BareKing::number;
  EXPECT_EQ(worksheet(mate, rules).moves[0].candidate.worth.mate, 0);

  const char* const fifty = "k7/8/8/8/8/8/8/KR6 w - - 99 80";
  EXPECT_EQ(value_of(worksheet(fifty), "b1b2"), "5000");
  rules = {};
  rules.draws = true;
  EXPECT_EQ(value_of(worksheet(fifty, rules), "b1b2"), "1");
}

TEST(TurochampPaper, KnowsRepetitionsIfTheRulesSaySo) {
  chess::Game game(chess::position("k7/7p/8/8/8/8/8/KR6 w - - 10 80"));
  for (const char* text : {"b1b2", "a8a7", "b2b1", "a7a8"})
    game.play_unchecked(chess::move(game.position(), text));
  Rules rules;
  EXPECT_EQ(value_of(make_worksheet(game, rules), "b1b2"), "5");
  rules.draws = true;
  EXPECT_EQ(value_of(make_worksheet(game, rules), "b1b2"), "1");
}

TEST(TurochampPaper, AnInterruptedMoveStaysAsItWas) {
  const chess::Game game;
  Watch watch({.nodes = 5}, {}, chess::Color::white);
  Paper paper(game, {}, watch);
  Candidate candidate = paper.glance(chess::move(game.position(), "e2e4"));
  EXPECT_FALSE(paper.assess(candidate));
  EXPECT_EQ(paper.nodes(), 5u);
  EXPECT_EQ(to_text(candidate.line), "e2e4");
  EXPECT_EQ(candidate.play, 144);
}

TEST(TurochampPaper, IsTheSameForBothSides) {
  for (const chess::Position& pos : chess::random_positions(35, chess::scaled(100), 7)) {
    const Worksheet sheet = make_worksheet(chess::Game(pos), {});
    const Worksheet other = make_worksheet(chess::Game(chess::mirrored(pos)), {});
    ASSERT_EQ(sheet.moves.size(), other.moves.size());
    for (std::size_t i = 0; i < sheet.moves.size(); ++i) {
      EXPECT_EQ(sheet.moves[i].candidate.worth.value, other.moves[i].candidate.worth.value);
      EXPECT_EQ(sheet.moves[i].candidate.play, other.moves[i].candidate.play) << notation::to_fen(pos);
    }
  }
}

}  // namespace vitrine::engines::turochamp
