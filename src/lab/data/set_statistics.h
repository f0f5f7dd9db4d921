#pragma once

// What a data set holds, in numbers: results, evaluations, phases of the game.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/data/packed_position.h"

namespace vitrine::lab {

class SetStatistics {
 public:
  void add(const PackedPosition& position);

  // Several lines for people, each with its newline. `duplicates`: how many positions stand there again.
  [[nodiscard]] std::string to_text(std::uint64_t duplicates) const;

  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t with(GameResult result) const {
    return results_[static_cast<std::size_t>(result)];
  }
  [[nodiscard]] std::uint64_t evaluated() const { return evaluated_; }

 private:
  // Upper ends of the rows of the histogram, in centipawns; the last row has none.
  static constexpr std::array kRowEnds = {-1000, -500, -300, -200, -100, -50, -20,
                                          20,    50,   100,  200,  300,  500, 1000};

  std::uint64_t positions_ = 0;
  std::uint64_t white_to_move_ = 0;
  std::uint64_t evaluated_ = 0;
  std::uint64_t mates_ = 0;
  std::int64_t sum_ = 0;
  std::uint64_t size_sum_ = 0;
  std::uint64_t games_ = 0;
  std::array<std::uint64_t, 4> results_ = {};
  std::array<std::uint64_t, 3> phases_ = {};
  std::array<std::uint64_t, kRowEnds.size() + 1> rows_ = {};
  std::vector<bool> seen_games_ = std::vector<bool>(std::size_t{1} << 24);
};

}  // namespace vitrine::lab
