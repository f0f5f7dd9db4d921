#pragma once

// What the tests of this room share: positions from trusted text, and the lines of a data file.

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "notation/fen.h"
#include "support/paths.h"

namespace vitrine::notation {

// Throws if the test's own FEN is wrong.
inline chess::Position position(std::string_view fen) {
  auto pos = parse_fen(fen);
  if (!pos) throw std::invalid_argument(std::string(fen) + ": " + pos.error().to_string());
  return *pos;
}

// The lines of tests/data/notation/<name>, without empty ones.
inline std::vector<std::string> data_lines(const std::string& name) {
  std::ifstream file(test::data_path("notation/" + name));
  if (!file) throw std::runtime_error("no test data " + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace vitrine::notation
