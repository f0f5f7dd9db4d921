#include "server/analysis_table.h"

#include <algorithm>
#include <chrono>

#include "notation/fen.h"
#include "protocols/clean_text.h"
#include "server/game_json.h"

namespace vitrine::server {

namespace {

constexpr std::size_t kMostLeaving = 8;
constexpr std::size_t kLineLength = 500;
constexpr int kLinesPerSecond = 50;  // of a program's log
constexpr std::size_t kLinesKept = 200;

}  // namespace

AnalysisTable::AnalysisTable(std::string id, chess::Game game, const EngineBook& book)
    : Table(std::move(id), "analysis", "Analysis"), book_(book), game_(std::move(game)) {}

AnalysisTable::~AnalysisTable() {
  shut_down();
  for (const auto& analyst : leaving_) analyst->thread.join();
}

void AnalysisTable::shut_down() {
  const std::lock_guard lock(mutex_);
  for (auto& analyst : analysts_) dismiss(std::move(analyst));
  analysts_.clear();
}

void AnalysisTable::rest() {
  const std::lock_guard lock(mutex_);
  stop_all();
}

bool AnalysisTable::is_busy() const {
  const std::lock_guard lock(mutex_);
  return is_running();
}

bool AnalysisTable::is_running() const {
  return std::ranges::any_of(analysts_, [](const auto& analyst) {
    return analyst->is_thinking || analyst->wanted != analyst->begun;
  });
}

Json AnalysisTable::obey(std::string_view command, const Fields& fields) {
  const std::lock_guard lock(mutex_);
  join_gone();
  if (command == "set_position")
    set_position(fields);
  else if (command == "analyse")
    analyse(fields);
  else if (command == "stop")
    stop_all();
  else if (command == "go_on")
    for (auto& analyst : analysts_) ask(*analyst);
  else
    throw bad_request("An analysis can't do that.", "do");
  return Json::object();
}

void AnalysisTable::set_position(const Fields& fields) {
  const bool was_running = is_running();
  game_ = read_game_fields(fields);
  publish({{"kind", "position"}, {"game", to_json(game_, {})}});
  if (was_running)
    for (auto& analyst : analysts_) ask(*analyst);
}

AnalysisTable::Analyst AnalysisTable::read_analyst(const Fields& fields,
                                                   const arena::TimeControl& time) const {
  Analyst analyst{.id = book_.id_of(fields),
                  .player = book_.read_player(fields),
                  .limits = {.depth = time.depth, .nodes = time.nodes, .move_time = time.move_time}};
  analyst.limits.infinite = time.is_unlimited();
  analyst.limits.multi_pv = static_cast<int>(fields.find_number("multi_pv", 1, 16).value_or(1));
  return analyst;
}

// One that is here already and is set up the same way stays, with all it remembers.
void AnalysisTable::analyse(const Fields& fields) {
  const arena::TimeControl time = read_time(fields, "limit", "no clock");
  std::vector<Analyst> wanted;
  const std::vector<Json> list = fields.list("engines", kMostEngines);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Fields entry(list[i], fields.place("engines") + "[" + std::to_string(i) + "]");
    wanted.push_back(read_analyst(entry, time));
    if (std::ranges::count(wanted, wanted.back().id, &Analyst::id) > 1)
      throw bad_request("This engine is there already.", entry.place("engine"));
  }
  if (leaving_.size() >= kMostLeaving)
    throw bad_request("Engines that were stopped still run.", "engines", 429);

  Analysts before = std::move(analysts_);
  analysts_.clear();
  for (Analyst& next : wanted) {
    const auto same = std::ranges::find_if(
        before, [&](const auto& old) { return old && old->id == next.id && old->player == next.player; });
    if (same != before.end()) {
      analysts_.push_back(std::move(*same));
      analysts_.back()->limits = next.limits;
    } else {
      analysts_.push_back(std::make_unique<Analyst>(std::move(next)));
      analysts_.back()->thread = std::thread([this, analyst = analysts_.back().get()] { work(*analyst); });
    }
    ask(*analysts_.back());
  }
  for (auto& old : before)
    if (old) dismiss(std::move(old));
}

void AnalysisTable::ask(Analyst& analyst) {
  ++analyst.wanted;
  analyst.stop.request_stop();
  changed_.notify_all();
}

void AnalysisTable::stop_all() {
  for (auto& analyst : analysts_) {
    analyst->begun = analyst->wanted;
    analyst->stop.request_stop();
  }
  changed_.notify_all();
}

