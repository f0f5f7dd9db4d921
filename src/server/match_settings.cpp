// What a browser asks for as a match, and where one stands, as JSON.

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "arena/statistics/elo.h"
#include "arena/statistics/ratings.h"
#include "server/match_table.h"

namespace vitrine::server {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostPlayers = 12;
constexpr std::int64_t kMostRounds = 10'000;
constexpr arena::Milliseconds kMargin = 100ms;

arena::Format read_format(const Fields& fields, std::size_t players) {
  const std::string word = fields.text("format", "match");
  if (word == "match" && players != 2) throw bad_request("A match is between two.", fields.place("players"));
  if (word == "match" || word == "round-robin") return arena::Format::round_robin;
  if (word == "gauntlet") return arena::Format::gauntlet;
  if (word == "swiss") return arena::Format::swiss;
  if (word == "knockout") return arena::Format::knockout;
  throw bad_request("A format is match, round-robin, gauntlet, swiss or knockout.", fields.place("format"));
}

// "Evil", "Evil 2": the same engine may take part more than once.
std::string unique_name(const std::string& name, std::set<std::string>& taken) {
  std::string result = name;
  for (int i = 2; !taken.insert(result).second; ++i) result = name + " " + std::to_string(i);
  return result;
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json to_json(const arena::Estimate& estimate) {
  return {{"value", finite(estimate.value)}, {"low", finite(estimate.low)}, {"high", finite(estimate.high)}};
}

std::string_view verdict_text(arena::SprtVerdict verdict) {
  switch (verdict) {
    case arena::SprtVerdict::accept_h0: return "H0";
    case arena::SprtVerdict::accept_h1: return "H1";
    case arena::SprtVerdict::go_on: break;
  }
  return "go on";
}

Json standings_json(const arena::Progress& progress, const arena::TournamentSettings& settings) {
  Json list = Json::array();
  const auto ratings = arena::fit_ratings(progress.scores.players(), progress.scores.coloured());
  for (const arena::Standing& standing : progress.standings) {
    const auto number = static_cast<std::size_t>(standing.player);
    Json row = {{"player", settings.players[number].name},
                {"points", standing.points},
                {"games", progress.scores.games_of(standing.player).games()}};
    if (ratings && progress.scores.games_of(standing.player).games() > 0) {
      row["elo"] = finite(ratings->players()[number].elo);
      row["error"] = finite(ratings->players()[number].margin);
    }
    list.push_back(std::move(row));
  }
  return list;
}

// By the players' numbers; null where two have not met.
Json crosstable_json(const arena::ScoreBoard& scores) {
  Json rows = Json::array();
  for (int i = 0; i < scores.players(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < scores.players(); ++j) {
      const arena::Tally games = i == j ? arena::Tally{} : scores.pairing(i, j).games();
      row.push_back(games.games() == 0 ? Json() : Json(games.points()));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void add_strength(Json& json, const arena::PairingScore& score) {
  const arena::Tally games = score.games();
  if (games.games() == 0) return;
  // Games without a finished pair can't be told in pairs.
  const bool has_pairs = score.pairs.pairs() > 0;
  json["pentanomial"] = score.pairs.counts();
  json["elo"] = to_json(has_pairs ? arena::elo(score.pairs) : arena::elo(games));
  json["los"] =
      has_pairs ? arena::likelihood_of_superiority(score.pairs) : arena::likelihood_of_superiority(games);
}

}  // namespace

MatchTableSettings read_match_table(const Fields& fields, const EngineBook& book) {
  MatchTableSettings settings;
  arena::TournamentSettings& tournament = settings.tournament;
  const std::vector<Json> players = fields.list("players", kMostPlayers);
  arena::TimeControl time = read_time(fields, "limit", "clock");
  if (time.is_unlimited()) throw bad_request("How long may they think? A clock or a limit says it.", "clock");
  time.margin = kMargin;
  std::set<std::string> names;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const Fields entry(players[i], fields.place("players") + "[" + std::to_string(i) + "]");
    arena::Player player = book.read_player(entry);
    player.name = unique_name(player.name, names);
    player.time = time;
    settings.engines.push_back(book.id_of(entry));
    tournament.players.push_back(std::move(player));
  }
  settings.format = fields.text("format", "match");
  tournament.event = "Vitrine, the cabinet";
  tournament.format = read_format(fields, players.size());
  tournament.rounds = static_cast<int>(fields.find_number("rounds", 1, kMostRounds).value_or(1));
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  tournament.concurrency = static_cast<int>(fields.find_number("concurrency", 1, cores).value_or(1));
  if (const auto sprt = fields.find_object("sprt"))
    tournament.sprt =
        arena::SprtSettings{.elo0 = sprt->real("elo0", -1000, 1000), .elo1 = sprt->real("elo1", -1000, 1000)};
  if (fields.find("opening") != nullptr)
    settings.opening = read_position(fields.text("opening"), fields.place("opening"));
  if (const std::string fault = find_fault(tournament); !fault.empty()) throw bad_request(fault, "players");
  return settings;
}

Json to_json(const arena::Progress& progress, const arena::TournamentSettings& settings) {
  Json json = {{"played", progress.games},
               {"total", progress.total ? Json(*progress.total) : Json()},
               {"standings", standings_json(progress, settings)},
               {"crosstable", crosstable_json(progress.scores)}};
  if (settings.players.size() == 2) add_strength(json, progress.scores.pairing(0, 1));
  if (progress.sprt && settings.sprt)
    json["sprt"] = {{"llr", finite(progress.sprt->llr)},   {"low", progress.sprt->bounds.lower},
                    {"high", progress.sprt->bounds.upper}, {"elo0", settings.sprt->elo0},
                    {"elo1", settings.sprt->elo1},         {"verdict", verdict_text(progress.sprt->verdict)}};
  return json;
}

}  // namespace vitrine::server
