#pragma once

// The positions of games of self-play as a network sees them: the men of each, as numbers of inputs in the
// view of the side to move. The other side's view follows from them, so that a position takes 70 bytes of the
// GPU's memory, however often it is learnt from.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "chess/position.h"

namespace vitrine::trainer {

inline constexpr int kMostMen = 32;
inline constexpr std::int16_t kNobody = 768;  // in place of a man

struct TrainingSet {
  std::vector<std::int16_t> men;    // kMostMen of each position: (whose * 6 + kind) * 64 + square, unmirrored
  std::vector<std::int16_t> kings;  // own king's square * 64 + the other's, each as its side sees it
  std::vector<std::int16_t> scores;  // centipawns for the side to move
  std::vector<std::uint8_t> points;  // of the side to move, in halves
  std::vector<std::uint8_t> counts;  // of men

  [[nodiscard]] std::size_t size() const { return points.size(); }
  void add(const chess::Position& pos, int white_centipawns, int white_halves);
  void append(const TrainingSet& more);
};

struct Splits {
  TrainingSet training;
  TrainingSet held_out;  // other games
  std::uint64_t games = 0;
  std::uint64_t broken = 0;
};

struct ReadRules {
  double held_out = 0.01;  // share of the games
  int threads = 1;
  // That many positions around each one of the games, valued by the classical evaluation; 0: the games' own.
  int imitate = 0;
  std::uint64_t seed = 1;
};

// Throws std::runtime_error "FILE: what is wrong". `tell` is called now and then with the bytes read.
[[nodiscard]] Splits read_games(const std::vector<std::string>& paths, const ReadRules& rules,
                                const std::function<void(std::uint64_t)>& tell);

// The first positions of the games, whatever they are. Throws std::runtime_error if there are fewer.
[[nodiscard]] TrainingSet first_positions(const std::vector<std::string>& paths, std::size_t count);

}  // namespace vitrine::trainer
