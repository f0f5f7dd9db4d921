#pragma once

// Where Turing's text leaves a choice, each choice is a field here, and an option of the engine. The defaults
// are our reading; docs/turochamp.md argues each, and says which public program reads it otherwise.

#include <string_view>

#include "engines/options.h"

namespace vitrine::engines::turochamp {

enum class MaterialRule { ratio, difference };
// W/B when B is nothing is a thousand times W: less than mate all the same, or a number like any other.
enum class BareKing { below_mate, number };
enum class Stalemate { level, material };
enum class Extension { considerable, captures, none };
// unless_checked: a king in check is never at rest, and every way out of it is considerable.
enum class StandPat { always, unless_checked, never };
enum class PlayTaken { after_move, at_leaf, added };
enum class PlayOf { own, difference };
enum class CastleNext { own_move, opponent_move };
enum class MateThreat { if_passed, opponents, ignored };
enum class Defenders { contact, x_ray, legal };
enum class Ties { first, random };

struct Rules {
  // --- Material and the look-ahead
  int plies = 2;                                // all moves are considerable so far
  MaterialRule material = MaterialRule::ratio;  // W/B, or W - B
  Extension extension = Extension::considerable;
  bool pawn_is_piece = true;              // an undefended pawn's capture is considerable
  bool quiet_mate = true;                 // checkmate is considerable without a capture
  bool promotion = false;                 // promotion is considerable without a capture
  StandPat stand_pat = StandPat::always;  // where the position counts as if it were dead
  bool mate_distance = false;             // the nearer mate is the better one
  Stalemate stalemate = Stalemate::level;
  BareKing bare_king = BareKing::below_mate;
  bool draws = false;  // repetition, fifty moves, bare kings are level

  // --- Position-play
  PlayTaken play_taken = PlayTaken::after_move;
  PlayOf play_of = PlayOf::own;
  bool castling_in_full = true;  // a castling move earns all three parts of rule v, or only its own
  CastleNext castle_next = CastleNext::own_move;
  MateThreat mate_threat = MateThreat::if_passed;
  Defenders defenders = Defenders::contact;
  bool king_defends = true;
  bool defence_capped = true;  // a third defender adds nothing, or 0.5 as the second does
  int king_capture = 2;        // what attacking the enemy king counts in mobility
  int vulnerable_capture = 2;  // what a capture counts in rule iv
  Ties ties = Ties::first;

  bool operator==(const Rules&) const = default;
};

// One option for each of them; `plies` is called Depth, and 0 there leaves it as it is.
void add_rule_options(Options& options);
// Contract: the options are add_rule_options'.
[[nodiscard]] Rules rules_from(const Options& options);

inline constexpr int kMaxDepth = 64;  // of Depth

}  // namespace vitrine::engines::turochamp
