#include "server/guard.h"

#include <arpa/inet.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

namespace vitrine::server {

namespace {

// As long for a wrong answer as for the right one.
bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

bool is_address(std::string_view host) {
  std::array<unsigned char, sizeof(in6_addr)> ignored;
  if (host.starts_with('[') && host.ends_with(']'))
    return ::inet_pton(AF_INET6, std::string(host.substr(1, host.size() - 2)).c_str(), ignored.data()) == 1;
  return ::inet_pton(AF_INET, std::string(host).c_str(), ignored.data()) == 1;
}

bool is_json(std::string_view type) {
  constexpr std::string_view kJson = "application/json";
  if (!type.starts_with(kJson)) return false;
  type.remove_prefix(kJson.size());
  return type.empty() || type.starts_with(';') || type.starts_with(' ');
}

// The value of a name in "a=1; b=2".
std::optional<std::string_view> find_pair(std::string_view list, std::string_view name, char separator) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    std::string_view pair = list.substr(0, end);
    pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
      return pair.substr(name.size() + 1);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return {};
}

bool is_websocket(const Request& head) { return head.count("upgrade") > 0; }

}  // namespace

Response refusal(int status, std::string_view what) {
  const nlohmann::json error = {{"error", {{"what", what}, {"where", ""}}}};
  return {.status = status,
          .type = "application/json",
          .body = error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

std::string make_token() {
  std::array<unsigned char, 16> bytes;
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Guard::Guard(GuardSettings settings) : settings_(std::move(settings)) {}

std::optional<Response> Guard::refuse(const Request& head) const {
  if (auto refused = refuse_host(head)) return refused;
  if (auto refused = refuse_method(head)) return refused;
  if (!knows_token(head) && !welcome(head))
    return refusal(401,
                   "This cabinet is open only to those who have the address that 'vitrine serve' printed.");
  return {};
}

std::optional<Response> Guard::refuse_host(const Request& head) const {
  const auto host = head.header("host");
  if (!host || head.count("host") != 1 || !is_ours(*host)) return refusal(403, "This is not our host name.");
  const auto origin = head.header("origin");
  if (head.count("origin") > 1 || (origin && *origin != "http://" + std::string(*host)))
    return refusal(403, "Pages from elsewhere may not ask here.");
  if (is_websocket(head) && !origin) return refusal(403, "A WebSocket needs an Origin.");
  for (const auto& [name, site] : head.headers)
    if (name == "sec-fetch-site" && site != "same-origin" && site != "none")
      return refusal(403, "Pages from elsewhere may not ask here.");
  return {};
}

std::optional<Response> Guard::refuse_method(const Request& head) const {
  if (is_websocket(head)) {
    if (head.path != kLivePath || head.method != "GET") return refusal(404, "There is no WebSocket here.");
    return {};
  }
  const std::string_view length = head.header("content-length").value_or("0");
  if (head.method == "GET" || head.method == "HEAD") {
    if (length != "0") return refusal(400, "A GET has no body.");
    return {};
  }
  if (head.method != "POST") {
    Response response = refusal(405, "Only GET, HEAD and POST.");
    response.headers.emplace_back("Allow", "GET, HEAD, POST");
    return response;
  }
  if (!head.header("content-length")) return refusal(411, "A POST needs a Content-Length.");
  if (!is_json(head.header("content-type").value_or(""))) return refusal(415, "A POST is application/json.");
  if (head.header("x-vitrine") != "1") return refusal(403, "A POST needs the header X-Vitrine: 1.");
  return {};
}

bool Guard::is_ours(std::string_view host) const {
  std::string_view name = host;
  const std::string port = ":" + std::to_string(settings_.port);
  if (name.ends_with(port))
    name.remove_suffix(port.size());
  else if (settings_.port != 80)
    return false;
  return std::ranges::find(settings_.hosts, name) != settings_.hosts.end() ||
         (settings_.takes_any_address && is_address(name));
}

// Cookies don't know ports, and there may be two cabinets on one machine.
std::string Guard::cookie_name() const { return "vitrine_" + std::to_string(settings_.port); }

bool Guard::knows_token(const Request& head) const {
  if (settings_.token.empty()) return true;
  for (const auto& [name, value] : head.headers)
    if (name == "cookie")
      if (const auto token = find_pair(value, cookie_name(), ';'))
        if (is_same_secret(*token, settings_.token)) return true;
  return false;
}

std::optional<Response> Guard::welcome(const Request& head) const {
  if (settings_.token.empty() || head.method != "GET" || head.path != "/" || is_websocket(head)) return {};
  const auto token = find_pair(head.query, "token", '&');
  if (!token || !is_same_secret(*token, settings_.token)) return {};
  return Response{.status = 303,
                  .headers = {{"Location", "/"},
                              {"Set-Cookie", cookie_name() + "=" + settings_.token +
                                                 "; HttpOnly; SameSite=Strict; Path=/"}}};
}

}  // namespace vitrine::server
