#pragma once

// What the PGN tests share: games as one short line, and texts that arrive in small pieces.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "notation/pgn_game.h"
#include "notation/san.h"
#include "notation/support.h"
#include "support/paths.h"

namespace vitrine::notation {

inline std::string describe(chess::Position pos, const PgnLine& line) {
  std::string text;
  if (!line.comment.empty()) text += "{" + line.comment + "} ";
  for (const PgnMove& node : line.moves) {
    text += (node.move ? to_san(pos, *node.move) : "--") + " ";
    for (const int nag : node.nags) text += "$" + std::to_string(nag) + " ";
    if (!node.comment.empty()) text += "{" + node.comment + "} ";
    for (const PgnLine& variation : node.variations) text += "( " + describe(pos, variation) + ") ";
    pos = node.move ? pos.after(*node.move) : pos.after_null();
  }
  return text;
}

// "e4 $1 {good} ( d4 d5 ) e5 1-0"
inline std::string describe(const PgnGame& game) {
  return describe(game.start, game.main_line) + std::string(to_string(game.result));
}

// All games, with " | " between them.
inline std::string describe(const std::vector<PgnGame>& games) {
  std::string text;
  for (const PgnGame& game : games) text += (text.empty() ? "" : " | ") + describe(game);
  return text;
}

// A source that gives a few bytes at a time, so that every token meets the end of a piece.
class DrippingSource : public ByteSource {
 public:
  DrippingSource(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {}
  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override {
    return text_.read(into, std::min(capacity, piece_));
  }

 private:
  TextSource text_;
  std::size_t piece_;
};

inline std::vector<PgnGame> read_all(ByteSource& source, PgnLimits limits = {}) {
  PgnReader reader(source, "test.pgn", limits);
  std::vector<PgnGame> games;
  while (auto game = read_game(reader)) games.push_back(std::move(*game));
  return games;
}

inline std::string data_text(const std::string& name) {
  std::ifstream file(test::data_path("notation/" + name), std::ios::binary);
  if (!file) throw std::runtime_error("no test data " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The names of the PGN files, for data_text.
inline std::vector<std::string> pgn_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::data_path("notation/pgn")))
    names.push_back("pgn/" + entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace vitrine::notation
