#include "server/trace_api.h"

#include <numeric>

#include "lab/trace_sheet.h"

namespace vitrine::server {

namespace {

constexpr std::int64_t kMostNodes = 200'000;
constexpr int kMostDepth = 100;
constexpr std::size_t kMostKept = 16;
constexpr std::size_t kMostRecordsKept = 2'000'000;  // some 100 MB

}  // namespace

Json TraceApi::start(const Json& request, const std::stop_token& stop) {
  const Fields fields(request);
  const chess::Game game = read_game_fields(fields);
  engines::TraceLimits limits{.nodes = static_cast<std::uint64_t>(fields.number("nodes", 1, kMostNodes))};
  if (const auto depth = fields.find_number("depth", 1, kMostDepth)) limits.depth = static_cast<int>(*depth);
  if (!game.position().has_legal_moves())
    throw bad_request("There is no legal move in this position.", fields.place("fen"));
  auto trace = std::make_shared<const engines::SearchTrace>(engines::trace_search(game, limits, stop));
  Json json = lab::trace_summary_json(*trace);
  json["trace"] = keep(std::move(trace));
  return json;
}

Json TraceApi::children(const Json& request) const {
  constexpr std::int64_t kLargest = std::int64_t{1} << 53;  // a page's numbers are exact up to here
  const Fields fields(request);
  const auto trace = find(fields.number("trace", 1, kLargest));
  const auto number = static_cast<std::uint64_t>(fields.number("node", 0, kLargest));
  if (!trace) throw bad_request("This search has been forgotten: run it again.", "trace", 404);
  const auto node = lab::find_trace_node(*trace, number);
  if (!node) throw bad_request("There is no such node.", "node", 404);
  Json children = Json::array();
  if (!node->is_left_out) children = lab::trace_children_json(*trace, node->node);
  return {{"children", std::move(children)}};
}

std::int64_t TraceApi::keep(std::shared_ptr<const engines::SearchTrace> trace) {
  const std::scoped_lock lock(mutex_);
  kept_.push_back({++last_id_, std::move(trace)});
  const auto records = [&] {
    return std::accumulate(kept_.begin(), kept_.end(), std::size_t{0},
                           [](std::size_t sum, const Kept& one) { return sum + one.trace->nodes().size(); });
  };
  while (kept_.size() > 1 && (kept_.size() > kMostKept || records() > kMostRecordsKept)) kept_.pop_front();
  return last_id_;
}

std::shared_ptr<const engines::SearchTrace> TraceApi::find(std::int64_t id) const {
  const std::scoped_lock lock(mutex_);
  for (const Kept& one : kept_)
    if (one.id == id) return one.trace;
  return {};
}

}  // namespace vitrine::server
