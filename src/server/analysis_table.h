#pragma once

// A position that several engines look at side by side, for as long as somebody wants to know. Each thinks on
// a thread of its own; another position starts them all again.

#include <condition_variable>
#include <deque>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "chess/game.h"
#include "engines/engine.h"
#include "server/engine_book.h"
#include "server/table.h"

namespace vitrine::server {

class AnalysisTable final : public Table {
 public:
  static constexpr std::size_t kMostEngines = 4;

  AnalysisTable(std::string id, chess::Game game, const EngineBook& book);
  ~AnalysisTable() override;

  Json obey(std::string_view command, const Fields& fields) override;
  void shut_down() override;
  void rest() override;
  [[nodiscard]] bool is_busy() const override;

 protected:
  [[nodiscard]] Json state() const override;
  [[nodiscard]] std::vector<Search> searches() const override;
  void publish_batch() override;

 private:
  // All but the thread is guarded by the table's lock.
  struct Analyst {
    std::string id;
    arena::Player player;
    engines::Limits limits;
    std::shared_ptr<SearchView> view = std::make_shared<SearchView>();
    int wanted = 0;  // searches asked for …
    int begun = 0;   // … and begun
    bool is_thinking = false;
    bool is_leaving = false;
    bool is_gone = false;
    std::stop_source stop = {};
    std::thread thread = {};
  };
  using Analysts = std::vector<std::unique_ptr<Analyst>>;

  void set_position(const Fields& fields);
  void analyse(const Fields& fields);
  void ask(Analyst& analyst);
  void stop_all();
  void dismiss(std::unique_ptr<Analyst> analyst);
  void join_gone();
  [[nodiscard]] Analyst read_analyst(const Fields& fields, const arena::TimeControl& time) const;
  [[nodiscard]] bool is_running() const;

  // An analyst's thread.
  void work(Analyst& analyst);
  void think(Analyst& analyst, std::unique_ptr<engines::Engine>& engine, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] LineListener make_log(const Analyst& analyst);
  void note_line(const Analyst& analyst, const std::string& line);

  const EngineBook& book_;
  chess::Game game_;
  Analysts analysts_;
  Analysts leaving_;
  std::deque<Json> log_;    // what programs and we said to each other, the last of it
  std::size_t untold_ = 0;  // lines at its end that no viewer has seen
  std::condition_variable changed_;
};

}  // namespace vitrine::server
