#pragma once

// Who may ask this server for something. Any page on the web can make its visitor's browser send requests to
// a server on loopback; only pages of our own may have answers. So each request must name us as its host (a
// foreign name that resolves to loopback does not), come from our own origin if it says from where, and
// carry what a foreign page can't add when it changes something.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http_server.h"

namespace vitrine::server {

inline constexpr std::string_view kLivePath = "/live";

struct GuardSettings {
  std::vector<std::string> hosts = {"127.0.0.1", "localhost", "[::1]"};  // as in a URL
  bool takes_any_address = false;  // any host that is an IP address, but no other name
  std::uint16_t port = 80;
  std::string token = {};  // empty: none is asked for
};

class Guard {
 public:
  explicit Guard(GuardSettings settings);

  [[nodiscard]] std::optional<Response> refuse(const Request& head) const;

  // What sends a browser that came with the right token in its URL on, with a cookie in its place.
  [[nodiscard]] std::optional<Response> welcome(const Request& head) const;

 private:
  [[nodiscard]] std::optional<Response> refuse_host(const Request& head) const;
  [[nodiscard]] std::optional<Response> refuse_method(const Request& head) const;
  [[nodiscard]] bool is_ours(std::string_view host) const;
  [[nodiscard]] bool knows_token(const Request& head) const;
  [[nodiscard]] std::string cookie_name() const;

  GuardSettings settings_;
};

// {"error": {"what": …, "where": ""}}
[[nodiscard]] Response refusal(int status, std::string_view what);

// 128 random bits as hexadecimal digits. Throws std::system_error if the system has none.
[[nodiscard]] std::string make_token();

}  // namespace vitrine::server
