#include "server/guard.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace vitrine::server {
namespace {

const Guard kGuard({.port = 8080});

Request request(const std::string& method, std::vector<std::pair<std::string, std::string>> headers) {
  return {.method = method, .path = "/", .query = {}, .headers = std::move(headers), .body = {}};
}
int status(const Request& head) {
  const auto refused = kGuard.refuse(head);
  return refused ? refused->status : 0;
}

TEST(Guard, knows_its_own_names) {
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "[::1]:8080"}) {
    EXPECT_EQ(status(request("GET", {{"host", host}})), 0) << host;
    EXPECT_EQ(status(request("GET", {{"host", host}, {"origin", std::string("http://") + host}})), 0) << host;
  }
  EXPECT_FALSE(Guard({.port = 80}).refuse(request("GET", {{"host", "localhost"}})));  // as browsers write it
}

// A name that is a letter longer, in another case, with another port, with a user, resolved by a rebinding
// server …
std::vector<std::string> bad_hosts() {
  std::vector<std::string> hosts = {"",
                                    "localhost",
                                    "127.0.0.1",
                                    "127.0.0.1:80",
                                    "127.0.0.1:80800",
                                    "127.0.0.1:08080",
                                    "127.0.0.1.:8080",
                                    "127.0.0.2:8080",
                                    "127.1:8080",
                                    "2130706433:8080",
                                    "0.0.0.0:8080",
                                    "0x7f000001:8080",
                                    "[::]:8080",
                                    "[::ffff:127.0.0.1]:8080",
                                    "::1:8080",
                                    "localhost:8080:8080",
                                    "localhost.evil.example:8080",
                                    "127.0.0.1.nip.io:8080",
                                    "evil.example#localhost:8080",
                                    "user@localhost:8080",
                                    " localhost:8080",
                                    "localhost:8080 ",
                                    "localhost:8080,evil.example",
                                    "rebind.example:8080"};
  base::Rng rng(20);
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789.-:[]@#/%";
  while (hosts.size() < 1000) {
    std::string host;
    for (std::uint64_t i = 1 + rng.next() % 20; i > 0; --i) host += kLetters[rng.next() % kLetters.size()];
    hosts.push_back(rng.next() % 2 == 0 ? host + ":8080" : "localhost" + host);
  }
  return hosts;
}

TEST(Guard, refuses_a_thousand_other_hosts) {
  for (const std::string& host : bad_hosts())
    EXPECT_EQ(status(request("GET", {{"host", host}})), 403) << host;
  EXPECT_EQ(status(request("GET", {})), 403);
  EXPECT_EQ(status(request("GET", {{"host", "localhost:8080"}, {"host", "localhost:8080"}})), 403);
}

TEST(Guard, refuses_a_thousand_other_origins) {
  std::vector<std::string> origins = {"null", "https://localhost:8080", "http://localhost:8080/", "file://",
                                      "http://127.0.0.1:8080"};  // ours, but not the host that was asked for
  for (const std::string& host : bad_hosts()) origins.push_back("http://" + host);
  for (const std::string& origin : origins) {
    EXPECT_EQ(status(request("GET", {{"host", "localhost:8080"}, {"origin", origin}})), 403) << origin;
    EXPECT_EQ(
        status(request("GET", {{"host", "localhost:8080"}, {"upgrade", "websocket"}, {"origin", origin}})),
        403)
        << origin;
  }
}

TEST(Guard, asks_where_a_request_comes_from) {
  const auto from = [](const std::string& site) {
    return status(request("GET", {{"host", "localhost:8080"}, {"sec-fetch-site", site}}));
  };
  EXPECT_EQ(from("none"), 0);
  EXPECT_EQ(from("same-origin"), 0);
  EXPECT_EQ(from("same-site"), 403);  // another port of this machine
  EXPECT_EQ(from("cross-site"), 403);
}

TEST(Guard, a_websocket_needs_an_origin_and_its_place) {
  Request head = request("GET", {{"host", "localhost:8080"}, {"upgrade", "websocket"}});
  head.path = "/live";
  EXPECT_EQ(status(head), 403);
  head.headers.emplace_back("origin", "http://localhost:8080");
  EXPECT_EQ(status(head), 0);
  head.path = "/";
  EXPECT_EQ(status(head), 404);
}

TEST(Guard, a_post_carries_what_a_foreign_page_cannot_add) {
  using Headers = std::vector<std::pair<std::string, std::string>>;
  struct Row {
    Headers headers;
    int status;
  };
  const std::pair<std::string, std::string> json = {"content-type", "application/json"};
  const std::pair<std::string, std::string> mark = {"x-vitrine", "1"};
  const std::pair<std::string, std::string> length = {"content-length", "2"};
  for (const auto& [headers, wanted] :
       {Row{{json, mark, length}, 0},
        Row{{{"content-type", "application/json; charset=utf-8"}, mark, length}, 0}, Row{{json, length}, 403},
        Row{{json, {"x-vitrine", "0"}, length}, 403}, Row{{mark, length}, 415},
        Row{{{"content-type", "text/plain"}, mark, length}, 415},
        Row{{{"content-type", "application/jsonp"}, mark, length}, 415}, Row{{json, mark}, 411}}) {
    Headers all = {{"host", "localhost:8080"}};
    all.insert(all.end(), headers.begin(), headers.end());
    EXPECT_EQ(status(request("POST", all)), wanted) << headers.size();
  }
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get"})
    EXPECT_EQ(status(request(method, {{"host", "localhost:8080"}})), 405) << method;
}

TEST(Guard, a_token_becomes_a_cookie) {
  const Guard guard({.port = 8080, .token = "0123456789abcdef"});
  Request head = request("GET", {{"host", "localhost:8080"}});
  EXPECT_EQ(guard.refuse(head)->status, 401);
  head.query = "token=0123456789abcdee";
  EXPECT_EQ(guard.refuse(head)->status, 401);
  head.query = "x=1&token=0123456789abcdef";
  EXPECT_FALSE(guard.refuse(head));
  const auto welcome = guard.welcome(head);
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->status, 303);
  EXPECT_EQ(welcome->headers[1].second, "vitrine_8080=0123456789abcdef; HttpOnly; SameSite=Strict; Path=/");

  head.query.clear();
  head.headers.emplace_back("cookie", "other=1; vitrine_8080=0123456789abcdef");
  EXPECT_FALSE(guard.refuse(head));
  head.headers.back().second = "vitrine_8081=0123456789abcdef";
  EXPECT_EQ(guard.refuse(head)->status, 401);
  head.headers.back().second = "xvitrine_8080=0123456789abcdef";
  EXPECT_EQ(guard.refuse(head)->status, 401);
  head.path = "/api/roster";  // a token in any other URL counts for nothing
  head.query = "token=0123456789abcdef";
  EXPECT_EQ(guard.refuse(head)->status, 401);
}

TEST(Guard, for_all_addresses_takes_addresses_and_no_names) {
  const Guard guard({.takes_any_address = true, .port = 8080});
  for (const char* host : {"192.168.1.5:8080", "[fe80::1]:8080", "localhost:8080"})
    EXPECT_FALSE(guard.refuse(request("GET", {{"host", host}}))) << host;
  for (const char* host : {"rebind.example:8080", "192.168.1.5.example:8080", "[fe80::zz]:8080"})
    EXPECT_TRUE(guard.refuse(request("GET", {{"host", host}}))) << host;
}

TEST(Guard, tokens_are_random) {
  const std::string one = make_token();
  EXPECT_EQ(one.size(), 32U);
  EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one, make_token());
}

}  // namespace
}  // namespace vitrine::server
