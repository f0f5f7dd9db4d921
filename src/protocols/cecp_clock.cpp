#include "protocols/cecp_clock.h"

#include <algorithm>

namespace vitrine::protocols {

using cecp::Milliseconds;

void CecpClock::set_level(const cecp::Level& level, std::size_t ply) {
  level_ = level;
  level_ply_ = ply;
  move_time_.reset();
  own_ = opponent_ = level.base;
  is_told_ = false;
}

void CecpClock::set_move_time(Milliseconds time) {
  move_time_ = std::max(time, Milliseconds(0));
  is_told_ = false;
}

void CecpClock::set_remaining(Owner owner, Milliseconds time, TimePoint now) {
  if (running_ == owner) since_ = now;
  remaining(owner) = time;
  if (owner == Owner::engine) is_told_ = true;
}

void CecpClock::new_game() {
  own_ = opponent_ = level_.base;
  is_told_ = false;
  depth_.reset();
  running_.reset();
  level_ply_ = 0;
}

void CecpClock::run(Owner owner, TimePoint now) {
  stop(now);
  running_ = owner;
  since_ = now;
}

void CecpClock::stop(TimePoint now) {
  // A time per move is not saved up.
  if (running_ && !move_time_) remaining(*running_) -= std::chrono::duration_cast<Milliseconds>(now - since_);
  running_.reset();
}

void CecpClock::count_move(Owner owner, const chess::Game& game) {
  remaining(owner) += level_.increment;
  const chess::Color mover = !game.position().turn();
  const int made = moves_made(mover, game);
  if (level_.moves > 0 && made > 0 && made % level_.moves == 0) remaining(owner) += level_.base;
}

int CecpClock::moves_made(chess::Color color, const chess::Game& game) const {
  if (game.ply() <= level_ply_) return 0;
  const auto plies = static_cast<int>(game.ply() - level_ply_);
  const bool moved_last = game.position().turn() != color;
  return moved_last ? (plies + 1) / 2 : plies / 2;
}

engines::Limits CecpClock::limits(chess::Color engine_color, const chess::Game& game) const {
  engines::Limits limits;
  limits.depth = depth_;
  if (move_time_) {
    // Runners that cut a fraction off `st` say it with `time`. The GUI's clock runs a little longer than
    // ours.
    Milliseconds time = *move_time_;
    if (is_told_) time = time.count() == 0 ? own_ : std::min(time, own_);
    limits.move_time = std::max(time - std::min(time / 10, Milliseconds(30)), Milliseconds(1));
    return limits;
  }
  engines::Clock clock;
  clock.remaining[chess::index(engine_color)] = own_;
  clock.remaining[chess::index(!engine_color)] = opponent_;
  clock.increment = {level_.increment, level_.increment};
  if (level_.moves > 0) clock.moves_to_go = level_.moves - moves_made(engine_color, game) % level_.moves;
  limits.clock = clock;
  return limits;
}

}  // namespace vitrine::protocols
