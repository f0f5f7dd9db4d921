#include "cli/challenge_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/summary.h"
#include "arena/tournament.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

std::string escape(std::string_view text) {
  std::string safe;
  for (const char c : protocols::clean_text(text)) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

const std::string& name_of(const ChallengeResults& results, int player) {
  return results.settings.players[static_cast<std::size_t>(player)].name;
}

// The Swiss is rounds 0 to settings.rounds - 1, the knock-out all after.
std::vector<KnockoutMatch> knockout_matches(arena::Store& store) {
  std::vector<KnockoutMatch> matches;
  const int first_round = store.settings().rounds;
  store.for_each_game([&](const arena::StoredGame& game) {
    if (game.round < first_round) return;
    const int round = game.round - first_round;
    const auto [first, second] = std::minmax(game.white, game.black);
    const auto is_same = [&](const KnockoutMatch& m) {
      return m.round == round && m.first == first && m.second == second;
    };
    auto match = std::find_if(matches.begin(), matches.end(), is_same);
    if (match == matches.end())
      match = matches.insert(matches.end(), {.round = round, .first = first, .second = second});
    const double white_points = !game.record.winner                          ? 0.5
                                : *game.record.winner == chess::Color::white ? 1
                                                                             : 0;
    match->first_points += game.white == match->first ? white_points : 1 - white_points;
    match->second_points += game.white == match->second ? white_points : 1 - white_points;
  });
  std::stable_sort(matches.begin(), matches.end(),
                   [](const KnockoutMatch& a, const KnockoutMatch& b) { return a.round < b.round; });
  return matches;
}

std::string state_text(const ChallengeResults& results) {
  if (results.progress.champion) return "Champion: " + name_of(results, *results.progress.champion);
  return results.knockout.empty() ? "The Swiss is being played." : "The knock-out is being played.";
}

std::string standings_html(const ChallengeResults& results) {
  std::string html =
      "<table>\n<tr><th>Rank</th><th>Bot</th><th>Points</th><th>Games</th><th>+</th><th>=</th><th>&minus;</"
      "th>"
      "<th>Faults</th><th>Buchholz</th></tr>\n";
  for (const arena::Standing& standing : results.progress.standings) {
    const arena::Tally games = results.progress.scores.games_of(standing.player);
    html += fmt::format(
        "<tr><td>{}</td><th>{}</th><td>{:g}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{:g}</td></tr>\n",
        standing.rank, escape(name_of(results, standing.player)), standing.points, games.games(), games.wins,
        games.draws, games.losses, results.progress.scores.faults(standing.player).all(), standing.buchholz);
  }
  return html + "</table>\n";
}

std::string knockout_html(const ChallengeResults& results) {
  std::string html;
  int round = -1;
  for (const KnockoutMatch& match : results.knockout) {
    if (match.round != round)
      html += fmt::format("{}<h3>Round {}</h3>\n<table>\n", round < 0 ? "" : "</table>\n", match.round + 1);
    round = match.round;
    html += fmt::format("<tr><th>{}</th><td>{:g} : {:g}</td><th>{}</th></tr>\n",
                        escape(name_of(results, match.first)), match.first_points, match.second_points,
                        escape(name_of(results, match.second)));
  }
  return html + (round < 0 ? "" : "</table>\n");
}

std::string crosstable_html(const ChallengeResults& results) {
  const auto& standings = results.progress.standings;
  std::string html = "<table>\n<tr><th></th><th>Bot</th>";
  for (std::size_t i = 1; i <= standings.size(); ++i) html += fmt::format("<th>{}</th>", i);
  html += "</tr>\n";
  for (std::size_t row = 0; row < standings.size(); ++row) {
    html +=
        fmt::format("<tr><td>{}</td><th>{}</th>", row + 1, escape(name_of(results, standings[row].player)));
    for (const arena::Standing& opponent : standings) {
      const arena::Tally games =
          results.progress.scores.pairing(standings[row].player, opponent.player).games();
      html += games.games() == 0 ? std::string("<td></td>")
                                 : fmt::format("<td>{:g}/{}</td>", games.points(), games.games());
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string left_out_html(const ChallengeResults& results) {
  std::string html = "<ul>\n";
  for (const LeftOut& bot : results.left_out)
    html += fmt::format("<li><strong>{}</strong>: {}</li>\n", escape(bot.name), escape(bot.reason));
  return html + "</ul>\n";
}

constexpr const char* kStyle = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #1c1b19; background: #fbfaf7; }
h1, h2 { font-weight: 600; }
.champion { font-size: 1.4rem; }
table { border-collapse: collapse; margin-bottom: 1rem; }
td, th { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd8cc; font-variant-numeric: tabular-nums; }
tr > th { text-align: left; font-weight: 500; }
@media (prefers-color-scheme: dark) {
  body { color: #e8e6e1; background: #1c1b19; }
  td, th { border-color: #45423b; }
}
)";

}  // namespace

ChallengeResults read_challenge_results(arena::Store& store, std::vector<LeftOut> left_out) {
  return {store.settings(), arena::read_progress(store), knockout_matches(store), std::move(left_out)};
}

std::string challenge_text(const ChallengeResults& results) {
  std::string text = results.settings.event + "\n" + state_text(results) + "\n\n" +
                     arena::table_text(results.settings, results.progress) + "\n" +
                     arena::crosstable_text(results.settings, results.progress);
  if (!results.knockout.empty()) text += "\nKnock-out\n";
  for (const KnockoutMatch& match : results.knockout)
    text += fmt::format("round {}: {} {:g} : {:g} {}\n", match.round + 1, name_of(results, match.first),
                        match.first_points, match.second_points, name_of(results, match.second));
  if (const std::string faults = arena::faults_text(results.settings, results.progress); !faults.empty())
    text += "\n" + faults;
  if (!results.left_out.empty()) text += "\nLeft out\n";
  for (const LeftOut& bot : results.left_out)
    text += fmt::format("{}: {}\n", protocols::clean_text(bot.name), protocols::clean_text(bot.reason));
  return text;
}

std::string challenge_html(const ChallengeResults& results) {
  const std::string title = escape(results.settings.event);
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n"
      "<body>\n<h1>{0}</h1>\n<p class=\"champion\">{2}</p>\n<p>{3} bots, {4} games, {5} a side. ",
      title, kStyle, escape(state_text(results)), results.settings.players.size(), results.progress.games,
      escape(arena::to_string(results.settings.players.front().time)));
  html += fmt::format("A Swiss of {} rounds, then the best {} in a knock-out.</p>\n", results.settings.rounds,
                      results.settings.seeds);
  html += "<h2>Standings</h2>\n<p>Points and Buchholz of the Swiss; games of the whole event.</p>\n" +
          standings_html(results);
  if (!results.knockout.empty()) html += "<h2>Knock-out</h2>\n" + knockout_html(results);
  html += "<h2>Everybody against everybody</h2>\n" + crosstable_html(results);
  if (const std::string faults = arena::faults_text(results.settings, results.progress); !faults.empty()) {
    html += "<h2>Who broke</h2>\n<pre>";
    for (std::size_t begin = 0; begin < faults.size();) {
      const std::size_t end = std::min(faults.find('\n', begin), faults.size());
      html += escape(faults.substr(begin, end - begin)) + "\n";
      begin = end + 1;
    }
    html += "</pre>\n";
  }
  if (!results.left_out.empty()) html += "<h2>Left out</h2>\n" + left_out_html(results);
  return html + "</body>\n</html>\n";
}

}  // namespace vitrine::cli
