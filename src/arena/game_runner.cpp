#include "arena/game_runner.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <utility>

#include "arena/move_timer.h"
#include "notation/uci_move.h"

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::EngineFault;
using Steady = std::chrono::steady_clock;

std::size_t at(Color color) { return static_cast<std::size_t>(chess::index(color)); }

Microseconds since(Steady::time_point begin) {
  return std::chrono::duration_cast<Microseconds>(Steady::now() - begin);
}

bool has_time(const TimeControl& control) { return control.clock || control.move_time; }

// What is held against a player: who has no time of its own has the rules' longest.
TimeControl with_cap(TimeControl control, const GameRules& rules) {
  if (!has_time(control)) control.move_time = rules.longest_move;
  return control;
}

GameEnd end_of(chess::EndReason reason) {
  using chess::EndReason;
  switch (reason) {
    case EndReason::checkmate: return GameEnd::checkmate;
    case EndReason::stalemate: return GameEnd::stalemate;
    case EndReason::insufficient_material: return GameEnd::insufficient_material;
    case EndReason::threefold_repetition:
    case EndReason::fivefold_repetition: return GameEnd::threefold_repetition;
    case EndReason::fifty_moves:
    case EndReason::seventy_five_moves: break;
  }
  return GameEnd::fifty_moves;
}

// `has_time`: the engine knew how long it might take.
GameEnd end_of(EngineFault::Kind fault, bool has_time) {
  using Kind = EngineFault::Kind;
  switch (fault) {
    case Kind::cannot_start: return GameEnd::cannot_start;
    case Kind::died: return GameEnd::crash;
    case Kind::disconnected: return GameEnd::disconnect;
    case Kind::silent: return GameEnd::stall;
    case Kind::no_move: return has_time ? GameEnd::time_forfeit : GameEnd::stall;
    case Kind::illegal_move: return GameEnd::illegal_move;
    case Kind::protocol: break;
  }
  return GameEnd::protocol_fault;
}

std::string lateness_text(Microseconds late) {
  return "its answer came " + std::to_string(std::chrono::ceil<Milliseconds>(late).count()) + " ms late";
}

// The thinking behind a move, as its last words about the best line tell it.
class Thoughts {
 public:
  void hear(const engines::Report& report) {
    if (report.line != 1) return;
    if (report.nodes > 0) nodes_ = report.nodes;
    // A score that is only a bound is taken where there is nothing better.
    const bool is_exact = report.score && report.score->bound == engines::Score::Bound::exact;
    if (!report.score || (score_ && !is_exact && score_->bound == engines::Score::Bound::exact)) return;
    score_ = report.score;
    depth_ = report.depth;
    selective_depth_ = report.selective_depth;
  }
  [[nodiscard]] PlyRecord record(chess::Move move, Microseconds time) const {
    return {.move = move,
            .score = score_,
            .depth = depth_,
            .selective_depth = selective_depth_,
            .nodes = nodes_,
            .time = time};
  }

 private:
  std::optional<engines::Score> score_;
  int depth_ = 0;
  int selective_depth_ = 0;
  std::uint64_t nodes_ = 0;
};

class GameRunner {
 public:
  GameRunner(const Seats& seats, const Opening& opening, const GameRules& rules, const Tablebase& tablebase,
             const GameWatcher& watcher, std::stop_token stop);
  [[nodiscard]] GameRecord play();

 private:
  void begin();
  void start_timer();
  void play_move();
  // What comes of an answer; each step may end the game.
  void take(const engines::Choice& choice, const Thoughts& thoughts, Microseconds time);
  void make_move(const engines::Choice& choice, const PlyRecord& ply);
  [[nodiscard]] engines::Limits limits() const;

  void finish(GameEnd end, std::optional<Color> winner, std::string detail = {});
  // Calls something of the engine's that may throw; false: it did, and has lost. It is then dropped if there
  // is no telling what it is doing now.
  template <class Call>
  [[nodiscard]] bool attempt(Color color, Call call);

  [[nodiscard]] Color turn() const { return game_.position().turn(); }
  [[nodiscard]] const TimeControl& time_of(Color color) const { return seats_[at(color)]->player().time; }

  const Seats& seats_;
  const GameRules& rules_;
  const GameWatcher& watcher_;
  std::stop_token stop_;
  chess::Game game_;
  std::array<GameClock, 2> clocks_;
  Adjudicator adjudicator_;
  std::optional<MoveTimer> timer_;  // where somebody plays without a clock
  bool is_draw_offered_ = false;    // by the last move
  bool is_over_ = false;
  GameRecord record_;
};

GameRunner::GameRunner(const Seats& seats, const Opening& opening, const GameRules& rules,
                       const Tablebase& tablebase, const GameWatcher& watcher, std::stop_token stop)
    : seats_(seats),
      rules_(rules),
      watcher_(watcher),
      stop_(std::move(stop)),
      game_(opening.game()),
      clocks_{GameClock(with_cap(time_of(Color::white), rules)),
              GameClock(with_cap(time_of(Color::black), rules))},
      adjudicator_(rules.adjudication, tablebase) {
  record_.opening = opening;
  for (const chess::Move move : opening.moves) record_.plies.push_back({.move = move, .is_book = true});
}

GameRecord GameRunner::play() {
  const auto begin_time = Steady::now();
  record_.started = std::chrono::system_clock::now();
  begin();
  while (!is_over_) play_move();
  record_.duration = std::chrono::duration_cast<Milliseconds>(Steady::now() - begin_time);
  return std::move(record_);
}

