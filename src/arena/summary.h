#pragma once

// Results as text, in the words engine testers know.

#include <string>

#include "arena/progress.h"
#include "arena/settings.h"

namespace vitrine::arena {

// For two players the block of a match, for more the table of all and the crosstable; then whoever broke, and
// the champion of a knock-out.
[[nodiscard]] std::string to_text(const TournamentSettings& settings, const Progress& progress);

// The parts. Of a match, from the view of the first player.
[[nodiscard]] std::string match_text(const TournamentSettings& settings, const Progress& progress);
// Rank, Elo with its error (maximum likelihood over all games), points; with tie-breaks for a Swiss.
[[nodiscard]] std::string table_text(const TournamentSettings& settings, const Progress& progress);
// Points of everybody against everybody, in the order of the standings.
[[nodiscard]] std::string crosstable_text(const TournamentSettings& settings, const Progress& progress);
// A line for each player that lost games by breaking or was dropped.
[[nodiscard]] std::string faults_text(const TournamentSettings& settings, const Progress& progress);
// "LLR: 1.53 (52.0%) (-2.94, 2.94) [0.00, 5.00]": how far to the nearer bound, bounds, hypotheses.
[[nodiscard]] std::string sprt_text(const SprtSettings& settings, const SprtState& state);

}  // namespace vitrine::arena
