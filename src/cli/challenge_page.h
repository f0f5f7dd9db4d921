#pragma once

// The results of a challenge for readers: a text, and a page that is one file and needs no other.

#include <string>
#include <vector>

#include "arena/progress.h"
#include "arena/settings.h"
#include "arena/store.h"

namespace vitrine::cli {

// A bot that may not play, and why.
struct LeftOut {
  std::string name;
  std::string reason;
};

// A match of the knock-out, its points so far.
struct KnockoutMatch {
  int round = 0;  // from 0
  int first = 0;  // players' numbers
  int second = 0;
  double first_points = 0;
  double second_points = 0;
};

struct ChallengeResults {
  arena::TournamentSettings settings;
  arena::Progress progress;
  std::vector<KnockoutMatch> knockout;  // in the order they were begun
  std::vector<LeftOut> left_out;
};

// From the store, which another process may be writing.
[[nodiscard]] ChallengeResults read_challenge_results(arena::Store& store, std::vector<LeftOut> left_out);

[[nodiscard]] std::string challenge_text(const ChallengeResults& results);
// Names and reasons are the bots' own words and may hold anything; here they are text and nothing else.
[[nodiscard]] std::string challenge_html(const ChallengeResults& results);

}  // namespace vitrine::cli
