// The thread of a game's table: engines think here, and flags fall.

#include <algorithm>

#include "protocols/clean_text.h"
#include "server/game_table.h"

namespace vitrine::server {

namespace {

using chess::Color;

constexpr std::size_t kLogLines = 40;
constexpr std::size_t kLineLength = 500;

}  // namespace

void GameTable::drive() {
  std::unique_lock lock(mutex_);
  while (!is_shut_down_) {
    if (is_engine_to_move()) {
      think(lock);
      continue;
    }
    const int turns = turns_;
    const auto is_news = [&] { return is_shut_down_ || turns_ != turns; };
    const auto fall = flag_falls_at();
    if (!fall)
      changed_.wait(lock, is_news);
    else if (!changed_.wait_until(lock, *fall, is_news))
      lose_on_time(turn());
  }
}

bool GameTable::is_engine_to_move() const { return !end_ && !is_paused_ && !seat(turn()).is_human(); }

std::optional<GameTable::Steady::time_point> GameTable::flag_falls_at() const {
  if (!is_clock_running()) return {};
  return turn_began_ + *clocks_[at(turn())].remaining() + std::chrono::milliseconds(1);
}

engines::Limits GameTable::limits() const {
  const arena::TimeControl& time = seat(turn()).player.time;
  engines::Limits limits{.depth = time.depth, .nodes = time.nodes, .move_time = time.move_time};
  if (!settings_.clock) return limits;
  engines::Clock clock;
  for (const Color color : {Color::white, Color::black}) {
    clock.remaining[at(color)] = *clocks_[at(color)].remaining();
    clock.increment[at(color)] = settings_.clock->increment;
  }
  limits.clock = clock;
  return limits;
}

engines::Engine& GameTable::engine_of(Color color, const arena::Player& player) {
  auto& engine = engines_[at(color)];
  if (engine) return *engine;
  auto& log = log_[at(color)];
  log.clear();
  engine = book_.make(player, [&log](bool is_from_engine, std::string_view line) {
    if (log.size() >= kLogLines) log.erase(log.begin());
    log.push_back((is_from_engine ? "< " : "> ") + protocols::clean_text(line.substr(0, kLineLength)));
  });
  engine->new_game();
  return *engine;
}

void GameTable::think(std::unique_lock<std::mutex>& lock) {
  const Color color = turn();
  const int turns = turns_;
  const chess::Game game = game_;
  const arena::Player player = seat(color).player;
  const engines::Limits limits = this->limits();
  const auto view = views_[at(color)];
  const bool is_new_deal = std::exchange(dealt_, deals_) != deals_;
  stop_thinking_ = {};
  const std::stop_token stop = stop_thinking_.get_token();
  view->begin(game.position(), castling_text(game.start()));
  lock.unlock();

  std::optional<engines::Choice> choice;
  std::string fault;
  std::chrono::microseconds time = {};
  try {
    if (is_new_deal) engines_ = {};
    engines::Engine& engine = engine_of(color, player);
    const auto begin = Steady::now();
    choice = engine.choose(game, limits, [&](const engines::Report& report) { view->hear(report); },
                           {.stop = stop});
    time = choice->time.value_or(std::chrono::duration_cast<Microseconds>(Steady::now() - begin));
  } catch (const std::exception& error) {
    fault = protocols::clean_text(error.what());
    engines_[at(color)].reset();
  }
  view->end();

  lock.lock();
  if (turns != turns_ || is_shut_down_)
    return;  // taken back, resigned, stopped: nobody waits for it any more
  if (choice)
    take(*choice, time);
  else
    fail_engine(color, fault);
}

void GameTable::take(const engines::Choice& choice, Microseconds time) {
  const Color mover = turn();
  if (!choice.move && choice.resigns)
    return finish(!mover, std::string(mover == Color::white ? "White" : "Black") + " resigns");
  if (!choice.move || !game_.position().is_legal(*choice.move))
    return fail_engine(mover, "It gives no legal move.");
  const Clocks before = clocks_;
  if (settings_.clock && !clocks_[at(mover)].punch(time)) return lose_on_time(mover);
  const auto score = views_[at(mover)]->score();
  play(*choice.move, before,
       {.score = score ? to_json(*score, mover) : Json(),
        .clock = clocks_[at(mover)].remaining(),
        .time = std::chrono::duration_cast<arena::Milliseconds>(time)});
  if (!choice.offers_draw || end_) return;
  draw_offer_ = mover;
  publish({{"kind", "draw_offered"}, {"side", to_string(mover)}, {"accepted", false}});
}

void GameTable::fail_engine(Color color, const std::string& why) {
  publish({{"kind", "engine_failed"}, {"side", to_string(color)}, {"why", why}, {"log", log_[at(color)]}});
  finish(!color, seat(color).name() + " fails: " + why);
}

}  // namespace vitrine::server
