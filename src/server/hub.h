#pragma once

// All tables and all viewers: who opens a table, who watches which, and a clock that takes samples of the
// searches for those who do. Commands come in as JSON and are answered in JSON.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/engine_book.h"
#include "server/http_server.h"
#include "server/table.h"
#include "server/training_table.h"
#include "server/viewer.h"
#include "server/worker_pool.h"

namespace vitrine::server {

struct HubSettings {
  std::size_t tables = 32;
  std::chrono::milliseconds sample_time{50};      // between two samples of a table
  std::chrono::milliseconds rest_after{120'000};  // an analysis or training that nobody looks at ends
};

class Hub {
 public:
  // The book must outlive it.
  explicit Hub(const EngineBook& book, HubSettings settings = {});
  ~Hub();  // ends all tables
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  // A client of /live. It must not outlive the hub.
  [[nodiscard]] std::unique_ptr<Session> open(Wake wake);

 private:
  class Client;
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::shared_ptr<Table> table;
    std::size_t viewers = 0;
    Clock::time_point left_at = Clock::now();  // by the last viewer
  };

  // What to add to the answer. Throws ApiError.
  Json obey(const std::shared_ptr<Viewer>& viewer, const Fields& fields);
  Json open_table(const std::string& command, const Fields& fields);
  void close_table(const std::string& id);
  void watch(const std::shared_ptr<Viewer>& viewer, const std::string& id);
  void leave(const std::shared_ptr<Viewer>& viewer, const std::string& id);
  void leave_all(const std::shared_ptr<Viewer>& viewer);
  void catch_up(const std::weak_ptr<Viewer>& viewer, const std::string& id);

  [[nodiscard]] std::shared_ptr<Table> find(const std::string& id) const;
  void make_room();
  // Drops a table elsewhere: that may take as long as an engine takes to stop.
  void bury(std::shared_ptr<Table> table);
  void tell_tables();
  [[nodiscard]] Text tables_text() const;
  void tick();

  const EngineBook& book_;
  HubSettings settings_;
  TrainingRoom training_room_;
  mutable std::mutex mutex_;  // guards what follows; a table's own lock is never asked for with it held
  std::condition_variable changed_;
  std::map<std::string, Entry> tables_;
  std::vector<std::shared_ptr<Viewer>> viewers_;
  std::int64_t last_id_ = 0;
  bool is_ending_ = false;

  WorkerPool helpers_{1, 100'000};
  WorkerPool undertakers_{2, 100'000};
  std::thread ticker_;
};

}  // namespace vitrine::server
