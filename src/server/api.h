#pragma once

// What can be asked over HTTP: one table of paths and those who answer them. POST only; what GET may read is
// the cabinet's.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/fields.h"
#include "server/http_server.h"

namespace vitrine::server {

// From several threads at once. Throws ApiError.
using Handler = std::function<Json(const Json& request)>;

struct Route {
  std::string path;
  Handler answer;
};

class Api {
 public:
  explicit Api(std::vector<Route> routes);

  [[nodiscard]] bool has(std::string_view path) const;
  // Contract: has(path).
  [[nodiscard]] Response answer(const Request& request) const;

 private:
  [[nodiscard]] const Route* find(std::string_view path) const;

  std::vector<Route> routes_;
};

[[nodiscard]] Response json_response(const Json& json, int status = 200);
[[nodiscard]] Response to_response(const ApiError& error);

}  // namespace vitrine::server
