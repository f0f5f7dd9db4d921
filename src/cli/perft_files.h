#pragma once

// Perft over files: many positions to one depth, or a suite of known counts to check. "-" is standard input.

#include <optional>
#include <string>

#include "cli/perft_counter.h"

namespace vitrine::cli {

struct PerftFensOptions {
  std::string file;
  int depth = 0;
  bool json = false;
  bool divide = false;    // with json only
  bool chess960 = false;  // castling in the divide is written as king takes rook in all positions
};

// Counts each position of a file of FENs. Prints them as a suite, or as JSON. Returns the exit code.
[[nodiscard]] int count_fens(const PerftFensOptions& options, PerftResources resources);

// Checks each count of a suite that isn't deeper than max_depth. Prints what differs and a summary. Returns
// the exit code.
[[nodiscard]] int check_perft_suite(const std::string& file, std::optional<int> max_depth,
                                    PerftResources resources);

}  // namespace vitrine::cli
