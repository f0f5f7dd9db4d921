#pragma once

// What follows from a tournament's settings and its finished games: who plays next, who has scored what, who
// is out, and what the test says. It knows nothing of time, files and engines.

#include <memory>
#include <optional>
#include <vector>

#include "arena/pairings.h"
#include "arena/progress.h"
#include "arena/score_board.h"
#include "arena/settings.h"
#include "arena/store.h"

namespace vitrine::arena {

class TournamentState {
 public:
  // With everything that is recorded. Throws StoreError; std::runtime_error if that doesn't fit the settings.
  // The store must outlive it.
  explicit TournamentState(Store& store);

  // As Pairings::next.
  [[nodiscard]] std::optional<Pair> next();
  // A finished game, and who is dropped because of it. Contract: of a pair that next() gave, each once.
  void add(const PlayedGame& game, const std::optional<Drop>& drop);
  // Whoever this game, which isn't added yet, puts out.
  [[nodiscard]] std::optional<Drop> drop_after(const StoredGame& game) const;

  [[nodiscard]] const std::vector<Drop>& drops() const { return drops_; }
  [[nodiscard]] int players_left() const { return scores_.players() - static_cast<int>(drops_.size()); }
  [[nodiscard]] const std::optional<SprtState>& sprt() const { return sprt_; }
  // The test has its answer.
  [[nodiscard]] bool is_decided() const { return sprt_ && sprt_->verdict != SprtVerdict::go_on; }

  // All but the times.
  [[nodiscard]] Progress progress() const;

 private:
  void check_sprt();
  [[nodiscard]] std::vector<Standing> standings() const;

  const TournamentSettings& settings_;
  std::unique_ptr<Pairings> pairings_;
  ScoreBoard scores_;
  std::vector<Drop> drops_;
  std::optional<SprtState> sprt_;
  std::int64_t games_handed_out_ = 0;  // and not finished
};

}  // namespace vitrine::arena
