#pragma once

// EPD: a position and named facts about it on one line, such as
//   1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
// Test suites (bm, am, dm), perft tables (D1 20 ;D2 400) and tuning labels (c9 "1-0"; or [0.5]) come so.
// Six-field FENs with operations behind are read as well.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"
#include "notation/fen.h"

namespace vitrine::notation {

struct EpdError {
  int column;  // 1 is the first byte of the line
  std::string message;
  std::optional<FenError> fen_error = {};

  // "column 61: the string is not closed".
  [[nodiscard]] std::string to_string() const;
};

struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands = {};  // without their quotes
  bool quoted = false;                     // the operands are strings: written in quotes
  int column = 0;                          // where the opcode stood; 0 if it was never read

  [[nodiscard]] bool operator==(const EpdOperation& o) const {
    return opcode == o.opcode && operands == o.operands && quoted == o.quoted;
  }
};

struct Epd {
  chess::Position position;                       // hmvc and fmvn are in its counters, not below
  std::vector<EpdOperation> operations = {};      // each opcode once
  std::optional<std::string> bracket_label = {};  // the text inside a trailing [0.5]

  // Null if there is no such operation.
  [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;
  // The operands joined by spaces; nothing if there is no such operation.
  [[nodiscard]] std::optional<std::string> text(std::string_view opcode) const;
  // The first operand as a whole number, if it is one.
  [[nodiscard]] std::optional<long long> number(std::string_view opcode) const;
  // The operands as moves, SAN or UCI; none if there is no such operation.
  [[nodiscard]] base::Result<std::vector<chess::Move>, EpdError> moves(std::string_view opcode) const;

  [[nodiscard]] std::string id() const { return text("id").value_or(""); }
  [[nodiscard]] base::Result<std::vector<chess::Move>, EpdError> best_moves() const { return moves("bm"); }
  [[nodiscard]] base::Result<std::vector<chess::Move>, EpdError> avoid_moves() const { return moves("am"); }
  // Mate in so many moves, negative for being mated: "dm 3" or "bm #3".
  [[nodiscard]] std::optional<int> mate_in() const;
  // How the game ended for White (1, 0.5 or 0): c9 "1-0" or the bracket.
  [[nodiscard]] std::optional<double> white_score() const;
};

// Lenient with the position by default: suites carry stale castling rights.
[[nodiscard]] base::Result<Epd, EpdError> parse_epd(std::string_view line, FenMode mode = FenMode::lenient);

// Four fields and the operations in ASCII order of their opcodes, hmvc and fmvn among them unless 0 and 1.
[[nodiscard]] std::string to_epd(const Epd& epd);

}  // namespace vitrine::notation
