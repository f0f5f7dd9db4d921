#pragma once

// Playing below its strength, for UCI_LimitStrength: fewer positions looked at, and at the lower end a choice
// that is sometimes not the best. The steps were measured in matches against Stockfish 15.1 with its
// UCI_Elo (docs/strength.md), so that a number means what it means there; the first is extrapolated, and the
// last lies between two that were played.

#include <cstdint>
#include <span>
#include <utility>

#include "base/rng.h"
#include "chess/move.h"

namespace vitrine::engines::flagship {

struct Handicap {
  std::uint64_t nodes;  // for one move
  int carelessness;     // centipawns by which a worse move may look better
};

inline constexpr int kWeakestElo = 1350;
inline constexpr int kStrongestElo = 2850;
inline constexpr int kLinesToChooseFrom = 6;

// Contract: kWeakestElo <= elo <= kStrongestElo.
[[nodiscard]] Handicap handicap_for(int elo);

// One of these moves with their scores, best first: each looks better than it is by up to the carelessness.
// Contract: at least one.
[[nodiscard]] std::size_t choose_carelessly(std::span<const int> scores, const Handicap& handicap,
                                            base::Rng& rng);

}  // namespace vitrine::engines::flagship
