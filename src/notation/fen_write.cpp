// The writing half of fen.h.

#include "notation/castling_letters.h"
#include "notation/fen.h"

namespace vitrine::notation {

using chess::Bitboard;
using chess::Color;
using chess::Setup;
using chess::Square;

namespace {

void append_placement(std::string& out, const Setup& setup) {
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const auto piece = setup.piece_at(Square::at(file, rank));
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty > 0) out += static_cast<char>('0' + empty);
      empty = 0;
      out += piece->to_char();
    }
    if (empty > 0) out += static_cast<char>('0' + empty);
    if (rank > 0) out += '/';
  }
}

void append_castling(std::string& out, const Setup& setup, CastlingStyle style) {
  const std::size_t before = out.size();
  for (const Color color : {Color::white, Color::black}) {
    Bitboard rooks = setup.castling_rooks & Bitboard::rank_for(color, 0);
    while (rooks.any()) {
      const Square rook = rooks.last();
      out += castling_letter(setup, rook, style);
      rooks ^= Bitboard(rook);
    }
  }
  if (out.size() == before) out += '-';
}

}  // namespace

std::string to_fen(const chess::Position& pos, CastlingStyle style) { return to_fen(pos.to_setup(), style); }

std::string to_fen(const Setup& setup, CastlingStyle style) {
  std::string out;
  out.reserve(96);
  append_placement(out, setup);
  out += setup.turn == Color::white ? " w " : " b ";
  append_castling(out, setup, style);
  out += ' ';
  out += setup.en_passant ? setup.en_passant->to_string() : "-";
  out += ' ' + std::to_string(setup.halfmove_clock) + ' ' + std::to_string(setup.fullmove_number);
  return out;
}

}  // namespace vitrine::notation
