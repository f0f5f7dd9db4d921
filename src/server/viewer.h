#pragma once

// One who looks on: what waits to be sent to a client, and how much of it may be left out. Answers and the
// events of games are not left out, samples of searches give way to newer ones, and who falls too far behind
// gets a table's whole state instead of what he has missed.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace vitrine::server {

using Text = std::shared_ptr<const std::string>;  // one text for many viewers

class Viewer {
 public:
  // Numbered messages and depths of a table that may wait; of more, nothing is kept but that its state is
  // wanted. Also the number of answers that may wait before nothing more is read.
  static constexpr std::size_t kQueue = 8;
  static constexpr std::size_t kDepths = 64;

  // `wake` is called when there is something to send, `catch_up` when a table's state is wanted (again), both
  // with a lock held.
  Viewer(std::function<void()> wake, std::function<void(const std::string& table)> catch_up);

  void push_answer(Text text);
  void push_tables(Text text);  // the newest counts
  void push_state(const std::string& table, Text text);
  void push_event(const std::string& table, Text text);
  void push_sample(const std::string& table, const std::string& of, Text text);
  void push_depth(const std::string& table, Text text);
  // Nothing of this table is to be sent any more.
  void forget(const std::string& table);

  [[nodiscard]] Text next();
  [[nodiscard]] bool is_full() const;
  // Nothing is called after this, and nothing kept.
  void close();

 private:
  enum class Kind { answer, tables, state, event, depth, sample };
  struct Entry {
    Kind kind;
    std::string table;
    std::string of;
    Text text;
  };

  void push(Entry entry);
  void replace(Entry entry);
  // Drops what waits of the table and asks for its state, if one more of that kind would be too much.
  [[nodiscard]] bool falls_behind(const std::string& table, Kind kind, std::size_t most);
  void drop(const std::string& table);

  mutable std::mutex mutex_;
  std::function<void()> wake_;
  std::function<void(const std::string&)> catch_up_;
  std::deque<Entry> queue_;
  std::set<std::string> behind_;  // tables whose state is on its way
};

}  // namespace vitrine::server
