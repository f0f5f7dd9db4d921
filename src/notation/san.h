#pragma once

// SAN: moves as chess books write them (Nf3, exd8=Q+, O-O). Writing is canonical; reading takes what
// other programs and people have written. Reading finds the man by looking back from the target square
// and makes no list of moves, because a PGN file holds millions of them.

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::notation {

struct SanError {
  enum class Kind {
    syntax,     // not the text of a move
    illegal,    // no man can make it
    ambiguous,  // more than one can
    null_move,  // a pass: see is_null_move_text
  };
  Kind kind;
  std::string message;  // one sentence that quotes the text and gives the reason
};

// Besides SAN proper: long forms (Ng1-f3, e2e4, e7e8q, e1g1), a missing x, + or #, e8Q e8(Q) e8/Q e8=q,
// 0-0, "e.p.", the suffixes ! and ?, ++, more disambiguation than needed, lower-case pieces (b is a
// file first, a bishop only if no pawn can move so).
[[nodiscard]] base::Result<chess::Move, SanError> parse_san(const chess::Position& pos,
                                                            std::string_view text);

// The ways to write a pass: "--", "Z0", "0000", "@@@@".
[[nodiscard]] bool is_null_move_text(std::string_view text);

// Contract: pos.is_legal(move).
[[nodiscard]] std::string to_san(const chess::Position& pos, chess::Move move);

}  // namespace vitrine::notation
