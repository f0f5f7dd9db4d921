#pragma once

// Networks of random weights, and their values computed as plainly as the file format is written down.

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "chess/position.h"
#include "eval/nnue/network.h"

namespace vitrine::eval::nnue {

inline std::vector<Architecture> some_architectures() {
  Architecture plain{.width = 32};
  Architecture usual{.width = 96, .output_buckets = 8, .is_mirrored = true};
  Architecture bucketed{.width = 64, .output_buckets = 4, .king_buckets = 3, .is_mirrored = true};
  for (std::size_t sq = 0; sq < 64; ++sq)
    bucketed.bucket_of_king[sq] = static_cast<std::uint8_t>(sq < 8 ? 0 : sq < 32 ? 1 : 2);
  Architecture both_halves{.width = 32, .king_buckets = 2};
  for (std::size_t sq = 0; sq < 64; ++sq) both_halves.bucket_of_king[sq] = (sq & 4) != 0 ? 1 : 0;
  return {plain, usual, bucketed, both_halves};
}

inline Network random_network(const Architecture& architecture, std::uint64_t seed) {
  Network network(architecture, "random " + std::to_string(seed));
  base::Rng rng(seed);
  const auto within = [&](int most) {
    return static_cast<int>(rng.below(static_cast<std::uint64_t>(2 * most + 1))) - most;
  };
  for (std::int16_t& weight : network.first_layer()) weight = static_cast<std::int16_t>(within(100));
  for (std::int16_t& weight : network.last_layer()) weight = static_cast<std::int16_t>(within(127));
  for (std::int32_t& bias : network.last_biases()) bias = within(3'000);
  return network;
}

// With another loop order, other types and no increments.
inline int plain_value(const Network& network, const chess::Position& pos) {
  const Architecture& a = network.architecture();
  const int bucket = (pos.occupied().count() - 2) * a.output_buckets / 31;
  std::int64_t sum = 0;
  for (int which = 0; which < 2; ++which) {
    const chess::Color viewer = which == 0 ? pos.turn() : !pos.turn();
    const bool is_white = viewer == chess::Color::white;
    int king_file = pos.king(viewer).file();
    const int king_rank = is_white ? pos.king(viewer).rank() : 7 - pos.king(viewer).rank();
    const bool is_turned = a.is_mirrored && king_file >= 4;
    if (is_turned) king_file = 7 - king_file;
    const int set = a.bucket_of_king[static_cast<std::size_t>(king_rank * 8 + king_file)];
    for (int neuron = 0; neuron < a.width; ++neuron) {
      std::int64_t value = network.first_biases()[static_cast<std::size_t>(neuron)];
      for (const chess::Square sq : pos.occupied()) {
        const chess::Piece man = *pos.piece_at(sq);
        const int file = is_turned ? 7 - sq.file() : sq.file();
        const int rank = is_white ? sq.rank() : 7 - sq.rank();
        const int kind = (man.color == viewer ? 0 : 6) + static_cast<int>(index(man.type));
        value +=
            network.input_weights((set * 12 + kind) * 64 + rank * 8 + file)[static_cast<std::size_t>(neuron)];
      }
      value = std::clamp<std::int64_t>(value, 0, 255);
      sum += value * value * network.last_weights(bucket)[static_cast<std::size_t>(which * a.width + neuron)];
    }
  }
  return static_cast<int>((sum / 255 + network.last_bias(bucket)) * 400 / (255 * 64));
}

}  // namespace vitrine::eval::nnue
