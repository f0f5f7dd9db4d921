#pragma once

// What a network makes of a position, for people. It has no terms that could be shown; but it can be asked
// again without one of the men, and how its value falls is what that man is worth to it. A worth holds all
// that a man does together with the others, and a last neuron chosen anew where one man less means another:
// worths do not add up to the value.

#include <string>
#include <vector>

#include "chess/position.h"
#include "eval/nnue/network.h"

namespace vitrine::eval::nnue {

struct PositionView {
  struct Man {
    chess::Square square;
    chess::Piece piece;
    int worth;  // centipawns for his own side: positive if it would miss him, whatever his colour

    [[nodiscard]] int worth_to_white() const { return piece.color == chess::Color::white ? worth : -worth; }
  };

  std::string name;          // of the network
  std::string architecture;  // in words
  int value;                 // centipawns for White, in check too
  int output_bucket;         // the last neuron that judges this board, the first being 0
  int output_buckets;
  int men_on_board;      // kings too: they choose the bucket
  std::vector<Man> men;  // all but the kings, from a1 to h8
};

// Boards without a man are asked as they are, also where no game could have them: the side that has just
// moved may be left in check.
[[nodiscard]] PositionView view_of(const Network& network, const chess::Position& pos);

}  // namespace vitrine::eval::nnue
