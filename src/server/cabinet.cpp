#include "server/cabinet.h"

#include "server/evaluation_api.h"
#include "server/game_json.h"
#include "server/time_api.h"

namespace vitrine::server {

namespace {

constexpr std::string_view kRosterPath = "/api/roster";

// No script but our own files; pieces are pictures inside the style sheet. Styles may only be set by script.
constexpr const char* kContentPolicy =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

}  // namespace

Cabinet::Cabinet(CabinetSettings settings, const EngineBook& book)
    : guard_(std::move(settings.guard)),
      api_(routes(std::move(settings.more_routes))),
      roster_(book.roster(settings.version)),
      hub_(book, settings.hub) {}

Cabinet::~Cabinet() { stop(); }

std::vector<Route> Cabinet::routes(std::vector<Route> more) {
  std::vector<Route> all = {
      {"/api/game", answer_game},
      {"/api/evaluation", answer_evaluation},
      {"/api/time", answer_time},
      {"/api/trace", [this](const Json& request) { return traces_.start(request, stop_.get_token()); }},
      {"/api/trace/children", [this](const Json& request) { return traces_.children(request); }},
  };
  for (Route& route : more) all.push_back(std::move(route));
  return all;
}

std::optional<Response> Cabinet::refuse(const Request& head) {
  if (auto refused = guard_.refuse(head)) return refused;
  const bool is_post = head.method == "POST";
  if (is_post && !api_.has(head.path)) return refusal(404, "There is nothing to ask here.");
  if (!is_post && api_.has(head.path)) {
    Response refused = refusal(405, "This is asked with POST.");
    refused.headers.emplace_back("Allow", "POST");
    return refused;
  }
  return {};
}

Response Cabinet::answer(const Request& request) {
  if (request.method == "POST") return api_.answer(request);
  if (auto welcome = guard_.welcome(request)) return *std::move(welcome);
  if (request.path == kRosterPath) return json_response(roster_);
  return answer_asset(request, embedded_assets());
}

std::vector<std::pair<std::string, std::string>> Cabinet::headers() const {
  return {{"Content-Security-Policy", kContentPolicy},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

}  // namespace vitrine::server
