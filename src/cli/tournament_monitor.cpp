#include "cli/tournament_monitor.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <variant>

#include "arena/statistics/elo.h"
#include "arena/summary.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;

std::string clock_text(std::chrono::milliseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string match_score(const arena::TournamentSettings& settings, const arena::Progress& progress) {
  const arena::PairingScore score = progress.scores.pairing(0, 1);
  const arena::Tally games = score.games();
  const arena::Estimate elo = score.pairs.pairs() > 0 ? arena::elo(score.pairs) : arena::elo(games);
  return fmt::format("  {} +{} ={} -{}  Elo {}", settings.players[0].name, games.wins, games.draws,
                     games.losses, arena::to_text(elo, 1));
}

}  // namespace

std::string live_text(const arena::TournamentSettings& settings, const arena::Progress& progress) {
  std::string text = progress.total ? fmt::format("{}/{} games", progress.games, *progress.total)
                                    : fmt::format("{} games", progress.games);
  if (settings.players.size() == 2)
    text += match_score(settings, progress);
  else if (!progress.standings.empty())
    for (std::size_t i = 0; i < std::min<std::size_t>(progress.standings.size(), 3); ++i) {
      const arena::Standing& standing = progress.standings[i];
      text += fmt::format("  {} {:g}/{}", settings.players[static_cast<std::size_t>(standing.player)].name,
                          standing.points, standing.games.games());
    }
  if (progress.sprt)
    text += fmt::format("  LLR {:.2f} ({:.2f}, {:.2f})", progress.sprt->llr, progress.sprt->bounds.lower,
                        progress.sprt->bounds.upper);
  if (progress.remaining) text += "  " + clock_text(*progress.remaining) + " left";
  return text;
}

TournamentMonitor::TournamentMonitor(const arena::TournamentSettings& settings, int result_interval,
                                     bool has_live_line)
    : settings_(settings), result_interval_(result_interval), has_live_line_(has_live_line) {}

void TournamentMonitor::watch(const arena::Tournament& tournament) {
  tournament_ = &tournament;
  if (!has_live_line_) return;
  thread_ = std::jthread([this](const std::stop_token& stop) {
    std::mutex sleep;
    std::condition_variable_any wake;
    std::unique_lock lock(sleep);
    while (!wake.wait_for(lock, stop, 250ms, [&] { return stop.stop_requested(); })) {
      {
        const std::lock_guard line_lock(mutex_);
        if (!line_.is_due()) continue;
      }
      const std::string text = live_text(settings_, tournament_->progress());
      const std::lock_guard line_lock(mutex_);
      line_.show(text);
    }
  });
}

void TournamentMonitor::end() {
  thread_ = {};
  const std::lock_guard lock(mutex_);
  line_.hide();
}

void TournamentMonitor::tell(const arena::Event& event) {
  if (const auto* dropped = std::get_if<arena::PlayerDropped>(&event))
    print(settings_.players[static_cast<std::size_t>(dropped->player)].name +
          " is dropped: " + protocols::clean_text(dropped->why) + "\n");
  const auto* game = std::get_if<arena::GameFinished>(&event);
  if (game == nullptr) return;
  if (arena::is_fault(game->record.end)) print_fault(*game);
  ++games_;
  if (result_interval_ > 0 && tournament_ != nullptr && games_ % result_interval_ == 0)
    print(arena::to_text(settings_, tournament_->progress()) + "\n");
}

void TournamentMonitor::print_fault(const arena::GameFinished& game) {
  const auto name = [&](int player) { return settings_.players[static_cast<std::size_t>(player)].name; };
  print(fmt::format("Game {}.{}, {} - {}: {} ({})\n", game.id.pair, game.id.game + 1, name(game.white),
                    name(game.black), game.record.result(), protocols::clean_text(game.record.detail)));
}

void TournamentMonitor::print(const std::string& text) {
  const std::lock_guard lock(mutex_);
  line_.hide();
  std::cerr << text << std::flush;
}

}  // namespace vitrine::cli
