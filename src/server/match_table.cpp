#include "server/match_table.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "arena/opening_book.h"
#include "arena/store.h"
#include "arena/thread_queue.h"
#include "protocols/clean_text.h"

namespace vitrine::server {

namespace {

using chess::Color;
using protocols::clean_text;

constexpr std::size_t kMostFinished = 200;

std::string make_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "vitrine-match-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::system_error(errno, std::generic_category(), path);
  return path;
}

std::size_t at(Color color) { return static_cast<std::size_t>(index(color)); }

}  // namespace

std::string to_string(const arena::GameId& id) {
  return std::to_string(id.pair + 1) + "." + std::to_string(id.game + 1);
}

MatchTable::MatchTable(std::string id, MatchTableSettings settings, const EngineBook& book)
    : Table(std::move(id), "match",
            settings.tournament.players.size() == 2
                ? settings.tournament.players[0].name + " – " + settings.tournament.players[1].name
                : "Tournament of " + std::to_string(settings.tournament.players.size())),
      settings_(std::move(settings)),
      book_(book),
      progress_(to_json(
          arena::Progress{.scores = arena::ScoreBoard(static_cast<int>(settings_.tournament.players.size()))},
          settings_.tournament)) {
  begin();
}

MatchTable::~MatchTable() {
  shut_down();
  thread_.join();
  std::error_code ignored;  // a temporary folder that stays is no harm
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void MatchTable::shut_down() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
}

bool MatchTable::is_busy() const {
  const std::lock_guard lock(mutex_);
  return is_running_;
}

void MatchTable::begin() {
  if (thread_.joinable()) thread_.join();  // it has ended
  is_running_ = true;
  stop_ = {};
  thread_ = std::thread([this, stop = stop_.get_token()] { run(stop); });
}

Json MatchTable::obey(std::string_view command, const Fields&) {
  const std::lock_guard lock(mutex_);
  if (command == "stop" || command == "abort") {
    stop_.request_stop();
  } else if (command == "go_on") {
    if (is_running_) throw bad_request("It is being played.", "table", 409);
    begin();
    publish_state();
  } else {
    throw bad_request("A match can't do that.", "do");
  }
  return Json::object();
}

void MatchTable::run(const std::stop_token& stop) {
  std::string fault;
  try {
    play(stop);
  } catch (const std::exception& error) {
    fault = clean_text(error.what());
  }
  const std::lock_guard lock(mutex_);
  games_.clear();
  is_running_ = false;
  tournament_ = nullptr;
  if (!fault.empty()) publish({{"kind", "ended"}, {"why", "It failed: " + fault}});
  publish_state();  // what was interrupted is no longer in play
}

void MatchTable::play(const std::stop_token& stop) {
  const bool is_new = folder_.empty();
  if (is_new) folder_ = make_folder();
  const std::string path = folder_ + "/match.db";
  arena::Store store =
      is_new ? arena::Store::create(path, settings_.tournament, "vitrine serve") : arena::Store::open(path);
  const auto openings = arena::OpeningBook::load(settings_.tournament.openings, settings_.tournament.seed);
  if (!openings) throw std::runtime_error(openings.error().to_string());
  const auto hear = [this](const arena::Event& event) { this->hear(event); };
  const auto make = [this](const arena::Player& player) { return book_.make(player); };
  arena::ThreadQueue queue({.concurrency = settings_.tournament.concurrency}, make, hear);
  arena::Tournament tournament({.store = store,
                                .queue = queue,
                                .opening =
                                    [&](std::int64_t pair) {
                                      return settings_.opening ? arena::Opening{.start = *settings_.opening}
                                                               : openings->opening(pair);
                                    },
                                .events = hear});
  tournament_ = &tournament;
  {
    const std::lock_guard lock(mutex_);
    publish_progress(tournament.progress());
  }
  (void)tournament.run(stop);
}

void MatchTable::hear(const arena::Event& event) {
  std::visit([this](const auto& what) { note(what); }, event);
}

void MatchTable::note(const arena::GameStarted& event) {
  const std::lock_guard lock(mutex_);
  LiveGame live{.white = event.white, .black = event.black, .game = event.opening.game()};
  live.notes.resize(live.game.ply());
  for (const Color color : {Color::white, Color::black}) {
    const int player = color == Color::white ? live.white : live.black;
    live.views[at(color)] = std::make_shared<SearchView>();
    live.clocks[at(color)] =
        arena::GameClock(settings_.tournament.players[static_cast<std::size_t>(player)].time).remaining();
  }
  const std::string id = to_string(event.id);
  Json told = game_json(id, live);
  told["kind"] = "game_started";
  games_.insert_or_assign(id, std::move(live));
  publish(std::move(told));
}

