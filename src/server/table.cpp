#include "server/table.h"

#include <algorithm>

namespace vitrine::server {

namespace {

Text share(const Json& json) { return std::make_shared<const std::string>(to_text(json)); }

}  // namespace

Text Table::state_text() const { return share({{"table", id_}, {"seq", number_}, {"state", state()}}); }

bool Table::watch(const std::shared_ptr<Viewer>& viewer) {
  const std::lock_guard lock(mutex_);
  publish_batch();
  const bool is_new = std::ranges::find(viewers_, viewer) == viewers_.end();
  if (is_new) viewers_.push_back(viewer);
  viewer->push_state(id_, state_text());
  return is_new;
}

bool Table::leave(const std::shared_ptr<Viewer>& viewer) {
  const std::lock_guard lock(mutex_);
  viewer->forget(id_);
  return std::erase(viewers_, viewer) > 0;
}

void Table::send_state(const std::shared_ptr<Viewer>& viewer) {
  const std::lock_guard lock(mutex_);
  publish_batch();
  if (std::ranges::find(viewers_, viewer) != viewers_.end()) viewer->push_state(id_, state_text());
}

std::size_t Table::viewers() const {
  const std::lock_guard lock(mutex_);
  return viewers_.size();
}

void Table::publish(Json event) {
  ++number_;
  if (viewers_.empty()) return;
  const Text text = share({{"table", id_}, {"seq", number_}, {"event", std::move(event)}});
  for (const auto& viewer : viewers_) viewer->push_event(id_, text);
}

void Table::publish_state() {
  publish_batch();
  ++number_;
  if (viewers_.empty()) return;
  const Text text = state_text();
  for (const auto& viewer : viewers_) viewer->push_state(id_, text);
}

void Table::sample() {
  const std::lock_guard lock(mutex_);
  if (viewers_.empty()) return;
  publish_batch();
  const std::vector<Search> all = searches();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Search& search = all[(next_sample_ + i) % all.size()];
    auto sample = search.view->take_sample();
    if (!sample) continue;
    next_sample_ = (next_sample_ + i + 1) % all.size();
    sample->search["of"] = search.of;
    for (Json& depth : sample->finished_depths) {
      Json told = sample->search;
      told["depth_finished"] = std::move(depth);
      const Text text = share({{"table", id_}, {"search", std::move(told)}});
      for (const auto& viewer : viewers_) viewer->push_depth(id_, text);
    }
    if (sample->finished_depths.empty()) {
      const Text text = share({{"table", id_}, {"search", std::move(sample->search)}});
      for (const auto& viewer : viewers_) viewer->push_sample(id_, search.of, text);
    }
    return;
  }
}

}  // namespace vitrine::server
