#pragma once

// What the tests of the paper machine share: its candidates, and the reference tables of tests/data/engines/
// turochamp.

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "chess/support.h"
#include "engines/turochamp/paper.h"
#include "engines/turochamp/position_play.h"
#include "engines/turochamp/tenths.h"
#include "engines/turochamp/worksheet.h"
#include "notation/pgn_reader.h"
#include "support/paths.h"

namespace vitrine::engines::turochamp {

inline const char* const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

inline Worksheet worksheet(std::string_view fen, const Rules& rules = {}) {
  return make_worksheet(chess::Game(chess::position(fen)), rules);
}

inline const WorksheetMove& find(const Worksheet& sheet, std::string_view uci) {
  for (const WorksheetMove& move : sheet.moves)
    if (notation::to_uci(move.candidate.move) == uci) return move;
  throw std::invalid_argument(std::string(uci));
}

inline std::string value_of(const Worksheet& sheet, std::string_view uci) {
  return find(sheet, uci).candidate.worth.value.to_string();
}

// "e2e4 d2d4": all that are tied.
inline std::string best_moves(const Worksheet& sheet) {
  std::string text;
  for (const WorksheetMove& move : sheet.moves)
    if (move.is_best) text += (text.empty() ? "" : " ") + notation::to_uci(move.candidate.move);
  return text;
}

inline std::string to_text(const std::vector<chess::Move>& line) {
  std::string text;
  for (const chess::Move move : line) text += (text.empty() ? "" : " ") + notation::to_uci(move);
  return text;
}

// The rows of a table without its heading; a column is asked for by name.
class Table {
 public:
  explicit Table(const std::string& name) {
    std::ifstream file(test::data_path("engines/turochamp/" + name));
    if (!file) throw std::runtime_error("no test data " + name);
    for (std::string line; std::getline(file, line);) {
      std::vector<std::string> cells = split(line);
      (heading_.empty() ? heading_ : rows_.emplace_back()) = std::move(cells);
    }
  }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::string& at(std::size_t row, std::string_view column) const {
    for (std::size_t i = 0; i < heading_.size(); ++i)
      if (heading_[i] == column) return rows_.at(row).at(i);
    throw std::invalid_argument(std::string(column));
  }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == ',')
        cells.emplace_back();
      else if (c != '\r')
        cells.back() += c;
    }
    return cells;
  }

  std::vector<std::string> heading_;
  std::vector<std::vector<std::string>> rows_;
};

// A machine's game: its positions, and what was played there.
struct Turn {
  chess::Position position;
  chess::Move move;
};

// White's turns of the three published games: 0 Turing's typescript, 1 the printed version, 2 Kasparov 2012.
inline std::vector<std::vector<Turn>> published_games() {
  struct Visitor : notation::PgnVisitor {
    std::vector<std::vector<Turn>> games;
    void on_game_start() { games.emplace_back(); }
    void on_move(const chess::Position& before, chess::Move move) {
      if (before.turn() == chess::Color::white) games.back().push_back({before, move});
    }
    void on_error(const notation::PgnError& error) { throw std::runtime_error(error.to_string()); }
  } visitor;
  notation::FileSource source(test::data_path("engines/turochamp/games.pgn"));
  notation::PgnReader reader(source, "games.pgn");
  while (reader.read(visitor)) {
  }
  return visitor.games;
}

}  // namespace vitrine::engines::turochamp
