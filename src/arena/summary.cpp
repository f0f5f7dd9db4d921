#include "arena/summary.h"

#include <algorithm>
#include <cmath>

#include "arena/statistics/elo.h"
#include "arena/statistics/ratings.h"
#include "arena/text_table.h"

namespace vitrine::arena {
namespace {

using Align = TextTable::Align;

const Player& player(const TournamentSettings& settings, int number) {
  return settings.players[static_cast<std::size_t>(number)];
}

std::string percent(double share, int decimals = 2) { return fixed(100 * share, decimals) + " %"; }

// Whole points without decimals: "7", "7.5".
std::string points(double value) { return fixed(value, value == std::floor(value) ? 0 : 1); }

// Both players' time controls, once if they are the same.
std::string time_text(const TournamentSettings& settings) {
  const std::string first = to_string(player(settings, 0).time), second = to_string(player(settings, 1).time);
  return first == second ? first : first + " - " + second;
}

std::string pentanomial_text(const Pentanomial& pairs) {
  std::string text;
  for (const std::int64_t count : pairs.counts()) text += (text.empty() ? "[" : ", ") + std::to_string(count);
  return text + "]";
}

std::string strength_text(const Estimate& elo, const Estimate& normalized, double superiority) {
  return "Elo: " + to_text(elo) + ", nElo: " + to_text(normalized) + "\nLOS: " + percent(superiority);
}

std::vector<std::string> tie_break_cells(const Standing& standing) {
  return {points(standing.buchholz_cut1), points(standing.buchholz), fixed(standing.sonneborn_berger, 2)};
}

bool is_swiss(const TournamentSettings& settings) {
  return settings.format == Format::swiss || settings.format == Format::swiss_then_knockout;
}

std::string fault_kinds(const Faults& faults) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* one, const char* many) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? one : many);
  };
  add(faults.time, "loss on time", "losses on time");
  add(faults.illegal_moves, "illegal move", "illegal moves");
  add(faults.crashes, "crash or silence", "crashes or silences");
  add(faults.others, "breach of protocol", "breaches of protocol");
  return text;
}

}  // namespace

std::string sprt_text(const SprtSettings& settings, const SprtState& state) {
  const double bound = state.llr < 0 ? state.bounds.lower : state.bounds.upper;
  return "LLR: " + fixed(state.llr, 2) + " (" + fixed(100 * state.llr / std::abs(bound), 1) + "%) (" +
         fixed(state.bounds.lower, 2) + ", " + fixed(state.bounds.upper, 2) + ") [" +
         fixed(settings.elo0, 2) + ", " + fixed(settings.elo1, 2) + "]";
}

std::string match_text(const TournamentSettings& settings, const Progress& progress) {
  const PairingScore score = progress.scores.pairing(0, 1);
  const Tally games = score.games();
  // Games without a finished pair can't be told in pairs.
  const bool has_pairs = score.pairs.pairs() > 0;
  std::string text = "Results of " + player(settings, 0).name + " vs " + player(settings, 1).name + " (" +
                     time_text(settings) + "):\n";
  text += has_pairs ? strength_text(elo(score.pairs), normalized_elo(score.pairs),
                                    likelihood_of_superiority(score.pairs))
                    : strength_text(elo(games), normalized_elo(games), likelihood_of_superiority(games));
  text += ", DrawRatio: " + percent(draw_ratio(games));
  if (has_pairs) text += ", PairsRatio: " + fixed(pairs_ratio(score.pairs), 2);
  text += "\nGames: " + std::to_string(games.games()) + ", Wins: " + std::to_string(games.wins) +
          ", Losses: " + std::to_string(games.losses) + ", Draws: " + std::to_string(games.draws) +
          ", Points: " + points(games.points()) + " (" + percent(games.score()) + ")\n";
  if (has_pairs)
    text += "Ptnml(0-2): " + pentanomial_text(score.pairs) +
            ", WL/DD Ratio: " + fixed(win_loss_to_draw_draw_ratio(score.pairs), 2) + "\n";
  if (settings.sprt && progress.sprt) text += sprt_text(*settings.sprt, *progress.sprt) + "\n";
  return text;
}

std::string table_text(const TournamentSettings& settings, const Progress& progress) {
  std::vector<TextTable::Column> columns = {
      {"Rank"},  {"Name", Align::left}, {"Elo"}, {"+/-"}, {"Points"}, {"Games"}, {"Score"}, {"Draws"},
      {"Faults"}};
  if (is_swiss(settings)) columns.insert(columns.end(), {{"BH-C1"}, {"BH"}, {"SB"}});
  TextTable table(std::move(columns));
  const auto ratings = fit_ratings(progress.scores.players(), progress.scores.coloured());
  for (const Standing& standing : progress.standings) {
    const Tally games = progress.scores.games_of(standing.player);
    const bool has_rating = ratings.has_value() && games.games() > 0;
    const PlayerRating rating =
        has_rating ? ratings->players()[static_cast<std::size_t>(standing.player)] : PlayerRating{};
    std::vector<std::string> cells = {std::to_string(standing.rank),
                                      player(settings, standing.player).name,
                                      has_rating ? fixed(rating.elo, 0) : "-",
                                      has_rating ? fixed(rating.margin, 0) : "-",
                                      points(standing.points),
                                      std::to_string(games.games()),
                                      games.games() ? percent(games.score(), 1) : "-",
                                      games.games() ? percent(draw_ratio(games), 1) : "-",
                                      std::to_string(progress.scores.faults(standing.player).all())};
    if (is_swiss(settings))
      for (std::string& cell : tie_break_cells(standing)) cells.push_back(std::move(cell));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string crosstable_text(const TournamentSettings& settings, const Progress& progress) {
  std::vector<TextTable::Column> columns = {{"#"}, {"Name", Align::left}};
  for (std::size_t i = 1; i <= progress.standings.size(); ++i) columns.push_back({std::to_string(i)});
  TextTable table(std::move(columns));
  int row = 0;
  for (const Standing& standing : progress.standings) {
    std::vector<std::string> cells = {std::to_string(++row), player(settings, standing.player).name};
    for (const Standing& opponent : progress.standings) {
      const Tally games = progress.scores.pairing(standing.player, opponent.player).games();
      const bool is_self = standing.player == opponent.player;
      cells.push_back(is_self              ? "*"
                      : games.games() == 0 ? "-"
                                           : points(games.points()) + "/" + std::to_string(games.games()));
    }
    table.add(std::move(cells));
  }
  return table.text();
}

std::string faults_text(const TournamentSettings& settings, const Progress& progress) {
  std::string text;
  for (int number = 0; number < progress.scores.players(); ++number) {
    const Faults& faults = progress.scores.faults(number);
    if (faults.all() > 0) text += player(settings, number).name + ": " + fault_kinds(faults) + "\n";
  }
  for (const Drop& drop : progress.drops) text += "Dropped: " + drop.why + "\n";
  return text;
}

std::string to_text(const TournamentSettings& settings, const Progress& progress) {
  std::string text = settings.players.size() == 2
                         ? match_text(settings, progress)
                         : table_text(settings, progress) + "\n" + crosstable_text(settings, progress);
  const std::string faults = faults_text(settings, progress);
  if (!faults.empty()) text += "\n" + faults;
  if (progress.champion) text += "\nChampion: " + player(settings, *progress.champion).name + "\n";
  return text;
}

}  // namespace vitrine::arena
