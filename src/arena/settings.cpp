#include "arena/settings.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace vitrine::arena {
namespace {

constexpr int kMostPlayers = 256;  // a Swiss can't pair more
constexpr int kMostGamesAtOnce = 4096;

// Names go to terminals and files.
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

std::string fault_of_time(const TimeControl& time) {
  if (time.clock) {
    if (time.clock->base.count() < 0 || time.clock->increment.count() < 0) return "a clock can't be negative";
    if (time.clock->base.count() + time.clock->increment.count() == 0) return "a clock needs time";
    if (time.clock->moves && *time.clock->moves < 1) return "a period has at least one move";
  }
  if (time.move_time && time.move_time->count() < 1) return "a move needs time";
  if (time.nodes && *time.nodes < 1) return "a move needs at least one node";
  if (time.depth && *time.depth < 1) return "the depth is at least 1";
  if (time.margin.count() < 0) return "the margin can't be negative";
  return {};
}

std::string fault_of_player(const Player& player) {
  if (player.exhibit.empty() == player.command.empty())
    return "a player is an exhibit or a command, one of the two";
  if (!player.command.empty() && player.command.front().empty()) return "the command is empty";
  if (player.start_patience.count() < 1 || player.ping_patience.count() < 1) return "patience needs time";
  return fault_of_time(player.time);
}

std::string fault_of_players(const std::vector<Player>& players) {
  if (players.size() < 2) return "A tournament needs at least two players.";
  if (players.size() > kMostPlayers)
    return "There are " + std::to_string(players.size()) + " players; at most " +
           std::to_string(kMostPlayers) + " can take part.";
  std::set<std::string> names;
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (players[i].name.empty()) return "Player " + std::to_string(i + 1) + " has no name.";
    if (std::any_of(players[i].name.begin(), players[i].name.end(), is_control))
      return "The name of player " + std::to_string(i + 1) + " has characters that can't be shown.";
    if (!names.insert(players[i].name).second) return "Two players are called " + players[i].name + ".";
    const std::string fault = fault_of_player(players[i]);
    if (!fault.empty()) return players[i].name + ": " + fault + ".";
  }
  return {};
}

std::string fault_of_rules(const GameRules& rules) {
  if (rules.longest_move.count() < 1) return "The longest move needs time.";
  const AdjudicationRules& adjudication = rules.adjudication;
  if (adjudication.resign && (adjudication.resign->move_count < 1 || adjudication.resign->score < 0))
    return "The resign rule needs at least one move and a score of 0 or more.";
  if (adjudication.draw && (adjudication.draw->move_count < 1 || adjudication.draw->score < 0 ||
                            adjudication.draw->move_number < 0))
    return "The draw rule needs at least one move, and a move number and a score of 0 or more.";
  if (adjudication.max_moves && *adjudication.max_moves < 1) return "The move limit is at least 1.";
  return {};
}

std::string fault_of_openings(const OpeningSettings& openings) {
  if (openings.kind != OpeningSettings::Kind::built_in && openings.file.empty())
    return "The openings need a file.";
  if (openings.start < 1) return "Openings are counted from 1.";
  if (openings.plies && *openings.plies < 0) return "Openings can't have fewer than 0 plies.";
  return {};
}

std::string fault_of_format(const TournamentSettings& settings) {
  const int players = static_cast<int>(settings.players.size());
  if (settings.rounds < 1) return "There must be at least one round.";
  if (settings.games < 1) return "There must be at least one game.";
  if (settings.format == Format::gauntlet && (settings.seeds < 1 || settings.seeds >= players))
    return "A gauntlet needs at least one seed, and an opponent for it.";
  if (settings.format == Format::swiss_then_knockout && (settings.seeds < 2 || settings.seeds > players))
    return "From the Swiss at least two players go on to the knock-out, and no more than there are.";
  if (!settings.sprt) return {};
  if (players != 2) return "An SPRT is between two players.";
  if (settings.format != Format::round_robin && settings.format != Format::gauntlet &&
      settings.format != Format::pyramid)
    return "An SPRT is a match; a Swiss or a knock-out can't be one.";
  if (const auto error = sprt_error(*settings.sprt)) return "SPRT: " + *error + ".";
  return {};
}

// What the store can't keep as it is.
std::string fault_of_text(const TournamentSettings& settings) {
  try {
    (void)to_json(settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

}  // namespace

std::string find_fault(const TournamentSettings& settings) {
  for (const std::string& fault :
       {fault_of_players(settings.players), fault_of_format(settings), fault_of_rules(settings.rules),
        fault_of_openings(settings.openings), fault_of_text(settings)})
    if (!fault.empty()) return fault;
  if (settings.max_faults < 0) return "The number of faults can't be negative.";
  if (settings.tablebase_men && *settings.tablebase_men < 2) return "Tablebases have at least two men.";
  if (settings.concurrency < 1 || settings.concurrency > kMostGamesAtOnce)
    return "From 1 to " + std::to_string(kMostGamesAtOnce) + " games can be played at once.";
  return {};
}

}  // namespace vitrine::arena
