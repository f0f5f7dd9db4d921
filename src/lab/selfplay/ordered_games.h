#pragma once

// Games that come in any order go out in that of their numbers.

#include <cstdint>
#include <map>
#include <utility>

#include "lab/data/game_file.h"

namespace vitrine::lab {

class OrderedGames {
 public:
  explicit OrderedGames(std::uint32_t first) : next_(first) {}

  // Repetitions are forgotten.
  void add(SelfplayGame&& game) {
    if (game.number >= next_) waiting_.try_emplace(game.number, std::move(game));
  }
  // Calls hand_over(SelfplayGame&&) for all that no earlier one is missing for.
  template <class HandOver>
  void flush(HandOver hand_over) {
    for (auto first = waiting_.find(next_); first != waiting_.end(); first = waiting_.find(next_)) {
      hand_over(std::move(first->second));
      waiting_.erase(first);
      ++next_;
    }
  }
  [[nodiscard]] bool has(std::uint32_t number) const { return number < next_ || waiting_.contains(number); }
  [[nodiscard]] std::uint32_t next() const { return next_; }

 private:
  std::uint32_t next_;
  std::map<std::uint32_t, SelfplayGame> waiting_;
};

}  // namespace vitrine::lab
