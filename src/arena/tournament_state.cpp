#include "arena/tournament_state.h"

#include <algorithm>
#include <utility>

namespace vitrine::arena {

TournamentState::TournamentState(Store& store)
    : settings_(store.settings()),
      pairings_(make_pairings(settings_)),
      scores_(static_cast<int>(settings_.players.size())) {
  const int players = scores_.players();
  store.for_each_played([&](const PlayedGame& game) {
    if (game.white < 0 || game.white >= players || game.black < 0 || game.black >= players)
      throw StoreError(store.path() + ": a game has players that don't exist");
    pairings_->record(game);
    scores_.add(game);
  });
  for (Drop& drop : store.drops()) {
    if (drop.player < 0 || drop.player >= players)
      throw StoreError(store.path() + ": a player who was dropped doesn't exist");
    pairings_->drop(drop);
    drops_.push_back(std::move(drop));
  }
  check_sprt();
}

std::optional<Pair> TournamentState::next() {
  auto pair = pairings_->next();
  if (pair) games_handed_out_ += std::ssize(pair->games);
  return pair;
}

void TournamentState::add(const PlayedGame& game, const std::optional<Drop>& drop) {
  --games_handed_out_;
  pairings_->record(game);
  const bool completes_pair = scores_.add(game);
  if (drop) {
    pairings_->drop(*drop);
    drops_.push_back(*drop);
  }
  if (completes_pair || !settings_.repeats_openings) check_sprt();
}

std::optional<Drop> TournamentState::drop_after(const StoredGame& game) const {
  const auto color = game.record.at_fault();
  if (!color || settings_.max_faults == 0) return {};
  const int player = *color == chess::Color::white ? game.white : game.black;
  const std::int64_t faults = scores_.faults(player).all() + 1;
  const bool is_out =
      std::any_of(drops_.begin(), drops_.end(), [&](const Drop& drop) { return drop.player == player; });
  if (is_out || faults <= settings_.max_faults) return {};
  return Drop{player, pairings_->stage(),
              settings_.players[static_cast<std::size_t>(player)].name + " has lost " +
                  std::to_string(faults) + " games by breaking, the last by " +
                  std::string(to_string(game.record.end)) + ": " + game.record.detail};
}

void TournamentState::check_sprt() {
  if (!settings_.sprt) return;
  const PairingScore score = scores_.pairing(0, 1);
  const double llr = settings_.repeats_openings ? sprt_llr(score.pairs, *settings_.sprt)
                                                : sprt_llr(score.games(), *settings_.sprt);
  sprt_ = SprtState{llr, sprt_bounds(*settings_.sprt), sprt_verdict(llr, *settings_.sprt)};
}

Progress TournamentState::progress() const {
  Progress progress{.games = scores_.games(),
                    .scores = scores_,
                    .standings = standings(),
                    .drops = drops_,
                    .sprt = sprt_,
                    .champion = pairings_->champion()};
  if (const auto to_come = pairings_->games_to_come())
    progress.total = progress.games + games_handed_out_ + *to_come;
  return progress;
}

std::vector<Standing> TournamentState::standings() const {
  const bool is_swiss = settings_.format == Format::swiss || settings_.format == Format::swiss_then_knockout;
  if (is_swiss)
    return arena::standings(scores_.players(), pairings_->swiss_results(), pairings_->byes(),
                            kSwissTieBreaks);
  return arena::standings(scores_.players(), scores_.results(), {}, kRoundRobinTieBreaks);
}

}  // namespace vitrine::arena
