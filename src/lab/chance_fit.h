#pragma once

// Which chances a score stands for, learnt from games whose moves carry the engine's scores: the model under
// which their results are most likely.

#include <optional>
#include <string_view>
#include <vector>

#include "engines/vitrine/win_chances.h"
#include "notation/pgn_reader.h"

namespace vitrine::lab {

// A position of a game, seen by the side to move.
struct ScoredPosition {
  int centipawns;
  int material;
  double points;  // that the side to move got: 1, 0.5 or 0
};

// Collects from PGN: hand it to notation::PgnReader. Leaves out mates, scores beyond 20 pawns, book moves and
// games without a result.
class ScoredPositions : public notation::PgnVisitor {
 public:
  void on_game_start() { game_.clear(); }
  void on_move(const chess::Position& before, chess::Move);
  void on_comment(std::string_view comment);
  void on_variation_start() { ++variation_; }
  void on_variation_end() { --variation_; }
  void on_error(const notation::PgnError&) { game_.clear(); }
  void on_game_end(notation::GameResult result);

  [[nodiscard]] const std::vector<ScoredPosition>& all() const { return all_; }
  [[nodiscard]] std::size_t games() const { return games_; }

 private:
  struct Moved {
    chess::Color mover;
    int material;
    int centipawns;
  };
  std::optional<chess::Position> before_;  // the last move, whose comment may follow
  int variation_ = 0;                      // how deep within variations
  std::vector<Moved> game_;
  std::vector<ScoredPosition> all_;
  std::size_t games_ = 0;
};

// Minus the logarithm of the likelihood, per position. Contract: there is a position.
[[nodiscard]] double chance_loss(const std::vector<ScoredPosition>& positions,
                                 const engines::flagship::ChanceModel& model);

// Downhill from `start`, one number at a time with ever smaller steps. Contract: there is a position.
[[nodiscard]] engines::flagship::ChanceModel fit_chances(const std::vector<ScoredPosition>& positions,
                                                         const engines::flagship::ChanceModel& start);

}  // namespace vitrine::lab
