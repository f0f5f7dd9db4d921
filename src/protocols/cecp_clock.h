#pragma once

// The two clocks of a CECP game as the engine sees them: its own and the opponent's, whichever colours they
// play. The GUI corrects them with `time` and `otim`; where it doesn't, they count by themselves.

#include <chrono>
#include <optional>

#include "chess/game.h"
#include "engines/limits.h"
#include "protocols/cecp_command.h"

namespace vitrine::protocols {

class CecpClock {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  enum class Owner { engine, opponent };

  // --- Settings. A level counts its moves from this ply of the game.
  void set_level(const cecp::Level& level, std::size_t ply);
  void set_move_time(cecp::Milliseconds time);
  void set_depth(int plies) { depth_ = plies; }
  void set_remaining(Owner owner, cecp::Milliseconds time, TimePoint now);
  // Another game: full clocks, no depth limit.
  void new_game();
  // The game begins anew on another board, and so does the counting of moves.
  void new_board() { level_ply_ = 0; }

  // --- Play. One clock runs, or none.
  void run(Owner owner, TimePoint now);
  void stop(TimePoint now);
  // `owner` has just moved: gives what the level gives for that.
  void count_move(Owner owner, const chess::Game& game);

  // What an engine of this colour may spend on a move now.
  [[nodiscard]] engines::Limits limits(chess::Color engine_color, const chess::Game& game) const;

 private:
  // The moves this colour has made under the level.
  [[nodiscard]] int moves_made(chess::Color color, const chess::Game& game) const;
  [[nodiscard]] cecp::Milliseconds& remaining(Owner owner) {
    return owner == Owner::engine ? own_ : opponent_;
  }

  cecp::Level level_ = {40, std::chrono::minutes(5),
                        cecp::Milliseconds(0)};  // what xboard assumes unless told
  std::size_t level_ply_ = 0;
  std::optional<cecp::Milliseconds> move_time_ = {};
  bool is_told_ = false;  // the GUI has sent `time`
  std::optional<int> depth_ = {};
  cecp::Milliseconds own_ = level_.base;
  cecp::Milliseconds opponent_ = level_.base;
  std::optional<Owner> running_ = {};
  TimePoint since_ = {};
};

}  // namespace vitrine::protocols
