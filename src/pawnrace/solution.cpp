#include "pawnrace/solution.h"

#include <algorithm>
#include <iterator>

#include "pawnrace/notation.h"
#include "pawnrace/setups.h"
#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

struct Row {
  char outcome;  // for White: W, D, L
  int plies;
  std::string_view line;
};

// Starts with White's gap on files a to d, in the order aa, ab, ... dh.
constexpr Row kRows[] = {
#include "pawnrace/solution.inc"
};
static_assert(std::size(kRows) == 32);
static_assert(std::all_of(std::begin(kRows), std::end(kRows),
                          [](const Row& row) { return outcome_of_letter(row.outcome).has_value(); }));

std::string mirrored(std::string move) {
  for (char& c : move)
    if (c >= 'a' && c <= 'h') c = static_cast<char>('a' + 'h' - c);
  return move;
}

}  // namespace

SolvedStart solved_start(Gaps gaps) {
  const bool is_mirrored = !is_canonical(gaps);
  const Gaps canonical = is_mirrored ? gaps.mirrored() : gaps;
  const Row& row = kRows[canonical.white * 8 + canonical.black];
  SolvedStart start{
      gaps, {*outcome_of_letter(row.outcome), row.plies}, split_words<std::vector<std::string>>(row.line)};
  if (is_mirrored)
    for (std::string& move : start.line) move = mirrored(move);
  return start;
}

Gaps best_setup_for_black(std::span<const Gaps> chosen) {
  const auto setups = allowed_setups(chosen);
  Gaps best = setups.front();
  // White is to move: the worse for White, the better.
  for (const Gaps gaps : setups)
    if (is_better(solved_start(best).value, solved_start(gaps).value)) best = gaps;
  return best;
}

}  // namespace vitrine::pawnrace
