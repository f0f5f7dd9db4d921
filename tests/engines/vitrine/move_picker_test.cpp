#include "engines/vitrine/move_picker.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "chess/support.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Move;
using chess::MoveList;
using chess::Position;

bool is_noisy(const Position& pos, Move move) {
  return pos.is_capture(move) || move.kind() == chess::MoveKind::promote_queen;
}

std::string to_text(const std::vector<Move>& moves) {
  MoveList list;
  for (const Move move : moves) list.push_back(move);
  return chess::to_text(list);
}

// Positions with something to pick: from random games, those in check, and those where pawns promote.
std::vector<Position> many_positions() {
  std::vector<Position> positions = chess::random_positions(21, std::max(chess::scaled(6'000), 300), 3);
  int ply = 0;
  chess::for_random_plies(22, std::max(chess::scaled(60'000), 3'000), [&](const Position& pos, Move) {
    if (pos.is_check() && ++ply % 2 == 0) positions.push_back(pos);
  });
  for (const char* fen : {
           "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
           "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
           "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  // 218 moves
       })
    positions.push_back(chess::position(fen));
  return positions;
}

// Histories with something in them, so that the order is not that of the generator.
class Experience {
 public:
  explicit Experience(std::uint64_t seed) : rng_(seed) {
    for (int piece = 0; piece < 12; ++piece)
      for (int sq = 0; sq < 64; ++sq) {
        continuation_[piece][sq].learn(any_bonus());
        histories_->no_continuation()[piece][sq].learn(any_bonus());
      }
  }

  void learn(const Position& pos) {
    for (const Move move : pos.legal_moves()) {
      histories_->quiet(pos.turn(), move, {}).learn(any_bonus());
      if (const auto victim = pos.captured(move))
        histories_->capture(pos.turn(), move, *victim).learn(any_bonus());
    }
  }

  [[nodiscard]] Context context(const Position& pos, Move killer) {
    return {pos,
            parameters_,
            *histories_,
            {&continuation_, &histories_->no_continuation(), &continuation_},
            killer,
            pos.turn() == chess::Color::white ? pos.danger<chess::Color::white>()
                                              : pos.danger<chess::Color::black>()};
  }

 private:
  int any_bonus() { return static_cast<int>(rng_.below(4001)) - 2000; }

  base::Rng rng_;
  Parameters parameters_;
  std::unique_ptr<Histories> histories_ = std::make_unique<Histories>();
  ContinuationHistory continuation_ = {};
};

std::vector<Move> all_of(MovePicker& picker) {
  std::vector<Move> moves;
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) moves.push_back(move);
  EXPECT_TRUE(picker.next().is_none());  // and none after that
  return moves;
}

// A move of this position, of another one, or any sixteen bits.
class AnyMove {
 public:
  explicit AnyMove(std::uint64_t seed) : rng_(seed) {}

  [[nodiscard]] Move killer(const Position& pos) {
    const MoveList moves = pos.legal_moves();
    Move move = Move::none();
    switch (rng_.below(4)) {
      case 0: break;
      case 1: move = moves[rng_.below(moves.size())]; break;
      case 2: move = last_; break;
      default:
        // Kinds beyond the last don't exist: no search ever made such a move.
        move = Move::from_raw(static_cast<std::uint16_t>(rng_.below(13) << 12 | rng_.below(4096)));
    }
    last_ = moves[rng_.below(moves.size())];
    return move;
  }
  // Whoever takes a move from the table has asked whether it is legal.
  [[nodiscard]] Move from_table(const Position& pos) {
    const MoveList moves = pos.legal_moves();
    return rng_.below(3) == 0 ? Move::none() : moves[rng_.below(moves.size())];
  }
  std::uint64_t below(std::uint64_t n) { return rng_.below(n); }

 private:
  base::Rng rng_;
  Move last_ = Move::none();
};

}  // namespace

TEST(VitrineMovePicker, PicksEveryLegalMoveOnce) {
  AnyMove any(1);
  Experience experience(1);
  int in_check = 0;
  for (const Position& pos : many_positions()) {
    experience.learn(pos);
    in_check += pos.is_check();
    for (int round = 0; round < 4; ++round) {
      const Move table_move = any.from_table(pos);
      const Move killer = any.killer(pos);
      MovePicker picker(experience.context(pos, killer), table_move, MovePicker::Kind::main);
      const std::vector<Move> picked = all_of(picker);
      ASSERT_EQ(to_text(picked), chess::to_text(pos.legal_moves()))
          << notation::to_fen(pos) << " table " << table_move << " killer " << killer;
      if (!table_move.is_none()) {
        ASSERT_EQ(picked[0], table_move);
      }
    }
  }
  EXPECT_GT(in_check, 50);
}

// Not in check: the table's move, captures and queens that lose nothing, the killer, other quiet moves, and
// what loses something.
TEST(VitrineMovePicker, PicksInStages) {
  AnyMove any(2);
  Experience experience(2);
  for (const Position& pos : many_positions()) {
    if (pos.is_check()) continue;
    const Move table_move = any.from_table(pos);
    const Move killer = any.killer(pos);
    MovePicker picker(experience.context(pos, killer), table_move, MovePicker::Kind::main);
    const std::vector<Move> picked = all_of(picker);
    const std::string told = notation::to_fen(pos) + ": " + to_text(picked);
    // Where the quiet moves begin and end, the table's move apart.
    std::size_t first = table_move.is_none() ? 0 : 1;
    while (first < picked.size() && is_noisy(pos, picked[first])) ++first;
    std::size_t end = first;
    while (end < picked.size() && !is_noisy(pos, picked[end])) ++end;
    for (std::size_t i = end; i < picked.size(); ++i) {
      ASSERT_TRUE(is_noisy(pos, picked[i])) << told;
      if (first < end) {
        ASSERT_LT(pos.exchange_value(picked[i]), 300)
            << told;  // a bad record puts nothing last that wins a piece
      }
    }
    if (pos.is_legal(killer) && !is_noisy(pos, killer) && killer != table_move) {
      ASSERT_EQ(picked[first], killer) << told;
    }
  }
}

// The first quiet move without any experience.
Move first_quiet(const Position& pos) {
  const Parameters parameters;
  const auto histories = std::make_unique<Histories>();
  ContinuationHistory& none = histories->no_continuation();
  MovePicker picker({pos, parameters, *histories, {&none, &none, &none}, Move::none()}, Move::none(),
                    MovePicker::Kind::main);
  Move move = picker.next();
  while (!move.is_none() && is_noisy(pos, move)) move = picker.next();
  return move;
}

TEST(VitrineMovePicker, SeesDangerAndChecksWithoutExperience) {
  // A bishop attacks the rook: away with it, to where nobody takes it.
  const Position attacked = chess::position("6k1/5p2/4b1p1/8/2R5/7P/5PP1/6K1 w - - 0 1");
  const Move escape = first_quiet(attacked);
  EXPECT_EQ(escape.from(), chess::Square::c4);
  EXPECT_FALSE(attacked.after(escape).is_attacked(escape.to(), chess::Color::black));
  // Nothing is attacked, one move gives check.
  const Position calm = chess::position("6k1/8/8/8/8/8/5P2/R5K1 w - - 0 1");
  EXPECT_EQ(first_quiet(calm).to(), chess::Square::a8);
}

TEST(VitrineMovePicker, QuiescencePicksWhatLosesNothing) {
  AnyMove any(3);
  Experience experience(3);
  for (const Position& pos : many_positions())
    for (int round = 0; round < 3; ++round) {
      const Move table_move = any.from_table(pos);
      MovePicker picker(experience.context(pos, Move::none()), table_move, MovePicker::Kind::quiescence);
      std::vector<Move> expected;
      for (const Move move : pos.legal_moves()) {
        const bool is_good = is_noisy(pos, move) && (pos.exchange_value(move) >= 0 || move == table_move);
        if (pos.is_check() || is_good) expected.push_back(move);
      }
      ASSERT_EQ(to_text(all_of(picker)), to_text(expected))
          << notation::to_fen(pos) << " table " << table_move;
    }
}

TEST(VitrineMovePicker, ProbcutPicksWhatGainsEnough) {
  AnyMove any(4);
  Experience experience(4);
  for (const Position& pos : many_positions()) {
    if (pos.is_check()) continue;
    for (const int threshold : {-200, 0, 1, 150, 400, 1000}) {
      const Move table_move = any.from_table(pos);
      MovePicker picker(experience.context(pos, Move::none()), table_move, MovePicker::Kind::probcut,
                        threshold);
      std::vector<Move> expected;
      for (const Move move : pos.legal_moves())
        if (is_noisy(pos, move) && pos.exchange_value(move) >= threshold) expected.push_back(move);
      ASSERT_EQ(to_text(all_of(picker)), to_text(expected)) << notation::to_fen(pos) << " from " << threshold;
    }
  }
}

// From any moment on; in check there is no skipping.
TEST(VitrineMovePicker, SkipsQuietMovesWhenTold) {
  AnyMove any(5);
  Experience experience(5);
  for (const Position& pos : many_positions())
    for (int round = 0; round < 3; ++round) {
      const Move table_move = any.from_table(pos);
      MovePicker picker(experience.context(pos, any.killer(pos)), table_move, MovePicker::Kind::main);
      std::vector<Move> picked;
      for (std::uint64_t count = any.below(20); count > 0; --count) {
        const Move move = picker.next();
        if (move.is_none()) break;
        picked.push_back(move);
      }
      picker.skip_quiets();
      std::vector<Move> expected = picked;
      for (const Move move : pos.legal_moves()) {
        const bool is_wanted =
            is_noisy(pos, move) || pos.is_check() || (picked.empty() && move == table_move);
        if (is_wanted && std::ranges::find(picked, move) == picked.end()) expected.push_back(move);
      }
      for (const Move move : all_of(picker)) picked.push_back(move);
      ASSERT_EQ(to_text(picked), to_text(expected)) << notation::to_fen(pos);
    }
}

// What has worked before comes first.
TEST(VitrineMovePicker, FollowsItsHistory) {
  const Position pos = Position::initial();
  const auto histories = std::make_unique<Histories>();
  ContinuationHistory& none = histories->no_continuation();
  histories->quiet(pos.turn(), chess::move(pos, "b1c3"), {}).learn(1500);
  histories->quiet(pos.turn(), chess::move(pos, "e2e4"), {}).learn(1000);
  histories->quiet(pos.turn(), chess::move(pos, "g2g4"), {}).learn(-1000);
  const Parameters parameters;
  MovePicker picker({pos, parameters, *histories, {&none, &none, &none}, chess::move(pos, "d2d4")},
                    chess::move(pos, "a2a3"), MovePicker::Kind::main);
  const std::vector<Move> picked = all_of(picker);
  ASSERT_EQ(picked.size(), 20u);
  const char* const first[] = {"a2a3", "d2d4", "b1c3", "e2e4"};
  for (std::size_t i = 0; i < std::size(first); ++i) EXPECT_EQ(picked[i], chess::move(pos, first[i])) << i;
  EXPECT_EQ(picked.back(), chess::move(pos, "g2g4"));
}

}  // namespace vitrine::engines::flagship
