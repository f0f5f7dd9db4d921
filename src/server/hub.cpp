#include "server/hub.h"

#include <algorithm>
#include <utility>

#include "server/analysis_table.h"
#include "server/game_table.h"
#include "server/match_table.h"
#include "server/training_table.h"

namespace vitrine::server {

// A page that is open somewhere.
class Hub::Client final : public Session {
 public:
  Client(Hub& hub, std::shared_ptr<Viewer> viewer) : hub_(hub), viewer_(std::move(viewer)) {}
  ~Client() override {
    viewer_->close();
    hub_.leave_all(viewer_);
  }

  void receive(std::string_view text) override {
    Json answer = {{"answer", nullptr}, {"ok", true}};
    try {
      const Json command = Json::parse(text);
      const Fields fields(command);
      if (const auto call = fields.find_number("call", 0, std::int64_t{1} << 53)) answer["answer"] = *call;
      answer.update(hub_.obey(viewer_, fields));
    } catch (const ApiError& error) {
      answer["ok"] = false;
      answer["error"] = {{"what", error.what}, {"where", error.where}};
    } catch (const Json::exception&) {
      answer["ok"] = false;
      answer["error"] = {{"what", "This is not a command in JSON."}, {"where", ""}};
    } catch (const std::exception& error) {
      answer["ok"] = false;
      answer["error"] = {{"what", error.what()}, {"where", ""}};
    }
    viewer_->push_answer(std::make_shared<const std::string>(to_text(answer)));
  }

  [[nodiscard]] Text next() override { return viewer_->next(); }
  [[nodiscard]] bool is_full() const override { return viewer_->is_full(); }

 private:
  Hub& hub_;
  std::shared_ptr<Viewer> viewer_;
};

Hub::Hub(const EngineBook& book, HubSettings settings) : book_(book), settings_(settings) {
  ticker_ = std::thread([this] { tick(); });
}

Hub::~Hub() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  ticker_.join();
  helpers_.stop();
  for (const auto& [id, entry] : tables_) entry.table->shut_down();  // all at once, then wait for each
  tables_.clear();
}

std::unique_ptr<Session> Hub::open(Wake wake) {
  // It only asks for a state when a table has it in its list; whoever is in no list asks for nothing.
  auto slot = std::make_shared<std::weak_ptr<Viewer>>();
  auto viewer = std::make_shared<Viewer>(std::move(wake), [this, slot](const std::string& table) {
    // With the table's lock held: the state is fetched by somebody else.
    (void)helpers_.post([this, viewer = *slot, table] { catch_up(viewer, table); });
  });
  *slot = viewer;
  {
    const std::lock_guard lock(mutex_);
    viewers_.push_back(viewer);
    viewer->push_tables(tables_text());
  }
  return std::make_unique<Client>(*this, std::move(viewer));
}

void Hub::catch_up(const std::weak_ptr<Viewer>& viewer, const std::string& id) {
  const auto who = viewer.lock();
  if (!who) return;
  std::shared_ptr<Table> table;
  {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found == tables_.end()) return;
    table = found->second.table;
  }
  table->send_state(who);
}

Json Hub::obey(const std::shared_ptr<Viewer>& viewer, const Fields& fields) {
  const std::string command = fields.text("do");
  if (command == "ping") return Json::object();
  if (command.starts_with("new_")) return open_table(command, fields);
  const std::string id = fields.text("table");
  if (command == "leave")
    leave(viewer, id);
  else if (command == "watch")
    watch(viewer, id);
  else if (command == "close")
    close_table(id);
  else
    return find(id)->obey(command, fields);
  return Json::object();
}

std::shared_ptr<Table> Hub::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(id);
  if (found == tables_.end()) throw bad_request("This table is gone.", "table", 404);
  return found->second.table;
}

