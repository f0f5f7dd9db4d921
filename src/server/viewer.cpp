#include "server/viewer.h"

#include <algorithm>
#include <utility>

namespace vitrine::server {

Viewer::Viewer(std::function<void()> wake, std::function<void(const std::string&)> catch_up)
    : wake_(std::move(wake)), catch_up_(std::move(catch_up)) {}

void Viewer::push(Entry entry) {
  if (!wake_) return;
  queue_.push_back(std::move(entry));
  wake_();
}

// The newer one goes to the back, so that it doesn't overtake an event that came before it.
void Viewer::replace(Entry entry) {
  std::erase_if(queue_, [&](const Entry& old) {
    return old.kind == entry.kind && old.table == entry.table && old.of == entry.of;
  });
  push(std::move(entry));
}

void Viewer::drop(const std::string& table) {
  std::erase_if(queue_, [&](const Entry& entry) {
    return entry.kind != Kind::answer && entry.kind != Kind::tables && entry.table == table;
  });
}

bool Viewer::falls_behind(const std::string& table, Kind kind, std::size_t most) {
  if (behind_.contains(table)) return true;
  const auto waiting = std::ranges::count_if(
      queue_, [&](const Entry& entry) { return entry.kind == kind && entry.table == table; });
  if (static_cast<std::size_t>(waiting) < most) return false;
  drop(table);
  behind_.insert(table);
  if (catch_up_) catch_up_(table);
  return true;
}

void Viewer::push_answer(Text text) {
  const std::lock_guard lock(mutex_);
  push({Kind::answer, {}, {}, std::move(text)});
}

void Viewer::push_tables(Text text) {
  const std::lock_guard lock(mutex_);
  replace({Kind::tables, {}, {}, std::move(text)});
}

void Viewer::push_state(const std::string& table, Text text) {
  const std::lock_guard lock(mutex_);
  behind_.erase(table);
  drop(table);
  push({Kind::state, table, {}, std::move(text)});
}

void Viewer::push_event(const std::string& table, Text text) {
  const std::lock_guard lock(mutex_);
  if (!falls_behind(table, Kind::event, kQueue)) push({Kind::event, table, {}, std::move(text)});
}

void Viewer::push_depth(const std::string& table, Text text) {
  const std::lock_guard lock(mutex_);
  if (!falls_behind(table, Kind::depth, kDepths)) push({Kind::depth, table, {}, std::move(text)});
}

void Viewer::push_sample(const std::string& table, const std::string& of, Text text) {
  const std::lock_guard lock(mutex_);
  if (!behind_.contains(table)) replace({Kind::sample, table, of, std::move(text)});
}

void Viewer::forget(const std::string& table) {
  const std::lock_guard lock(mutex_);
  drop(table);
  behind_.erase(table);
}

Text Viewer::next() {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return {};
  Text text = std::move(queue_.front().text);
  queue_.pop_front();
  return text;
}

bool Viewer::is_full() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::count(queue_, Kind::answer, &Entry::kind) >= static_cast<long>(kQueue);
}

void Viewer::close() {
  const std::lock_guard lock(mutex_);
  wake_ = nullptr;
  catch_up_ = nullptr;
  queue_.clear();
}

}  // namespace vitrine::server
