#pragma once

// Where a tournament stands: for a line that is shown while it runs, and for the summary at its end.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/played_game.h"
#include "arena/schedule/standings.h"
#include "arena/score_board.h"
#include "arena/statistics/sprt.h"

namespace vitrine::arena {

struct SprtState {
  double llr = 0;
  SprtBounds bounds = {};
  SprtVerdict verdict = SprtVerdict::go_on;
};

struct Progress {
  std::int64_t games = 0;                  // finished, earlier sessions included
  std::optional<std::int64_t> total = {};  // nothing: nobody knows
  std::chrono::milliseconds elapsed = {};  // in this session
  std::optional<std::chrono::milliseconds> remaining = {};
  ScoreBoard scores;
  std::vector<Standing> standings = {};
  std::vector<Drop> drops = {};
  std::optional<SprtState> sprt = {};
  std::optional<int> champion = {};  // of a knock-out that is over
};

enum class TournamentEnd {
  finished,     // all is played
  stopped,      // from outside; the rest can be played later
  sprt,         // the test has its answer
  nobody_left,  // too many players were dropped
};

struct Summary {
  TournamentEnd end = TournamentEnd::finished;
  std::string why = {};               // a sentence
  std::int64_t repeated_reports = 0;  // of games that were recorded before …
  std::int64_t contradictions = 0;    // … and those that told another story; the first counts
  Progress progress;
};

}  // namespace vitrine::arena
