#include "server/api.h"

#include <algorithm>
#include <exception>

namespace vitrine::server {

Response json_response(const Json& json, int status) {
  return {.status = status,
          .type = "application/json",
          .body = to_text(json),
          .headers = {{"Cache-Control", "no-store"}}};
}

Response to_response(const ApiError& error) {
  return json_response({{"error", {{"what", error.what}, {"where", error.where}}}}, error.status);
}

Api::Api(std::vector<Route> routes) : routes_(std::move(routes)) {}

const Route* Api::find(std::string_view path) const {
  const auto found = std::ranges::find(routes_, path, &Route::path);
  return found == routes_.end() ? nullptr : &*found;
}

bool Api::has(std::string_view path) const { return find(path) != nullptr; }

Response Api::answer(const Request& request) const {
  const Json body = Json::parse(request.body, nullptr, false);
  if (body.is_discarded()) return to_response({400, "The body is not JSON.", ""});
  try {
    return json_response(find(request.path)->answer(body));
  } catch (const ApiError& error) {
    return to_response(error);
  } catch (const std::exception& error) {
    return to_response({500, error.what(), ""});
  }
}

}  // namespace vitrine::server
