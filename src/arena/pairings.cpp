#include "arena/pairings.h"

#include <numeric>
#include <utility>

#include "arena/fixed_pairings.h"
#include "arena/knockout_pairings.h"
#include "arena/swiss_pairings.h"

namespace vitrine::arena {
namespace {

// The challenge event: everybody plays a Swiss, and its best a knock-out.
class SwissThenKnockout final : public Pairings {
 public:
  explicit SwissThenKnockout(const TournamentSettings& settings) : settings_(settings), swiss_(settings) {}

  std::optional<Pair> next() override {
    if (!knockout_) {
      if (auto pair = swiss_.next()) return pair;
      if (!swiss_.is_over() || !seed_knockout()) return {};
    }
    return knockout_->next();
  }

  void record(const PlayedGame& game) override {
    if (game.id.pair < swiss_.end_id()) {
      swiss_.record(game);
    } else if (knockout_) {
      knockout_->record(game);
    } else {
      early_.push_back(game);
    }
  }

  int stage() const override { return swiss_.stage() + (knockout_ ? knockout_->stage() : 0); }

  void drop(const Drop& drop) override {
    drops_.push_back(drop);
    swiss_.drop(drop);
    if (knockout_) knockout_->drop(drop);
  }

  std::optional<std::int64_t> games_to_come() const override { return {}; }
  std::vector<EncounterResult> swiss_results() const override { return swiss_.swiss_results(); }
  std::vector<Bye> byes() const override { return swiss_.byes(); }
  std::optional<int> champion() const override {
    return knockout_ ? knockout_->champion() : std::optional<int>();
  }

 private:
  // False: nobody is left.
  bool seed_knockout() {
    std::vector<int> seeds = swiss_.ranking();
    if (seeds.empty()) return false;
    if (std::ssize(seeds) > settings_.seeds) seeds.resize(static_cast<std::size_t>(settings_.seeds));
    knockout_ =
        std::make_unique<KnockoutPairings>(settings_, std::move(seeds), settings_.rounds, swiss_.end_id());
    for (const PlayedGame& game : early_) knockout_->record(game);
    early_.clear();
    for (const Drop& drop : drops_) knockout_->drop(drop);
    return true;
  }

  TournamentSettings settings_;
  SwissPairings swiss_;
  std::unique_ptr<KnockoutPairings> knockout_;
  std::vector<PlayedGame> early_;  // of an earlier session's knock-out
  std::vector<Drop> drops_;
};

}  // namespace

std::unique_ptr<Pairings> make_pairings(const TournamentSettings& settings) {
  switch (settings.format) {
    case Format::swiss: return std::make_unique<SwissPairings>(settings);
    case Format::swiss_then_knockout: return std::make_unique<SwissThenKnockout>(settings);
    case Format::knockout: {
      std::vector<int> seeds(settings.players.size());
      std::iota(seeds.begin(), seeds.end(), 0);
      return std::make_unique<KnockoutPairings>(settings, std::move(seeds), 0, 0);
    }
    default: return std::make_unique<FixedPairings>(settings);
  }
}

}  // namespace vitrine::arena
