#pragma once

// Every number of the classical evaluation, by topic. The values of the built-in set are data (weights.inc),
// written by `vitrine tune`; the tuner and everybody else who wants all of them asks for_each_weight. A
// weight is either tapered, or a plain number where it feeds something that isn't a sum: the king's danger
// and the complexity of an endgame.
//
// Tables by rank count it as the man's own side does: 0 is the back rank.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include "eval/classical/tapered.h"

namespace vitrine::eval::classical {

template <std::size_t n>
using TaperedRow = std::array<Tapered, n>;
template <std::size_t rows, std::size_t n>
using TaperedTable = std::array<std::array<Tapered, n>, rows>;

struct MaterialWeights {
  TaperedRow<5> value;  // pawn … queen
  Tapered bishop_pair;
  Tapered knight_pair;
  Tapered rook_pair;
  Tapered queen_with_rook;     // for each rook
  TaperedRow<9> knight_pawns;  // a knight with so many own pawns
  TaperedRow<9> bishop_pawns;
  TaperedRow<9> rook_pawns;
};

// Added to the man's value, from White's side: a1 … h8.
struct SquareWeights {
  TaperedTable<6, 64> man;
};

struct MobilityWeights {
  TaperedRow<9> knight;
  TaperedRow<14> bishop;
  TaperedRow<15> rook;
  TaperedRow<28> queen;
};

struct PawnWeights {
  TaperedRow<2> isolated;  // with an enemy pawn ahead on its file; without
  TaperedRow<2> backward;
  Tapered doubled;
  Tapered doubled_unsupported;
  Tapered attacked_twice;  // by two pawns, unsupported
  Tapered island;
  TaperedRow<8> phalanx;  // by rank
  TaperedRow<8> supported;
  TaperedRow<8> blocked;  // an enemy pawn stands before it
  TaperedRow<8> candidate;
};

struct PassedWeights {
  TaperedRow<8> rank;
  TaperedRow<4> file;  // by distance from the edge
  TaperedRow<8> free_stop;
  TaperedRow<8> safe_stop;
  TaperedRow<8> safe_path;
  TaperedRow<8> free_path;
  TaperedRow<8> supported;   // its stop square is held by us
  TaperedRow<8> own_king;    // times the king's distance to the stop square
  TaperedRow<8> enemy_king;  // times the distance
  TaperedRow<8> connected;   // another passed pawn beside it
  Tapered rook_behind;
  Tapered enemy_rook_behind;
  Tapered unstoppable;  // in a pawn ending nobody can catch it
};

struct MinorWeights {
  Tapered knight_outpost;
  Tapered knight_outpost_reachable;
  Tapered bishop_outpost;
  Tapered behind_pawn;
  Tapered knight_king_distance;  // times the distance to the own king
  Tapered bishop_king_distance;
  Tapered bad_bishop;          // for each own pawn on its colour
  Tapered bad_bishop_blocked;  // the same, for each blocked pawn in the centre
  Tapered bishop_enemy_pawns;  // for each enemy pawn on its diagonals
  Tapered long_diagonal;
};

struct MajorWeights {
  Tapered rook_open_file;
  Tapered rook_half_open_file;
  Tapered rook_closed_file;  // behind a blocked own pawn
  Tapered rook_queen_file;   // on the file of a queen
  Tapered rook_seventh;
  Tapered rook_trapped;  // by its own king
  Tapered rook_trapped_for_good;
  Tapered queen_seventh;
  Tapered queen_discovery;  // an enemy slider looks at it through one man
};

struct KingWeights {
  TaperedTable<4, 8> shelter;   // file from the edge, rank of the own pawn (0: none)
  TaperedTable<4, 8> storm;     // file from the edge, rank of the enemy's pawn (0: none)
  TaperedRow<8> blocked_storm;  // by its rank
  Tapered open_file;
  Tapered half_open_file;
  Tapered flank_attack;   // for each square of the king's flank that the enemy attacks
  Tapered flank_defence;  // that we defend
  Tapered pawnless_flank;
  Tapered pawn_distance;  // to the nearest own pawn
};

// All feed one sum for each king; what it costs is in king.h.
struct DangerWeights {
  int base;
  std::array<int, 4> attacker;   // a knight, bishop, rook, queen that attacks the ring
  std::array<int, 8> attackers;  // so many of them
  int touch;                     // an attack on a square beside the king
  int weak_ring;
  std::array<int, 4> safe_check;   // by knight, bishop, rook, queen
  std::array<int, 4> safe_checks;  // from more than one square
  int unsafe_check;
  int pinned;
  int flank_attack;  // for each 8 of the squared number
  int flank_defence;
  int no_queen;
  int knight_defender;
  int bishop_defender;
  std::array<std::array<int, 8>, 4> shelter;
  std::array<std::array<int, 8>, 4> storm;
};

struct ThreatWeights {
  TaperedRow<6> by_minor;  // on pawn … king (on him only through a queen)
  TaperedRow<6> by_rook;
  Tapered by_king;
  Tapered by_safe_pawn;
  Tapered by_pawn_push;
  Tapered hanging;
  Tapered overloaded;       // attacked and defended by one man only, a queen
  Tapered restricted;       // a square that both contest
  Tapered knight_on_queen;  // could go there safely
  Tapered slider_on_queen;
};

struct SpaceWeights {
  Tapered square;  // safe squares in the own centre, by how full the board is
};

struct OtherWeights {
  Tapered tempo;
};

// All feed one sum, which moves the endgame value towards or away from zero but never beyond it.
struct ComplexityWeights {
  int base;
  int pawn;
  int passed;
  int both_flanks;
  int outflanking;
  int infiltration;
  int pawns_only;
  int unwinnable;
};

struct Weights {
  MaterialWeights material;
  SquareWeights squares;
  MobilityWeights mobility;
  PawnWeights pawns;
  PassedWeights passed;
  MinorWeights minors;
  MajorWeights majors;
  KingWeights king;
  ThreatWeights threats;
  SpaceWeights space;
  OtherWeights other;
  DangerWeights danger;
  ComplexityWeights complexity;
};

// Weights are told apart by their place in the struct, which holds nothing else.
inline constexpr std::size_t kWeightCount = sizeof(Weights) / sizeof(Tapered);
static_assert(sizeof(Tapered) == sizeof(int) && std::is_standard_layout_v<Weights> &&
              std::is_trivially_copyable_v<Weights>);

[[nodiscard]] inline std::size_t place(const Weights& all, const void* weight) {
  return static_cast<std::size_t>(static_cast<const char*>(weight) - reinterpret_cast<const char*>(&all)) /
         sizeof(Tapered);
}

// The set that plays.
extern const Weights kBuiltInWeights;

}  // namespace vitrine::eval::classical
