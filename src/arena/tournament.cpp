#include "arena/tournament.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "arena/game_pgn.h"

namespace vitrine::arena {
namespace {

// How long a stop may go unnoticed.
constexpr std::chrono::milliseconds kLook{50};

}  // namespace

Tournament::Tournament(TournamentParts parts)
    : parts_(std::move(parts)),
      settings_(parts_.store.settings()),
      state_(parts_.store),
      games_before_(state_.progress().games) {}

Summary Tournament::run(std::stop_token stop) {
  {
    const std::lock_guard lock(mutex_);
    begun_ = Clock::now();
  }
  open_pgn();
  try {
    play(stop);
  } catch (...) {
    parts_.queue.stop();
    throw;
  }
  Summary summary{.progress = progress()};
  explain(summary);
  if (parts_.events) parts_.events(TournamentEnded{summary.why});
  return summary;
}

void Tournament::play(const std::stop_token& stop) {
  while (!stop.stop_requested() && !state_.is_decided()) {
    submit_pairs();
    if (in_flight_.empty()) break;
    if (auto finished = parts_.queue.wait(Clock::now() + kLook)) take(std::move(*finished));
  }
  parts_.queue.stop();
  // A test ends with the pair that decided it; otherwise what was finished meanwhile counts.
  while (!state_.is_decided()) {
    auto finished = parts_.queue.wait(Clock::now());
    if (!finished) break;
    take(std::move(*finished));
  }
}

void Tournament::submit_pairs() {
  while (parts_.queue.capacity() > 0) {
    std::optional<Pair> pair;
    {
      const std::lock_guard lock(mutex_);
      pair = state_.next();
    }
    if (!pair) return;
    submit(*pair);
    in_flight_.emplace(pair->id, *pair);
  }
}

void Tournament::submit(const Pair& pair) {
  const auto player = [&](int number) { return settings_.players[static_cast<std::size_t>(number)]; };
  parts_.queue.submit({.pair = pair.id,
                       .round = pair.round,
                       .first = pair.first,
                       .second = pair.second,
                       .players = {player(pair.first), player(pair.second)},
                       .opening = parts_.opening(pair.id),
                       .games = pair.games,
                       .rules = settings_.rules,
                       .tablebase_path = settings_.tablebase_path,
                       .tablebase_men = settings_.tablebase_men});
}

void Tournament::take(FinishedGame finished) {
  const auto found = in_flight_.find(finished.pair);
  if (found == in_flight_.end()) return take_again(finished);
  Pair& pair = found->second;
  const auto number = std::find(pair.games.begin(), pair.games.end(), finished.game);
  if (number == pair.games.end()) return take_again(finished);
  if (finished.record.end == GameEnd::interrupted) {
    Pair again = pair;
    again.games = {finished.game};
    return submit(again);
  }

  const bool is_swapped = finished.game == 1;
  const StoredGame game{.id = {finished.pair, finished.game},
                        .pair_size = pair.size,
                        .round = pair.round,
                        .white = is_swapped ? pair.second : pair.first,
                        .black = is_swapped ? pair.first : pair.second,
                        .record = std::move(finished.record)};
  pair.games.erase(number);
  if (pair.games.empty()) in_flight_.erase(found);
  const std::optional<Drop> drop = state_.drop_after(game);
  parts_.store.record(game, drop);
  {
    const std::lock_guard lock(mutex_);
    state_.add(game.played(), drop);
  }
  if (pgn_) pgn_->append(pgn_text(game));
  if (!parts_.events) return;
  parts_.events(GameFinished{game.id, game.white, game.black, game.record});
  if (drop) parts_.events(PlayerDropped{drop->player, drop->why});
}

void Tournament::take_again(const FinishedGame& finished) {
  const auto known = parts_.store.find({finished.pair, finished.game});
  if (!known) return;  // of another tournament
  ++repeated_reports_;
  if (known->record != finished.record) ++contradictions_;
}

Progress Tournament::progress() const {
  const std::lock_guard lock(mutex_);
  Progress progress = state_.progress();
  progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_);
  const std::int64_t played = progress.games - games_before_;
  if (progress.total && played > 0)
    progress.remaining = progress.elapsed * (*progress.total - progress.games) / played;
  return progress;
}

void Tournament::explain(Summary& summary) {
  const std::lock_guard lock(mutex_);
  summary.repeated_reports = repeated_reports_;
  summary.contradictions = contradictions_;
  if (state_.is_decided()) {
    summary.end = TournamentEnd::sprt;
    summary.why =
        std::string("The test accepts ") + (state_.sprt()->verdict == SprtVerdict::accept_h1 ? "H1." : "H0.");
  } else if (!in_flight_.empty() || state_.next()) {
    summary.end = TournamentEnd::stopped;
    summary.why = "Stopped; what is left can be played later.";
  } else if (state_.players_left() < 2) {
    summary.end = TournamentEnd::nobody_left;
    summary.why = "Too few players are left. " + state_.drops().back().why;
  } else {
    summary.why = "All games are played.";
  }
}

// "3.17.2": the round, the pair and the game in it, each from 1, so that a game of the file can be found in
// the store.
std::string Tournament::pgn_text(const StoredGame& game) const {
  const Player& white = settings_.players[static_cast<std::size_t>(game.white)];
  const Player& black = settings_.players[static_cast<std::size_t>(game.black)];
  const std::string round = std::to_string(game.round + 1) + "." + std::to_string(game.id.pair + 1) + "." +
                            std::to_string(game.id.game + 1);
  return to_pgn(game.record,
                {.event = settings_.event,
                 .site = settings_.site,
                 .round = round,
                 .white = white.name,
                 .black = black.name,
                 .white_time = white.time,
                 .black_time = black.time},
                settings_.pgn);
}

void Tournament::open_pgn() {
  const std::string& path = settings_.pgn.file;
  if (path.empty()) return;
  const auto begin = parts_.store.pgn_begin();
  const std::int64_t size = PgnFile::size(path);
  if (!begin || size < *begin) parts_.store.set_pgn_begin(size);
  if (begin) {
    PgnFile::rebuild(path, std::min(*begin, size), [&](const PgnFile::Sink& write) {
      parts_.store.for_each_game([&](const StoredGame& game) { write(pgn_text(game)); });
    });
  }
  pgn_.emplace(path);
}

Progress read_progress(Store& store) {
  TournamentState state(store);
  (void)state.next();  // a Swiss pairs its rounds when asked for what comes next
  return state.progress();
}

}  // namespace vitrine::arena
