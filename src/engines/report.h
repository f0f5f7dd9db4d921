#pragma once

// What an engine says while it thinks.

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "engines/statistics.h"

namespace vitrine::engines {

// Chances in thousandths, for the side to move.
struct WinDrawLoss {
  int win = 0;
  int draw = 0;
  int loss = 0;
  bool operator==(const WinDrawLoss&) const = default;
};

// The worth of a position for the side to move.
struct Score {
  enum class Kind : std::uint8_t { centipawns, mate };
  enum class Bound : std::uint8_t { exact, lower, upper };

  Kind kind = Kind::centipawns;
  int value = 0;  // centipawns; or moves to mate, negative when being mated, 0 when mated already
  Bound bound = Bound::exact;
  std::optional<WinDrawLoss> chances = {};

  [[nodiscard]] static constexpr Score centipawns(int value) { return {Kind::centipawns, value}; }
  // Contract: plies > 0 when mating (odd), plies <= 0 when being mated (even).
  [[nodiscard]] static constexpr Score mate_in_plies(int plies) {
    return {Kind::mate, plies > 0 ? (plies + 1) / 2 : plies / 2};
  }
  bool operator==(const Score&) const = default;
};

struct Report {
  int depth = 0;
  int selective_depth = 0;
  int line = 1;  // 1: the best line, 2: the second best …
  std::optional<Score> score = {};
  std::vector<chess::Move> pv = {};
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time = {};
  std::optional<int> hash_full = {};  // thousandths
  std::optional<std::uint64_t> table_base_hits = {};
  std::optional<chess::Move> current_move = {};  // being searched at the root
  int current_move_number = 0;                   // from 1
  std::string text = {};                         // anything else, for people
  std::shared_ptr<const Statistics> statistics = {};

  [[nodiscard]] std::uint64_t nodes_per_second() const {
    return time.count() > 0 ? nodes * 1000 / static_cast<std::uint64_t>(time.count()) : nodes * 1000;
  }
};

using Listener = std::function<void(const Report&)>;

}  // namespace vitrine::engines
