#pragma once

// A file of positions with their perft counts, in either of the two forms that are in use:
//   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
// or, as python-chess has it, spread over lines:
//   id start
//   epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//   perft 1 20
//   perft 2 400
// Empty lines and lines that start with # mean nothing.

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"

namespace vitrine::cli {

inline constexpr int kMaxPerftDepth = 60;

struct PerftCount {
  int line;  // of the file, from 1
  int depth;
  std::uint64_t nodes;
};

struct PerftCase {
  chess::Position position;
  std::vector<PerftCount> counts = {};
};

struct PerftSuiteError {
  int line;
  std::string message;
};

struct PerftSuite {
  std::vector<PerftCase> cases;
  std::vector<PerftSuiteError> errors;  // what could not be read; the rest is above
};

[[nodiscard]] PerftSuite parse_perft_suite(std::istream& in);

}  // namespace vitrine::cli
