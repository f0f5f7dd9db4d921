#include "engines/negamax/tables.h"

#include <algorithm>

namespace vitrine::engines::negamax {

namespace {

// --- Version 2.2. Its material is Stockfish's of those years, in units of 128 to a pawn. Its square tables
// are not known to us; these are our own, each a slope towards the middle of the board and forward.

constexpr std::array<int, 6> kMaterial = {128, 781, 825, 1276, 2538, 0};

struct Slope {
  int centre_file;  // per file from the edge, 0 to 3
  int centre_rank;  // per rank from the edge, 0 to 3
  int forward;      // per rank from the own back rank, 0 to 7
  int offset;       // so that an average square is worth about nothing
};

constexpr std::array<Slope, 6> kMiddlegame = {{
    {12, 0, 6, -39},      // pawn: the middle, and space
    {22, 22, 4, -80},     // knight: anywhere but the edge
    {12, 14, 0, -39},     // bishop
    {8, 0, 4, -26},       // rook
    {6, 6, 2, -25},       // queen: don't send her out early
    {-36, -12, -30, 177}  // king: stay home, in the corner
}};
constexpr std::array<Slope, 6> kEndgame = {{
    {0, 0, 22, -77},   // pawn: run
    {18, 18, 4, -68},  // knight
    {10, 12, 2, -40},  // bishop
    {0, 0, 6, -21},    // rook
    {12, 12, 2, -43},  // queen
    {30, 30, 6, -111}  // king: come out
}};

constexpr SquareValues sloped(const Slope& slope, int material) {
  SquareValues values{};
  for (int i = 0; i < 64; ++i) {
    const int file = i % 8;
    const int rank = i / 8;
    values[i] = material + slope.offset + slope.centre_file * std::min(file, 7 - file) +
                slope.centre_rank * std::min(rank, 7 - rank) + slope.forward * rank;
  }
  return values;
}

constexpr Tables make_tables_2_2() {
  Tables made{};
  for (int type = 0; type < 6; ++type) {
    made.middlegame[type] = sloped(kMiddlegame[type], kMaterial[type]);
    made.endgame[type] = sloped(kEndgame[type], kMaterial[type]);
  }
  return made;
}

// --- Version 2.1: the Simplified Evaluation Function that Tomasz Michniewski published, in centipawns.
// Written as he did, with the eighth rank on top.

constexpr std::array<int, 6> kSimplifiedMaterial = {100, 320, 330, 500, 900, 0};

constexpr std::array<SquareValues, 6> kSimplified = {{
    // pawn
    {0,  0,  0,   0,   0,   0,   0,  0,   //
     50, 50, 50,  50,  50,  50,  50, 50,  //
     10, 10, 20,  30,  30,  20,  10, 10,  //
     5,  5,  10,  25,  25,  10,  5,  5,   //
     0,  0,  0,   20,  20,  0,   0,  0,   //
     5,  -5, -10, 0,   0,   -10, -5, 5,   //
     5,  10, 10,  -20, -20, 10,  10, 5,   //
     0,  0,  0,   0,   0,   0,   0,  0},
    // knight
    {-50, -40, -30, -30, -30, -30, -40, -50,  //
     -40, -20, 0,   0,   0,   0,   -20, -40,  //
     -30, 0,   10,  15,  15,  10,  0,   -30,  //
     -30, 5,   15,  20,  20,  15,  5,   -30,  //
     -30, 0,   15,  20,  20,  15,  0,   -30,  //
     -30, 5,   10,  15,  15,  10,  5,   -30,  //
     -40, -20, 0,   5,   5,   0,   -20, -40,  //
     -50, -40, -30, -30, -30, -30, -40, -50},
    // bishop
    {-20, -10, -10, -10, -10, -10, -10, -20,  //
     -10, 0,   0,   0,   0,   0,   0,   -10,  //
     -10, 0,   5,   10,  10,  5,   0,   -10,  //
     -10, 5,   5,   10,  10,  5,   5,   -10,  //
     -10, 0,   10,  10,  10,  10,  0,   -10,  //
     -10, 10,  10,  10,  10,  10,  10,  -10,  //
     -10, 5,   0,   0,   0,   0,   5,   -10,  //
     -20, -10, -10, -10, -10, -10, -10, -20},
    // rook
    {0,  0,  0,  0,  0,  0,  0,  0,   //
     5,  10, 10, 10, 10, 10, 10, 5,   //
     -5, 0,  0,  0,  0,  0,  0,  -5,  //
     -5, 0,  0,  0,  0,  0,  0,  -5,  //
     -5, 0,  0,  0,  0,  0,  0,  -5,  //
     -5, 0,  0,  0,  0,  0,  0,  -5,  //
     -5, 0,  0,  0,  0,  0,  0,  -5,  //
     0,  0,  0,  5,  5,  0,  0,  0},
    // queen
    {-20, -10, -10, -5, -5, -10, -10, -20,  //
     -10, 0,   0,   0,  0,  0,   0,   -10,  //
     -10, 0,   5,   5,  5,  5,   0,   -10,  //
     -5,  0,   5,   5,  5,  5,   0,   -5,   //
     0,   0,   5,   5,  5,  5,   0,   -5,   //
     -10, 5,   5,   5,  5,  5,   0,   -10,  //
     -10, 0,   5,   0,  0,  0,   0,   -10,  //
     -20, -10, -10, -5, -5, -10, -10, -20},
    // king
    {-30, -40, -40, -50, -50, -40, -40, -30,  //
     -30, -40, -40, -50, -50, -40, -40, -30,  //
     -30, -40, -40, -50, -50, -40, -40, -30,  //
     -30, -40, -40, -50, -50, -40, -40, -30,  //
     -20, -30, -30, -40, -40, -30, -30, -20,  //
     -10, -20, -20, -20, -20, -20, -20, -10,  //
     20,  20,  0,   0,   0,   0,   20,  20,   //
     20,  30,  10,  0,   0,   10,  30,  20},
}};

constexpr SquareValues kSimplifiedEndgameKing = {-50, -40, -30, -20, -20, -30, -40, -50,  //
                                                 -30, -20, -10, 0,   0,   -10, -20, -30,  //
                                                 -30, -10, 20,  30,  30,  20,  -10, -30,  //
                                                 -30, -10, 30,  40,  40,  30,  -10, -30,  //
                                                 -30, -10, 30,  40,  40,  30,  -10, -30,  //
                                                 -30, -10, 20,  30,  30,  20,  -10, -30,  //
                                                 -30, -30, 0,   0,   0,   0,   -30, -30,  //
                                                 -50, -30, -30, -30, -30, -30, -30, -50};

constexpr SquareValues from_top_rank(const SquareValues& written, int material) {
  SquareValues values{};
  for (int i = 0; i < 64; ++i) values[i] = material + written[i ^ 56];
  return values;
}

constexpr Tables make_tables_2_1() {
  Tables made{};
  for (int type = 0; type < 6; ++type)
    made.middlegame[type] = made.endgame[type] = from_top_rank(kSimplified[type], kSimplifiedMaterial[type]);
  made.endgame[index(chess::PieceType::king)] = from_top_rank(kSimplifiedEndgameKing, 0);
  return made;
}

constexpr Tables kTables21 = make_tables_2_1();
constexpr Tables kTables22 = make_tables_2_2();

}  // namespace

const Tables& tables(Version version) { return version == Version::v2_1 ? kTables21 : kTables22; }

}  // namespace vitrine::engines::negamax
