#include "protocols/cecp_edit.h"

namespace vitrine::protocols {

namespace {

chess::Bitboard rooks_at_home(const chess::Setup& setup) {
  using chess::Piece, chess::PieceType, chess::Square;
  chess::Bitboard rooks;
  for (const chess::Color color : {chess::Color::white, chess::Color::black}) {
    const int rank = color == chess::Color::white ? 0 : 7;
    if (setup.piece_at(Square::at(4, rank)) != Piece{color, PieceType::king}) continue;
    for (const Square corner : {Square::at(0, rank), Square::at(7, rank)})
      if (setup.piece_at(corner) == Piece{color, PieceType::rook}) rooks = rooks | chess::Bitboard(corner);
  }
  return rooks;
}

}  // namespace

std::optional<chess::Setup> CecpEdit::obey(const cecp::EditCommand& command) {
  if (std::holds_alternative<cecp::EndEdit>(command)) return finished();
  if (std::holds_alternative<cecp::ClearBoard>(command)) setup_.board = {};
  if (std::holds_alternative<cecp::SwitchColor>(command)) color_ = !color_;
  if (const auto* const put = std::get_if<cecp::PutPiece>(&command))
    setup_.put(put->square, {color_, put->type});
  if (const auto* const clear = std::get_if<cecp::ClearSquare>(&command)) setup_.remove(clear->square);
  return {};
}

chess::Setup CecpEdit::finished() const {
  chess::Setup setup = setup_;
  setup.castling_rooks = rooks_at_home(setup);
  setup.en_passant.reset();
  setup.halfmove_clock = 0;
  return setup;
}

}  // namespace vitrine::protocols
