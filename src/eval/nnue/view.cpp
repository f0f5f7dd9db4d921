#include "eval/nnue/view.h"

#include "eval/nnue/accumulators.h"

namespace vitrine::eval::nnue {

using namespace chess;

namespace {

int value_for_white(const Network& network, const Setup& board) {
  const int for_mover = evaluate(network, board);
  return board.turn == Color::white ? for_mover : -for_mover;
}

}  // namespace

PositionView view_of(const Network& network, const Position& pos) {
  const Setup board = pos.to_setup();
  const int men = pos.occupied().count();
  PositionView view{.name = network.name(),
                    .architecture = network.architecture().to_string(),
                    .value = value_for_white(network, board),
                    .output_bucket = network.output_bucket(men),
                    .output_buckets = network.architecture().output_buckets,
                    .men_on_board = men,
                    .men = {}};
  for (const Square sq : pos.occupied() & ~pos.pieces(PieceType::king)) {
    const Piece piece = *pos.piece_at(sq);
    Setup without = board;
    without.remove(sq);
    const int to_white = view.value - value_for_white(network, without);
    view.men.push_back(
        {.square = sq, .piece = piece, .worth = piece.color == Color::white ? to_white : -to_white});
  }
  return view;
}

}  // namespace vitrine::eval::nnue
