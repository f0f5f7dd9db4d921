#pragma once

// Who stands where: points, the usual tie-breaks, and the table of all results against all. Points are those
// of games (a win is 1); an encounter of two games counts both, but its opponent once in the Buchholz sums. A
// bye counts as an encounter won against somebody with the player's own final score.

#include <span>
#include <vector>

#include "arena/schedule/encounter.h"

namespace vitrine::arena {

enum class TieBreak : std::uint8_t {
  buchholz,          // the sum of the opponents' points
  buchholz_cut1,     // without the lowest of them
  median_buchholz,   // without the lowest and the highest
  sonneborn_berger,  // opponents' points times what was scored against them: all of a beaten one's, half of a
                     // draw's
  direct_encounter,  // points among those still tied, where each of them met each other
  wins,              // games won, byes not among them
  more_blacks,       // games played with Black
};

inline constexpr TieBreak kSwissTieBreaks[] = {
    TieBreak::buchholz_cut1,    TieBreak::buchholz, TieBreak::sonneborn_berger,
    TieBreak::direct_encounter, TieBreak::wins,     TieBreak::more_blacks};
inline constexpr TieBreak kRoundRobinTieBreaks[] = {TieBreak::direct_encounter, TieBreak::sonneborn_berger,
                                                    TieBreak::wins, TieBreak::more_blacks};

struct Standing {
  int player = 0;
  int rank = 1;  // from 1; shared by those whom no tie-break tells apart
  Tally games;
  int byes = 0;
  double points = 0;  // byes included
  double buchholz = 0;
  double buchholz_cut1 = 0;
  double median_buchholz = 0;
  double sonneborn_berger = 0;
  double direct_encounter = 0;  // among those tied when it was asked for; 0 if it wasn't or says nothing
  int wins = 0;
  int blacks = 0;
};

// Best first; of those who share a rank the lower number first. Contract, here and below: players in results
// and byes lie in [0, players).
[[nodiscard]] std::vector<Standing> standings(int players, std::span<const EncounterResult> results,
                                              std::span<const Bye> byes,
                                              std::span<const TieBreak> tie_breaks);

// What everybody scored against everybody.
class CrossTable {
 public:
  CrossTable(int players, std::span<const EncounterResult> results);

  [[nodiscard]] int players() const { return players_; }
  // From the view of `player`; empty if the two never met.
  [[nodiscard]] const Tally& at(int player, int opponent) const { return cells_[cell(player, opponent)]; }

 private:
  [[nodiscard]] std::size_t cell(int player, int opponent) const {
    return static_cast<std::size_t>(player) * static_cast<std::size_t>(players_) +
           static_cast<std::size_t>(opponent);
  }

  int players_;
  std::vector<Tally> cells_;
};

}  // namespace vitrine::arena
