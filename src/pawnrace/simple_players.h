#pragma once

// Two who don't look ahead.

#include "base/rng.h"
#include "pawnrace/player.h"

namespace vitrine::pawnrace {

// Any setup, any move.
class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : rng_(seed) {}

  [[nodiscard]] Gaps choose_gaps(std::span<const Gaps> chosen) override;
  void start(Gaps, Color) override {}
  [[nodiscard]] Move choose(const Position& pos) override;

 protected:
  base::Rng rng_;
};

// Takes what it can, the most advanced pawn first; else moves the pawn that has come farthest. Of equals,
// any.
class GreedyPlayer : public RandomPlayer {
 public:
  using RandomPlayer::RandomPlayer;
  [[nodiscard]] Move choose(const Position& pos) override;
};

}  // namespace vitrine::pawnrace
