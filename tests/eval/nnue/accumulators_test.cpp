#include "eval/nnue/accumulators.h"

#include <gtest/gtest.h>
#define HWY_WANT_AVX3_DL  // as in kernels.cpp
#include <hwy/targets.h>

#include "eval/nnue/kernels.h"
#include "nnue_support.h"
#include "notation/fen.h"

namespace vitrine::eval::nnue {
namespace {

using chess::Move;
using chess::Position;

Position position(std::string_view fen) {
  return notation::parse_fen(fen, notation::FenMode::lenient).value();
}

// Wanders through the tree of a position, down and up, and compares at some of the nodes: sums are brought up
// to date over one ply or many.
class Wanderer {
 public:
  Wanderer(const Network& network, std::uint64_t seed)
      : network_(network), accumulators_(network), rng_(seed) {}

  void wander(const Position& root, int nodes) {
    accumulators_.start(root);
    nodes_left_ = nodes;
    while (nodes_left_ > 0) visit(root, 0);
  }
  [[nodiscard]] int compared() const { return compared_; }

 private:
  void visit(const Position& pos, int ply) {
    --nodes_left_;
    if (rng_.below(3) == 0) {
      ++compared_;
      EXPECT_EQ(accumulators_.evaluate(pos), plain_value(network_, pos)) << notation::to_fen(pos);
    }
    for (int child = 0; child < 2 && ply < 60 && nodes_left_ > 0; ++child) {
      const auto moves = pos.legal_moves();
      if (moves.size() == 0) return;
      if (!pos.is_check() && rng_.below(10) == 0) {
        accumulators_.push_null();
        visit(pos.after_null(), ply + 1);
      } else {
        const Move move = moves[static_cast<int>(rng_.below(static_cast<std::uint64_t>(moves.size())))];
        const Position next = pos.after(move, accumulators_.push());
        visit(next, ply + 1);
      }
      accumulators_.pop();
    }
  }

  const Network& network_;
  Accumulators accumulators_;
  base::Rng rng_;
  int nodes_left_ = 0;
  int compared_ = 0;
};

// Castling both ways, also of Chess960; en passant, promotions, kings that cross the middle.
constexpr const char* kRoots[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/PPP1k3/8/3Kp3/3P4/8/5ppp/8 w - - 0 1",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w BDac - 0 1",
};

TEST(Accumulators, AgreeWithPlainArithmetic) {
  int compared = 0;
  for (const Architecture& architecture : some_architectures()) {
    const Network network = random_network(architecture, 11);
    for (const char* const root : kRoots) {
      Wanderer wanderer(network, 5);
      wanderer.wander(position(root), 1'600);
      compared += wanderer.compared();
    }
  }
  EXPECT_GT(compared, 5'000);
}

TEST(Accumulators, ServeOneGameAfterTheOther) {
  const Network network = random_network(some_architectures()[1], 4);
  Wanderer wanderer(network, 9);
  for (const char* const root : {kRoots[0], kRoots[2], kRoots[1], kRoots[0]})
    wanderer.wander(position(root), 400);
}

// The same sums on every vector unit that this machine has.
TEST(Kernels, AgreeOnEveryTarget) {
  const Network network = random_network(some_architectures()[1], 21);
  std::vector<int> expected;
  int targets = 0;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    hwy::SetSupportedTargetsForTest(target);
    std::vector<int> values;
    for (const char* const root : {kRoots[0], kRoots[1], kRoots[2]})
      values.push_back(evaluate(network, position(root)));
    hwy::SetSupportedTargetsForTest(0);
    if (expected.empty()) expected = values;
    EXPECT_EQ(values, expected) << hwy::TargetName(target);
    ++targets;
  }
  EXPECT_GE(targets, 1);
  EXPECT_EQ(expected[0], plain_value(network, position(kRoots[0])));
}

}  // namespace
}  // namespace vitrine::eval::nnue
