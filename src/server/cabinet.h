#pragma once

// The cabinet as a service: the page, the questions that can be asked, and the tables that can be watched,
// behind the guard.

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "server/api.h"
#include "server/assets.h"
#include "server/engine_book.h"
#include "server/guard.h"
#include "server/http_server.h"
#include "server/hub.h"
#include "server/trace_api.h"

namespace vitrine::server {

struct CabinetSettings {
  GuardSettings guard = {};
  HubSettings hub = {};
  std::string version = {};
  std::vector<Route> more_routes = {};  // besides the server's own
};

class Cabinet final : public Service {
 public:
  // The book must outlive it.
  Cabinet(CabinetSettings settings, const EngineBook& book);
  ~Cabinet() override;  // a traced search that runs ends

  [[nodiscard]] std::optional<Response> refuse(const Request& head) override;
  [[nodiscard]] Response answer(const Request& request) override;
  [[nodiscard]] std::unique_ptr<Session> open(Wake wake) override { return hub_.open(std::move(wake)); }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> headers() const override;

  // Ends what computes for a request. To be called before the server is stopped.
  void stop() { stop_.request_stop(); }

 private:
  [[nodiscard]] std::vector<Route> routes(std::vector<Route> more);

  Guard guard_;
  std::stop_source stop_;
  TraceApi traces_;
  Api api_;
  Json roster_;
  Hub hub_;
};

}  // namespace vitrine::server
