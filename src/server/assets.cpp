#include "server/assets.h"

#include <algorithm>
#include <string>

#include "server/guard.h"

namespace vitrine::server {

namespace {

// "gzip" is among "br;q=1, gzip, deflate" and not forbidden by q=0.
bool takes_gzip(const Request& request) {
  const std::string list(request.header("accept-encoding").value_or(""));
  const std::size_t place = list.find("gzip");
  if (place == std::string::npos) return false;
  const std::string rest = list.substr(place + 4, std::min(list.find(',', place), list.size()) - place - 4);
  return rest.find("q=0") == std::string::npos || rest.find("q=0.") != std::string::npos;
}

}  // namespace

Response answer_asset(const Request& request, std::span<const Asset> assets) {
  const auto found = std::ranges::find(assets, request.path, &Asset::path);
  if (found == assets.end()) return refusal(404, "There is no such page.");
  // Names under /assets hold a hash of their content; the others may change with the next version.
  const bool is_for_ever = found->path.starts_with("/assets/");
  Response response{.headers = {{"ETag", std::string(found->tag)},
                                {"Vary", "Accept-Encoding"},
                                {"Cache-Control", is_for_ever ? "max-age=31536000, immutable" : "no-cache"}}};
  if (request.header("if-none-match") == found->tag) {
    response.status = 304;
    return response;
  }
  response.type = found->type;
  if (takes_gzip(request)) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = found->gzip;
  } else {
    response.body = found->bytes;
  }
  return response;
}

}  // namespace vitrine::server
