#pragma once

// The cabinet: every engine of this program, with the card that stands before it.

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engines/engine.h"

namespace vitrine::engines {

struct Card {
  std::string_view name;   // for the command line: one lower-case word
  std::string_view title;  // for people
  int year;
  std::string_view origin;         // whose idea it rebuilds
  std::string_view knows;          // what it understands of chess
  std::string_view does_not_know;  // and what it doesn't
  std::string_view mended;         // what its ancestor got wrong and it doesn't
  std::optional<int> rating = {};  // when it has been measured
};

struct Exhibit {
  Card card;
  std::unique_ptr<Engine> (*make)();
};

[[nodiscard]] std::span<const Exhibit> roster();
[[nodiscard]] const Exhibit* find_exhibit(std::string_view name);  // null: there is none

}  // namespace vitrine::engines
