#pragma once

// POST /api/trace and /api/trace/children: a search laid open, and kept for a while so that a page can open
// one node after the other. The same as `vitrine trace` tells. Safe to call from several threads; throws
// ApiError.

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>

#include "engines/trace.h"
#include "server/fields.h"

namespace vitrine::server {

class TraceApi {
 public:
  // {"fen", "moves"?, "nodes", "depth"?}
  [[nodiscard]] Json start(const Json& request, const std::stop_token& stop = {});
  // {"trace", "node"}
  [[nodiscard]] Json children(const Json& request) const;

 private:
  struct Kept {
    std::int64_t id;
    std::shared_ptr<const engines::SearchTrace> trace;
  };
  [[nodiscard]] std::int64_t keep(std::shared_ptr<const engines::SearchTrace> trace);
  [[nodiscard]] std::shared_ptr<const engines::SearchTrace> find(std::int64_t id) const;

  mutable std::mutex mutex_;
  std::deque<Kept> kept_;  // the oldest first
  std::int64_t last_id_ = 0;
};

}  // namespace vitrine::server
