#pragma once

// Why a SAN text is not a move: sentences for people. Only built when reading has failed.

#include <string_view>

#include "chess/bitboard.h"
#include "chess/position.h"
#include "notation/san.h"
#include "notation/san_text.h"

namespace vitrine::notation {

// Not the text of a move, perhaps of a null move.
[[nodiscard]] SanError explain_syntax(std::string_view text);
[[nodiscard]] SanError explain_illegal(const chess::Position& pos, const SanText& san, std::string_view text);
// Contract: more than one origin.
[[nodiscard]] SanError explain_ambiguous(chess::PieceType type, chess::Bitboard origins,
                                         std::string_view text);

}  // namespace vitrine::notation
