#pragma once

// A training run on paper: how far it is, and the numbers it goes on with. A text file, written whole or not
// at all:
//
//   vitrine lab checkpoint 1
//   run 5f0c…                   what it was started with: method, options, data
//   step 120
//   numbers weights 384         and so many numbers, hexadecimal floating point: exact
//   0x1.8p+0 …
//   checksum 93ab…              of all lines before

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vitrine::lab {

struct TrainState {
  std::uint64_t run = 0;
  std::uint64_t step = 0;
  std::map<std::string, std::vector<double>> numbers = {};

  // Throws std::runtime_error if there are none of that name, or not so many.
  [[nodiscard]] const std::vector<double>& get(const std::string& name, std::size_t count) const;

  bool operator==(const TrainState&) const = default;
};

[[nodiscard]] std::string to_text(const TrainState& state);
// The error says what is wrong.
[[nodiscard]] base::Result<TrainState, std::string> parse_train_state(std::string_view text);

}  // namespace vitrine::lab