Json Hub::open_table(const std::string& command, const Fields& fields) {
  make_room();
  std::string id;
  {
    const std::lock_guard lock(mutex_);
    id = std::to_string(++last_id_);
  }
  std::shared_ptr<Table> table;
  if (command == "new_game")
    table = std::make_shared<GameTable>(id, read_game_table(fields, book_), book_);
  else if (command == "new_analysis")
    table = std::make_shared<AnalysisTable>(id, read_game_fields(fields), book_);
  else if (command == "new_match")
    table = std::make_shared<MatchTable>(id, read_match_table(fields, book_), book_);
  else if (command == "new_training")
    table = std::make_shared<TrainingTable>(id, read_training_table(fields), training_room_);
  else
    throw bad_request("There is no such command.", "do");
  {
    const std::lock_guard lock(mutex_);
    tables_[id] = {.table = std::move(table)};
  }
  changed_.notify_all();
  tell_tables();
  return {{"table", id}};
}

// Tables that nobody looks at and where nothing goes on make place for new ones, the oldest first.
void Hub::make_room() {
  std::vector<std::pair<std::int64_t, std::shared_ptr<Table>>> idle;
  std::size_t count = 0;
  {
    const std::lock_guard lock(mutex_);
    count = tables_.size();
    for (const auto& [id, entry] : tables_)
      if (entry.viewers == 0) idle.emplace_back(std::stoll(id), entry.table);
  }
  if (count < settings_.tables) return;
  std::ranges::sort(idle, std::less(), &std::pair<std::int64_t, std::shared_ptr<Table>>::first);
  for (const auto& [number, table] : idle)
    if (!table->is_busy()) return close_table(table->id());
  throw bad_request("There are " + std::to_string(count) + " tables already; close one first.", "", 429);
}

void Hub::close_table(const std::string& id) {
  std::shared_ptr<Table> table;
  {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found == tables_.end()) throw bad_request("This table is gone.", "table", 404);
    table = std::move(found->second.table);
    tables_.erase(found);
  }
  table->shut_down();
  bury(std::move(table));
  tell_tables();
}

void Hub::bury(std::shared_ptr<Table> table) {
  (void)undertakers_.post([table = std::move(table)]() mutable { table.reset(); });
}

void Hub::watch(const std::shared_ptr<Viewer>& viewer, const std::string& id) {
  if (!find(id)->watch(viewer)) return;
  {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found != tables_.end()) ++found->second.viewers;
  }
  tell_tables();
}

void Hub::leave(const std::shared_ptr<Viewer>& viewer, const std::string& id) {
  if (!find(id)->leave(viewer)) return;
  {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    if (found == tables_.end()) return;
    --found->second.viewers;
    found->second.left_at = Clock::now();
  }
  tell_tables();
}

void Hub::leave_all(const std::shared_ptr<Viewer>& viewer) {
  std::vector<std::string> ids;
  {
    const std::lock_guard lock(mutex_);
    std::erase(viewers_, viewer);
    for (const auto& [id, entry] : tables_) ids.push_back(id);
  }
  for (const std::string& id : ids) {
    try {
      leave(viewer, id);
    } catch (const ApiError&) {  // closed meanwhile
    }
  }
}

void Hub::tell_tables() {
  const std::lock_guard lock(mutex_);
  const Text text = tables_text();
  for (const auto& viewer : viewers_) viewer->push_tables(text);
}

Text Hub::tables_text() const {
  Json list = Json::array();
  for (const auto& [id, entry] : tables_)
    list.push_back({{"id", id},
                    {"kind", entry.table->kind()},
                    {"title", entry.table->title()},
                    {"viewers", entry.viewers}});
  return std::make_shared<const std::string>(to_text({{"tables", std::move(list)}}));
}

void Hub::tick() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    if (tables_.empty()) {
      changed_.wait(lock, [&] { return is_ending_ || !tables_.empty(); });
      continue;
    }
    const auto next = Clock::now() + settings_.sample_time;
    std::vector<std::shared_ptr<Table>> watched;
    std::vector<std::shared_ptr<Table>> left;
    for (const auto& [id, entry] : tables_) {
      if (entry.viewers > 0)
        watched.push_back(entry.table);
      else if (Clock::now() - entry.left_at > settings_.rest_after)
        left.push_back(entry.table);
    }
    lock.unlock();
    for (const auto& table : watched) table->sample();
    for (const auto& table : left) table->rest();
    watched.clear();
    for (auto& table : left) bury(std::move(table));  // in case it was the last to know of one
    lock.lock();
    changed_.wait_until(lock, next, [&] { return is_ending_; });
  }
}

}  // namespace vitrine::server
