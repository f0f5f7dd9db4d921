#pragma once

// What the comments of a PGN game say about its positions. lichess's [%eval 0.31] judges the position after
// the move it follows. An engine's own comment, TCEC's wv=0.31 (for White) or cutechess's +0.31/12 (for the
// mover), tells what the engine found when it looked at the position before its move, so it judges that one.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/data/packed_position.h"
#include "notation/pgn_reader.h"

namespace vitrine::lab {

class PgnJudgements : public notation::PgnVisitor {
 public:
  void on_game_start();
  void on_position(const chess::Position& start);
  void on_move(const chess::Position& before, chess::Move move);
  void on_null_move(const chess::Position& before);
  void on_comment(std::string_view comment);
  void on_variation_start() { ++depth_; }
  void on_variation_end() { --depth_; }
  void on_error(const notation::PgnError& error) { error_ = error; }
  void on_game_end(notation::GameResult result);

  // Why the game ends early, and which comments hold an evaluation that is none, by ply.
  [[nodiscard]] const std::optional<notation::PgnError>& error() const { return error_; }
  [[nodiscard]] const std::vector<std::pair<std::size_t, std::string>>& faults() const { return faults_; }

  // Calls visit(Position, Judgement) for each judged position of the main line in order; `all`: for those too
  // that have only the game's result, if it is known.
  template <class Visit>
  void for_each(bool all, Visit visit) const {
    for (std::size_t ply = 0; ply < positions_.size(); ++ply)
      if (evaluations_[ply] || (all && result_ != GameResult::unknown))
        visit(positions_[ply], Judgement{.centipawns = evaluations_[ply], .result = result_});
  }

 private:
  void judge(std::size_t ply, std::optional<int> for_white);

  std::vector<chess::Position> positions_;
  std::vector<std::optional<int>> evaluations_;
  std::optional<notation::PgnError> error_;
  std::vector<std::pair<std::size_t, std::string>> faults_;
  GameResult result_ = GameResult::unknown;
  int depth_ = 0;
};

}  // namespace vitrine::lab
