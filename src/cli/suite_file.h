#pragma once

// A test suite: positions with what an engine should find in them, one EPD line each. Three kinds of
// questions are asked, alone or together: a move to play (bm) or to avoid (am), a mate to announce (bm #3, dm
// 3), and moves worth points (c8 has the points, c9 the moves, as in the Strategic Test Suite).

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"
#include "engines/report.h"
#include "notation/epd.h"

namespace vitrine::cli {

struct GradedMove {
  chess::Move move;
  int points;
};

struct SuiteCase {
  chess::Position position;
  int line = 0;                         // of its file
  std::string id = {};                  // what the file calls it; may be empty
  std::vector<chess::Move> best = {};   // one of them is right; none: all are
  std::vector<chess::Move> avoid = {};  // each of them is wrong
  std::optional<int> mate = {};         // in so many moves; negative: being mated
  std::vector<GradedMove> graded = {};  // all other moves get nothing

  // There is a right and a wrong, not only points.
  [[nodiscard]] bool has_solution() const { return !best.empty() || !avoid.empty() || mate; }
  [[nodiscard]] int max_points() const;
  [[nodiscard]] int points_for(chess::Move move) const;
  // "Rxb2 or Rb1", "not Qxb2", "mate in 3", "f5 (100), Bf2 (46)".
  [[nodiscard]] std::string wanted() const;
};

// What an engine said about a position in the end.
struct SuiteAnswer {
  std::optional<chess::Move> move = {};
  std::optional<engines::Score> score = {};
  std::string fault = {};  // what went wrong, if anything
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// The right move, not one to avoid, and where a mate is asked for a score that proves one as near.
// Contract: test.has_solution().
[[nodiscard]] bool is_solved(const SuiteCase& test, const SuiteAnswer& answer);

[[nodiscard]] base::Result<SuiteCase, notation::EpdError> parse_suite_case(std::string_view line);

struct Suite {
  struct Error {
    int line;
    int column;
    std::string message;
  };

  std::string path = {};
  std::vector<SuiteCase> cases = {};
  std::vector<Error> errors = {};  // lines that could not be read

  // "wacnew" for some/folder/wacnew.epd.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool has_solutions() const;
  [[nodiscard]] bool has_grades() const;
};

// Empty lines and those that start with # are skipped. At most `limit` positions are taken.
[[nodiscard]] Suite parse_suite(std::istream& in, std::string path, std::optional<std::size_t> limit = {});
// The same from a file; throws std::system_error if it can't be read.
[[nodiscard]] Suite read_suite(const std::string& path, std::optional<std::size_t> limit = {});

}  // namespace vitrine::cli
