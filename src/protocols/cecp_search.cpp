// The thinking half of CecpServer: what it starts, what it hears, and how it moves.

#include <cassert>
#include <utility>

#include "protocols/cecp_server.h"

namespace vitrine::protocols {

using engines::Choice;
using engines::Limits;
using engines::Report;
using Owner = CecpClock::Owner;

namespace {

CecpClock::TimePoint now() { return std::chrono::steady_clock::now(); }

}  // namespace

void CecpServer::think() {
  clock_.run(Owner::engine, now());
  start(Activity::thinking, game_, clock_.limits(game_.position().turn(), game_));
}

void CecpServer::ponder() {
  if (!ponders_ || !engine_color_ || is_our_turn() || !expected_ || !game_.position().is_legal(*expected_))
    return;
  chess::Game game = game_;
  game.play_unchecked(*expected_);
  if (game.outcome(chess::DrawClaims::made)) return;
  Limits limits = clock_.limits(*engine_color_, game);
  limits.ponder = true;
  out_.send("Hint: " + cecp::move_text(*expected_, castling_form()));
  start(Activity::pondering, game, limits);
}

void CecpServer::analyze() {
  if (!game_.position().has_legal_moves()) return;
  Limits limits;
  limits.infinite = true;
  start(Activity::analyzing, game_, limits);
}

void CecpServer::resume() {
  if (activity_ != Activity::idle || refused_ || editing_) return;
  if (is_in_analysis_)
    analyze();
  else
    ponder();
}

void CecpServer::start(Activity activity, const chess::Game& game, const Limits& limits) {
  assert(activity_ == Activity::idle);
  activity_ = activity;
  root_ = game.position();
  last_report_ = {};
  throttle_ = InfoThrottle(now());
  held_back_.reset();
  const std::uint64_t search = ++search_;
  relay_.start(
      game, limits, [this, search](const Report& report) { hear(search, report); },
      [this, search](const Choice& choice) { answer(search, choice); });
}

void CecpServer::abandon() {
  if (activity_ == Activity::idle) return;
  activity_ = Activity::idle;
  ++search_;
  last_report_ = {};
  relay_.stop();
  // The thinking thread may be waiting for the mutex to deliver what nobody wants any more.
  mutex_.unlock();
  relay_.wait();
  mutex_.lock();
  clock_.stop(now());
  for (const auto& [name, value] : std::exchange(late_options_, {})) set_option(name, value);
  send_pongs();
}

void CecpServer::hear(std::uint64_t search, const Report& report) {
  const std::lock_guard lock(mutex_);
  if (search != search_) return;
  if (!report.text.empty()) {
    if (posts_) out_.send("# " + cecp::echo(report.text));
  } else {
    last_report_ = report;
  }
  if (!report.score || report.line != 1) return;
  if (activity_ != Activity::analyzing) own_score_ = report.score;
  if (activity_ == Activity::analyzing && !report.pv.empty()) expected_ = report.pv.front();
  if (throttle_.admits_line(now())) {
    throttle_.spend();
    post(report);
  } else {
    held_back_ = report;
  }
}

void CecpServer::post(const Report& report) {
  held_back_.reset();
  if (posts_) out_.send(cecp::thinking_line(report, root_));
}

void CecpServer::answer(std::uint64_t search, const Choice& choice) {
  const std::lock_guard lock(mutex_);
  if (search != search_) return;
  assert(activity_ == Activity::thinking);
  activity_ = Activity::idle;
  clock_.stop(now());
  if (const auto newest = std::exchange(held_back_, {})) post(*newest);
  make_move(choice);
  for (const auto& [name, value] : std::exchange(late_options_, {})) set_option(name, value);
  send_pongs();
  resume();
}

void CecpServer::make_move(const Choice& choice) {
  expected_.reset();
  if (choice.resigns && may_resign_) {
    engine_color_.reset();
    out_.send("resign");
    return;
  }
  if (choice.offers_draw) out_.send("offer draw");
  const std::string text = cecp::move_text(*choice.move, castling_form());
  game_.play_unchecked(*choice.move);
  out_.send("move " + text);
  clock_.count_move(Owner::engine, game_);
  clock_.run(Owner::opponent, now());
  if (!announce_result()) expected_ = choice.ponder;
}

void CecpServer::send_pongs() {
  for (const std::int64_t number : std::exchange(pings_, {})) out_.send("pong " + std::to_string(number));
}

}  // namespace vitrine::protocols