// From the thread that plays the game, which is the only one that changes its entry: what is read here
// without the lock would only be the views, and those have their own.
void MatchTable::note(const arena::Thinking& event) {
  std::shared_ptr<SearchView> view;
  {
    const std::lock_guard lock(mutex_);
    const auto found = games_.find(to_string(event.id));
    if (found == games_.end()) return;
    LiveGame& live = found->second;
    view = live.views[at(event.color)];
    if (!live.is_searching) view->begin(live.game.position(), castling_text(live.game.start()));
    live.is_searching = true;
  }
  view->hear(event.report);
}

void MatchTable::note(const arena::MovePlayed& event) {
  const std::lock_guard lock(mutex_);
  const std::string id = to_string(event.id);
  const auto found = games_.find(id);
  if (found == games_.end()) return;
  LiveGame& live = found->second;
  const Color mover = live.game.position().turn();
  if (!live.game.play(event.ply.move)) return;  // can't be: the arena checks every move
  live.clocks[at(mover)] = event.ply.clock_left;
  live.notes.push_back({.score = event.ply.score ? to_json(*event.ply.score, mover) : Json(),
                        .clock = event.ply.clock_left,
                        .time = std::chrono::duration_cast<arena::Milliseconds>(event.ply.time)});
  if (live.is_searching) live.views[at(mover)]->end();
  live.is_searching = false;
  publish({{"kind", "moved"},
           {"id", id},
           {"ply", ply_json(live.game, live.game.ply() - 1, live.notes.back(), "score")},
           {"clocks", clocks_json(live)},
           {"legal", legal_json(live.game)},
           {"check", live.game.position().is_check()},
           {"over", over_json(live.game)}});
}

// From the tournament's own thread, like the two that follow.
void MatchTable::note(const arena::GameFinished& event) {
  const arena::Progress progress = tournament_->progress();
  const std::string id = to_string(event.id);
  std::string why = describe(event.record.end, event.record.winner);
  if (!event.record.detail.empty()) why += ": " + clean_text(event.record.detail);
  const std::lock_guard lock(mutex_);
  games_.erase(id);
  finished_.push_back({{"id", id},
                       {"white", name_of(event.white)},
                       {"black", name_of(event.black)},
                       {"result", event.record.result()},
                       {"why", why},
                       {"plies", event.record.plies.size()}});
  if (finished_.size() > kMostFinished) finished_.erase(finished_.begin());
  Json told = finished_.back();
  told["kind"] = "game_finished";
  publish(std::move(told));
  publish_progress(progress);
}

void MatchTable::note(const arena::PlayerDropped& event) {
  const std::lock_guard lock(mutex_);
  publish({{"kind", "player_dropped"}, {"player", name_of(event.player)}, {"why", clean_text(event.why)}});
}

void MatchTable::note(const arena::TournamentEnded& event) {
  const std::lock_guard lock(mutex_);
  publish({{"kind", "ended"}, {"why", clean_text(event.why)}});
}

void MatchTable::publish_progress(const arena::Progress& progress) {
  progress_ = to_json(progress, settings_.tournament);
  Json told = progress_;
  told["kind"] = "progress";
  publish(std::move(told));
}

const std::string& MatchTable::name_of(int player) const {
  return settings_.tournament.players[static_cast<std::size_t>(player)].name;
}

Json MatchTable::clocks_json(const LiveGame& game) const {
  Json json = {{"white", nullptr}, {"black", nullptr}, {"running", nullptr}};
  for (const Color color : {Color::white, Color::black})
    if (game.clocks[at(color)]) json[std::string(to_string(color))] = game.clocks[at(color)]->count();
  if (game.clocks[at(game.game.position().turn())]) json["running"] = to_string(game.game.position().turn());
  return json;
}

Json MatchTable::game_json(const std::string& id, const LiveGame& game) const {
  Json json = {{"id", id},
               {"white", name_of(game.white)},
               {"black", name_of(game.black)},
               {"game", to_json(game.game, {.plies = game.notes})},
               {"clocks", clocks_json(game)},
               {"searches", Json::object()}};
  for (const Color color : {Color::white, Color::black})
    json["searches"][std::string(to_string(color))] = game.views[at(color)]->state();
  return json;
}

Json MatchTable::state() const {
  Json players = Json::array();
  for (std::size_t i = 0; i < settings_.engines.size(); ++i)
    players.push_back({{"name", settings_.tournament.players[i].name}, {"engine", settings_.engines[i]}});
  Json games = Json::array();
  for (const auto& [id, game] : games_) games.push_back(game_json(id, game));
  return {{"kind", "match"},           {"players", std::move(players)}, {"format", settings_.format},
          {"games", std::move(games)}, {"finished", finished_},         {"progress", progress_},
          {"running", is_running_}};
}

std::vector<Table::Search> MatchTable::searches() const {
  std::vector<Search> all;
  for (const auto& [id, game] : games_)
    for (const Color color : {Color::white, Color::black})
      all.push_back({id + " " + std::string(to_string(color)), game.views[at(color)]});
  return all;
}

}  // namespace vitrine::server
