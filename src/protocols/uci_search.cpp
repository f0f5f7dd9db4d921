#include "protocols/uci_search.h"

#include <utility>

namespace vitrine::protocols {

using engines::Report;

UciSearch::UciSearch(const chess::Game& game, const UciStyle& style, bool is_ponder, LineSink& out)
    : game_(game), style_(style), is_ponder_(is_ponder), out_(out), throttle_(InfoThrottle::Clock::now()) {}

void UciSearch::report(const Report& report) {
  const std::lock_guard lock(mutex_);
  if (is_finished_) return;
  const auto now = InfoThrottle::Clock::now();
  if (!report.text.empty() && throttle_.admits_line(now)) {
    throttle_.spend();
    out_.send(info_string(report.text));
  }
  const bool has_line = report.score || !report.pv.empty();
  if (has_line && !report.current_move) {
    report_line(report, now);
  } else if (report.text.empty() && throttle_.admits_progress(now)) {
    out_.send(info_line(report, style_));
  }
}

// The lines of one depth belong together: all are sent, or all are held until newer ones come or the search
// ends.
void UciSearch::report_line(Report report, InfoThrottle::Clock::time_point now) {
  report.pv = playable_part(report.pv);
  if (report.score && report.score->bound != engines::Score::Bound::exact) {
    if (throttle_.admits_bound(now)) send(report);
    return;
  }
  if (report.line == 1) {
    sends_lines_ = throttle_.admits_line(now);
    held_.clear();
  }
  if (sends_lines_)
    send(report);
  else
    held_.push_back(std::move(report));
}

void UciSearch::send(const Report& report) {
  throttle_.spend();
  out_.send(info_line(report, style_));
}

// Runners check every move of a line, and that none follows the end of the game. A line read from a hash
// table may hold more than can be played.
std::vector<chess::Move> UciSearch::playable_part(const std::vector<chess::Move>& pv) {
  std::size_t playable = 0;
  const auto is_over = [&] { return playable > 0 && game_.outcome(chess::DrawClaims::made).has_value(); };
  while (playable < pv.size() && !is_over() && game_.play(pv[playable])) ++playable;
  for (std::size_t i = 0; i < playable; ++i) game_.undo();
  return {pv.begin(), pv.begin() + static_cast<std::ptrdiff_t>(playable)};
}

void UciSearch::finish(const engines::Choice& choice) {
  const std::lock_guard lock(mutex_);
  for (const Report& report : held_) send(report);
  is_finished_ = true;
  out_.send(bestmove_line(choice, style_));
}

}  // namespace vitrine::protocols
