#pragma once

// What programs write into comments: lichess's and ChessBase's commands ([%eval 0.31], [%clk 0:09:58],
// [%cal Ge2e4]) and the score, depth and time that cutechess and fastchess leave behind each move.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/square.h"

namespace vitrine::notation {

// From [%eval]: White's point of view. One of the first two is there.
struct CommentEval {
  std::optional<int> centipawns = {};
  std::optional<int> mate = {};  // in moves; negative if Black mates
  std::optional<int> depth = {};
  bool operator==(const CommentEval&) const = default;
};

// From {+0.31/12 1.2s}: the mover's point of view. A book move carries nothing else.
struct EngineComment {
  std::optional<int> centipawns = {};
  std::optional<int> mate_plies = {};  // +M5 is 5; negative if the mover is mated
  std::optional<int> depth = {};
  std::optional<std::chrono::milliseconds> time = {};
  bool is_book = false;
  bool operator==(const EngineComment&) const = default;
};

// The colour is lichess's letter: G, R, Y or B.
struct DrawnSquare {
  char color;
  chess::Square square;
  bool operator==(const DrawnSquare&) const = default;
};
struct DrawnArrow {
  char color;
  chess::Square from;
  chess::Square to;
  bool operator==(const DrawnArrow&) const = default;
};

struct CommentFacts {
  std::optional<CommentEval> eval;
  std::optional<std::chrono::milliseconds> clock;    // [%clk]: left after the move
  std::optional<std::chrono::milliseconds> elapsed;  // [%emt]: spent on the move
  std::vector<DrawnArrow> arrows;
  std::vector<DrawnSquare> squares;
  std::optional<EngineComment> engine;
  std::string text;  // the comment without its commands
};

// Takes what it understands. A command that is wrong or unknown stays in the text.
[[nodiscard]] CommentFacts parse_comment(std::string_view comment);

}  // namespace vitrine::notation
