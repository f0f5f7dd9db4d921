#pragma once

// Evil, the sparring partner of Sebastian Lague's Chess Challenge (github.com/SebLague/Chess-Challenge,
// EvilBot.cs): mates in one, else takes the most valuable man it can, else plays any legal move. It never
// asks what the opponent will do. The original looked only at the man on the target square, so en passant was
// no capture in its eyes; here it takes a pawn like any other.

#include <cstdint>
#include <memory>
#include <span>

#include "base/rng.h"
#include "chess/move.h"
#include "chess/position.h"
#include "engines/engine.h"

namespace vitrine::engines {

class Evil final : public Engine {
 public:
  Evil();
  // The same seed plays the same moves in the same game. From the next new game on, the option Seed decides.
  explicit Evil(std::uint64_t seed);

  [[nodiscard]] Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                              const Signals& signals) override;
  // The move alone. Contract: pos.has_legal_moves().
  [[nodiscard]] chess::Move choose(const chess::Position& pos);

  void new_game() override;

 private:
  struct Prey {
    chess::Move move;
    Score score;  // what it thinks it has won
  };
  // Contract: the moves are legal, and there is one.
  [[nodiscard]] Prey hunt(const chess::Position& pos, std::span<const chess::Move> moves);

  base::Rng rng_;
};

[[nodiscard]] std::unique_ptr<Engine> make_evil();

}  // namespace vitrine::engines