void GameRunner::begin() {
  if (const auto outcome = game_.outcome(chess::DrawClaims::made))
    return finish(end_of(outcome->reason), outcome->winner);
  for (const Color color : {Color::white, Color::black}) {
    if (stop_.stop_requested()) return finish(GameEnd::interrupted, {});
    if (!attempt(color, [&] { static_cast<void>(seats_[at(color)]->begin_game()); })) return;
    if (!has_time(time_of(color)) && !timer_) start_timer();
  }
}

// Late enough that an answer to its stop is late by any clock.
void GameRunner::start_timer() {
  constexpr Milliseconds kSlack{50};
  const auto margin = std::max(time_of(Color::white).margin, time_of(Color::black).margin);
  timer_.emplace(rules_.longest_move + margin + kSlack, stop_);
}

void GameRunner::play_move() {
  if (stop_.stop_requested()) return finish(GameEnd::interrupted, {});
  const Color mover = turn();
  if (watcher_.on_turn) watcher_.on_turn(game_, mover);
  Thoughts thoughts;
  const auto hear = [&](const engines::Report& report) {
    thoughts.hear(report);
    if (watcher_.on_report) watcher_.on_report(report);
  };
  const bool is_timed = has_time(time_of(mover));
  const engines::Limits limits = this->limits();
  engines::Choice choice;
  Microseconds time = {};
  const bool has_answered = attempt(mover, [&] {
    const engines::Signals signals{.stop = is_timed ? stop_ : timer_->begin_move()};
    const auto begin = Steady::now();
    choice = seats_[at(mover)]->engine().choose(game_, limits, hear, signals);
    time = choice.time.value_or(since(begin));
  });
  if (!is_timed) timer_->end_move();
  if (has_answered) take(choice, thoughts, time);
}

engines::Limits GameRunner::limits() const {
  const Color mover = turn();
  const TimeControl& control = time_of(mover);
  engines::Limits limits{.depth = control.depth, .nodes = control.nodes, .move_time = control.move_time};
  if (!control.clock) return limits;
  engines::Clock clock{.moves_to_go = clocks_[at(mover)].moves_to_go()};
  for (const Color color : {Color::white, Color::black}) {
    // An opponent without a clock is shown with the mover's: there is no text for none.
    const Color shown = time_of(color).clock ? color : mover;
    clock.remaining[at(color)] = *clocks_[at(shown)].remaining();
    clock.increment[at(color)] = time_of(shown).clock->increment;
  }
  limits.clock = clock;
  return limits;
}

void GameRunner::take(const engines::Choice& choice, const Thoughts& thoughts, Microseconds time) {
  const Color mover = turn();
  if (stop_.stop_requested()) return finish(GameEnd::interrupted, {});
  if (!choice.move) {
    if (choice.resigns) return finish(GameEnd::resigned, !mover);
    return finish(GameEnd::illegal_move, !mover, "it gives no move");
  }
  if (!game_.position().is_legal(*choice.move))
    return finish(GameEnd::illegal_move, !mover, notation::to_uci(*choice.move) + " is not legal");
  GameClock& clock = clocks_[at(mover)];
  const Microseconds late = clock.lateness(time);
  if (!clock.punch(time)) return finish(GameEnd::time_forfeit, !mover, lateness_text(late));
  PlyRecord ply = thoughts.record(*choice.move, time);
  ply.clock_left = clock.remaining();
  make_move(choice, ply);
}

void GameRunner::make_move(const engines::Choice& choice, const PlyRecord& ply) {
  game_.play_unchecked(ply.move);
  record_.plies.push_back(ply);
  if (watcher_.on_move) watcher_.on_move(game_, ply);
  if (const auto outcome = game_.outcome(chess::DrawClaims::made))
    return finish(end_of(outcome->reason), outcome->winner);
  if (choice.offers_draw && is_draw_offered_) return finish(GameEnd::agreed_draw, {});
  is_draw_offered_ = choice.offers_draw;
  if (const auto verdict = adjudicator_.judge(game_, ply)) finish(verdict->end, verdict->winner);
}

void GameRunner::finish(GameEnd end, std::optional<Color> winner, std::string detail) {
  record_.end = end;
  record_.winner = winner;
  record_.detail = std::move(detail);
  is_over_ = true;
}

template <class Call>
bool GameRunner::attempt(Color color, Call call) {
  try {
    call();
    return true;
  } catch (const EngineFault& fault) {
    // After an illegal move it waits for the next game like any other engine.
    if (fault.kind() != EngineFault::Kind::illegal_move) seats_[at(color)]->drop();
    finish(end_of(fault.kind(), has_time(time_of(color))), !color, fault.what());
  } catch (const std::exception& error) {
    seats_[at(color)]->drop();
    finish(GameEnd::protocol_fault, !color, error.what());
  }
  // Whatever it did when we stopped the game, it would not have done it but for us.
  if (stop_.stop_requested()) finish(GameEnd::interrupted, {});
  return false;
}

}  // namespace

GameRecord play_game(const Seats& seats, const Opening& opening, const GameRules& rules,
                     const Tablebase& tablebase, const GameWatcher& watcher, std::stop_token stop) {
  return GameRunner(seats, opening, rules, tablebase, watcher, std::move(stop)).play();
}

}  // namespace vitrine::arena
