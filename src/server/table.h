#pragma once

// A table of the cabinet: a board, or several, where something goes on, and those who watch it. Whoever
// watches gets the whole state first and then every event with its number, so that a page always knows
// whether it has seen everything.

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "server/fields.h"
#include "server/search_view.h"
#include "server/viewer.h"

namespace vitrine::server {

class Table {
 public:
  Table(std::string id, std::string kind, std::string title)
      : id_(std::move(id)), kind_(std::move(kind)), title_(std::move(title)) {}
  virtual ~Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::string& kind() const { return kind_; }
  [[nodiscard]] const std::string& title() const { return title_; }

  // Does what a command asks for and returns what to add to its answer. Throws ApiError.
  virtual Json obey(std::string_view command, const Fields& fields) = 0;
  // Ends what goes on, soon; whoever drops the table then waits until it has ended.
  virtual void shut_down() = 0;
  // Nobody has looked on for a while: what only serves those who do may end.
  virtual void rest() {}
  // An engine thinks or may have to.
  [[nodiscard]] virtual bool is_busy() const = 0;

  // True: this is new.
  bool watch(const std::shared_ptr<Viewer>& viewer);
  bool leave(const std::shared_ptr<Viewer>& viewer);
  void send_state(const std::shared_ptr<Viewer>& viewer);
  [[nodiscard]] std::size_t viewers() const;
  // Tells the viewers what is new in one of the searches; which one comes in turn.
  void sample();

 protected:
  struct Search {
    std::string of;
    std::shared_ptr<SearchView> view;
  };

  // Contract of all that follows: mutex_ is held.
  [[nodiscard]] virtual Json state() const = 0;
  [[nodiscard]] virtual std::vector<Search> searches() const = 0;
  // Publishes what has been put by to be told in one event: at each sample, and before a state that has it
  // too.
  virtual void publish_batch() {}
  void publish(Json event);
  // What can't be told by an event.
  void publish_state();

  mutable std::mutex mutex_;

 private:
  [[nodiscard]] Text state_text() const;

  const std::string id_;
  const std::string kind_;
  const std::string title_;
  std::int64_t number_ = 0;  // of the last event
  std::size_t next_sample_ = 0;
  std::vector<std::shared_ptr<Viewer>> viewers_;
};

}  // namespace vitrine::server
