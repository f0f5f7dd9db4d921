#pragma once

// What the tests of this room share.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pawnrace/notation.h"
#include "pawnrace/position.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

// Throw if the test's own text is wrong.
inline Position position(std::string_view text) {
  auto pos = parse_position(text);
  if (!pos) throw std::invalid_argument(std::string(text) + ": " + pos.error().message);
  return *pos;
}
inline Gaps gaps(std::string_view text) {
  auto parsed = parse_gaps(text);
  if (!parsed) throw std::invalid_argument(std::string(text) + ": " + parsed.error().message);
  return *parsed;
}
inline Move move(const Position& pos, std::string_view text) {
  auto parsed = parse_move(pos, text);
  if (!parsed) throw std::invalid_argument(std::string(text) + ": " + parsed.error().message);
  return *parsed;
}
// After the moves, separated by blanks.
inline Position play(Position pos, std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    pos = pos.after(move(pos, moves.substr(0, end)));
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
  return pos;
}
// The legal moves, sorted as texts.
inline std::string moves_of(const Position& pos) {
  std::vector<std::string> texts;
  for (const Move legal : pos.legal_moves()) texts.push_back(to_text(pos, legal));
  std::sort(texts.begin(), texts.end());
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : " ") + text;
  return joined;
}

inline std::ostream& operator<<(std::ostream& out, const Position& pos) { return out << to_text(pos); }
inline std::ostream& operator<<(std::ostream& out, Outcome outcome) {
  return out << (outcome == Outcome::win ? "win" : outcome == Outcome::loss ? "loss" : "draw");
}
inline std::ostream& operator<<(std::ostream& out, Value value) {
  return out << value.outcome << " in " << value.plies;
}
inline std::ostream& operator<<(std::ostream& out, Gaps value) { return out << to_text(value); }

}  // namespace vitrine::pawnrace
