#pragma once

// Checks a proof (proof.h says what that is) by walking through every position it leads to, down to the last
// move. It trusts nobody: it has its own board, its own rules and its own reading of positions, none of them
// fast or clever, and shares no code with the solver. Only the file format is common ground.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vitrine::pawnrace {

struct Verification {
  std::optional<std::string> fault = {};  // what is wrong, and after which moves; nothing: the claim is true
  std::uint64_t positions = 0;            // different ones, with the claimant to move and a byte for each
  std::uint64_t moves = 0;                // tried in all
  int longest_game = 0;                   // plies, if the claimant follows the strategy
};

// Asked now and then with the moves tried so far; false ends the work, and nothing is shown then.
using GoOn = std::function<bool(std::uint64_t moves)>;

// The claim as written in the file: "8/... w - | white wins".
[[nodiscard]] Verification verify(std::string_view claim, std::span<const std::uint8_t> strategy,
                                  const GoOn& go_on = nullptr);

}  // namespace vitrine::pawnrace
