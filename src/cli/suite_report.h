#pragma once

// What came of a run of test suites: a table, engine by suite, a list of what was not solved, and the same as
// JSON.

#include <cstdint>
#include <string>

#include "cli/suite_run.h"

namespace vitrine::cli {

// Of one engine in one suite, over the positions it has answered.
struct SuiteTally {
  int answered = 0;
  int solved = 0;
  int solvable = 0;  // those with a right and a wrong
  long points = 0;
  long max_points = 0;
  int faults = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};
[[nodiscard]] SuiteTally tally(const SuiteRun& run, std::size_t player, std::size_t suite);

// A row for each engine. A suite has a column for what was solved, or for its points, or both.
[[nodiscard]] std::string suite_table(const SuiteRun& run);

// "wac.epd:2: WAC.002: vitrine plays Rb1 (+0.35), wanted Rxb2" for each answer that was wrong or could have
// had more points.
[[nodiscard]] std::string unsolved_text(const SuiteRun& run);

// One object; `with_unsolved` adds those answers.
[[nodiscard]] std::string suite_json(const SuiteRun& run, bool with_unsolved);

}  // namespace vitrine::cli