void AnalysisTable::dismiss(std::unique_ptr<Analyst> analyst) {
  analyst->is_leaving = true;
  analyst->stop.request_stop();
  leaving_.push_back(std::move(analyst));
  changed_.notify_all();
}

void AnalysisTable::join_gone() {
  std::erase_if(leaving_, [](const auto& analyst) {
    if (!analyst->is_gone) return false;
    analyst->thread.join();
    return true;
  });
}

void AnalysisTable::work(Analyst& analyst) {
  std::unique_ptr<engines::Engine> engine;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return analyst.is_leaving || analyst.wanted != analyst.begun; });
    if (analyst.is_leaving) break;
    think(analyst, engine, lock);
  }
  lock.unlock();
  engine.reset();  // a program may take a while to go
  lock.lock();
  analyst.is_gone = true;
}

void AnalysisTable::think(Analyst& analyst, std::unique_ptr<engines::Engine>& engine,
                          std::unique_lock<std::mutex>& lock) {
  const int number = analyst.begun = analyst.wanted;
  const chess::Game game = game_;
  const engines::Limits limits = analyst.limits;
  const notation::CastlingText style = castling_text(game.start());
  analyst.stop = {};
  const std::stop_token stop = analyst.stop.get_token();
  analyst.is_thinking = true;
  analyst.view->begin(game.position(), style);
  publish({{"kind", "started"}, {"engine", analyst.id}});
  lock.unlock();

  Json event = {{"kind", "ended"}, {"engine", analyst.id}, {"best", nullptr}};
  try {
    if (!engine) engine = book_.make(analyst.player, make_log(analyst));
    if (game.position().has_legal_moves()) {
      const engines::Choice choice = engine->choose(
          game, limits, [&](const engines::Report& report) { analyst.view->hear(report); }, {.stop = stop});
      if (choice.move && game.position().is_legal(*choice.move))
        event["best"] = notation::to_uci(*choice.move, style);
    }
  } catch (const std::exception& error) {
    event = {{"kind", "engine_failed"}, {"engine", analyst.id}, {"why", protocols::clean_text(error.what())}};
    engine.reset();
  }

  lock.lock();
  // An engine that has seen all there is answers early; without a limit the search goes on until it is
  // stopped all the same, so that the next position is looked at as well.
  if (limits.infinite && engine) changed_.wait(lock, [&] { return stop.stop_requested(); });
  analyst.view->end();
  analyst.is_thinking = false;
  if (number == analyst.wanted && !analyst.is_leaving) publish(std::move(event));
}

// A program that floods us floods nobody else: of each second so many lines are told.
LineListener AnalysisTable::make_log(const Analyst& analyst) {
  using Steady = std::chrono::steady_clock;
  return
      [this, &analyst, begin = Steady::now(), told = 0](bool is_from_engine, std::string_view line) mutable {
        if (Steady::now() - begin >= std::chrono::seconds(1)) {
          begin = Steady::now();
          told = 0;
        }
        if (++told > kLinesPerSecond + 1) return;
        const std::string text =
            told > kLinesPerSecond
                ? "(more lines than can be shown)"
                : (is_from_engine ? "< " : "> ") + protocols::clean_text(line.substr(0, kLineLength));
        note_line(analyst, text);
      };
}

void AnalysisTable::note_line(const Analyst& analyst, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (analyst.is_leaving) return;
  if (log_.size() == kLinesKept) log_.pop_front();
  log_.push_back({{"engine", analyst.id}, {"line", line}});
  untold_ = std::min(untold_ + 1, log_.size());
}

// Programs write many lines at once; one by one they would make viewers fall behind, and miss what matters
// more.
void AnalysisTable::publish_batch() {
  if (untold_ == 0) return;
  publish({{"kind", "log"},
           {"lines", Json::array_t(log_.end() - static_cast<std::ptrdiff_t>(untold_), log_.end())}});
  untold_ = 0;
}

Json AnalysisTable::state() const {
  Json searches = Json::object();
  for (const auto& analyst : analysts_) searches[analyst->id] = analyst->view->state();
  return {{"kind", "analysis"},
          {"game", to_json(game_, {})},
          {"searches", std::move(searches)},
          {"log", log_},
          {"running", is_running()}};
}

std::vector<Table::Search> AnalysisTable::searches() const {
  std::vector<Search> all;
  for (const auto& analyst : analysts_) all.push_back({analyst->id, analyst->view});
  return all;
}

}  // namespace vitrine::server
