#include "server/http_server.h"

#include "server/support.h"

namespace vitrine::server::test {
namespace {

TEST(HttpServer, serves_the_page_with_its_headers) {
  const TestCabinet cabinet;
  const Reply page = get(cabinet, "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.head.find("Content-Type: text/html; charset=utf-8"), std::string::npos);
  EXPECT_NE(page.head.find("Content-Security-Policy: default-src 'self'"), std::string::npos);
  EXPECT_NE(page.head.find("frame-ancestors 'none'"), std::string::npos);
  EXPECT_NE(page.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
  EXPECT_EQ(page.head.find("Access-Control"), std::string::npos);
  EXPECT_NE(page.body.find("<!doctype html>"), std::string::npos);

  const std::size_t place = page.head.find("ETag: ") + 6;
  const std::string tag = page.head.substr(place, page.head.find("\r\n", place) - place);
  EXPECT_EQ(get(cabinet, "/", "If-None-Match: " + tag + "\r\n").status, 304);
  const Reply packed = get(cabinet, "/", "Accept-Encoding: br, gzip\r\n");
  EXPECT_NE(packed.head.find("Content-Encoding: gzip"), std::string::npos);
  EXPECT_EQ(packed.body.substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(get(cabinet, "/", "Accept-Encoding: gzip;q=0\r\n").head.find("Content-Encoding"),
            std::string::npos);
}

TEST(HttpServer, keeps_a_connection_for_many_requests) {
  const TestCabinet cabinet;
  Wire wire(cabinet.port());
  const std::string request = "GET /api/roster HTTP/1.1\r\nHost: " + cabinet.host() + "\r\n\r\n";
  for (int i = 0; i < 5; ++i) {
    wire.send(request);
    EXPECT_EQ(read_reply(wire).status, 200) << i;
  }
  wire.send(request + request + request);  // without waiting for the answers
  for (int i = 0; i < 3; ++i) EXPECT_EQ(read_reply(wire).status, 200) << i;
  wire.send("HEAD / HTTP/1.1\r\nHost: " + cabinet.host() + "\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(wire.is_closed_within(10s));
  EXPECT_TRUE(wire.received().ends_with("\r\n\r\n"));  // no body
}

TEST(HttpServer, nothing_is_opened_by_name) {
  const TestCabinet cabinet;
  for (const char* path : {"/../etc/passwd",
                           "/assets/../../etc/passwd",
                           "/..%2f..%2fetc/passwd",
                           "/%2e%2e/%2e%2e/etc/passwd",
                           "/assets/..\\..\\etc\\passwd",
                           "//etc/passwd",
                           "/assets/%00",
                           "/./",
                           "/index.html/",
                           "/etc/passwd",
                           "/proc/self/environ",
                           "/assets/",
                           "/api/",
                           "/api/roster/../../etc/passwd",
                           "/%",
                           "/%zz",
                           "/~root",
                           "/..;/..;/etc/passwd",
                           "/....//....//etc/passwd",
                           "/%c0%ae%c0%ae/etc/passwd",
                           "/.git/config",
                           "/file:///etc/passwd",
                           "http://localhost/etc/passwd",
                           "*"})
    EXPECT_EQ(get(cabinet, path).status, 404) << path;
}

TEST(HttpServer, refuses_malformed_requests) {
  const TestCabinet cabinet;
  const std::string host = "Host: " + cabinet.host() + "\r\n";
  const std::string json = "Content-Type: application/json\r\nX-Vitrine: 1\r\n";
  struct Row {
    const char* what;
    std::string request;
    int status;
  };
  const std::string long_text(9000, 'a');
  std::string many;
  for (int i = 0; i < 150; ++i) many += "A" + std::to_string(i) + ": b\r\n";
  for (const auto& [what, request, status] :
       {Row{"no words", "hello\r\n\r\n", 400},
        Row{"no host", "GET / HTTP/1.1\r\n\r\n", 403},
        Row{"a wrong host", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
        Row{"a long line", "GET /" + long_text + " HTTP/1.1\r\n" + host + "\r\n", 414},
        Row{"long headers",
            "GET / HTTP/1.1\r\n" + host + "A: " + long_text + "\r\nB: " + long_text + "\r\n\r\n", 431},
        Row{"endless headers", "GET / HTTP/1.1\r\n" + host + "A: " + std::string(40'000, 'a'), 431},
        Row{"many headers", "GET / HTTP/1.1\r\n" + host + many + "\r\n", 431},
        Row{"two lengths",
            "POST /api/game HTTP/1.1\r\n" + host + json + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
            400},
        Row{"two different lengths",
            "POST /api/game HTTP/1.1\r\n" + host + json + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            400},
        Row{"length and chunks",
            "POST /api/game HTTP/1.1\r\n" + host + json +
                "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400},
        Row{"chunks",
            "POST /api/game HTTP/1.1\r\n" + host + json + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        Row{"a negative length", "POST /api/game HTTP/1.1\r\n" + host + json + "Content-Length: -2\r\n\r\n{}",
            400},
        Row{"a bare CR", "GET / HTTP/1.1\rHost: " + cabinet.host() + "\r\n\r\n", 400},
        Row{"a NUL", "GET / HTTP/1.1\r\n" + host + std::string("A: b\0c\r\n\r\n", 10), 400},
        Row{"a large body", "POST /api/game HTTP/1.1\r\n" + host + json + "Content-Length: 1048577\r\n\r\n",
            413},
        Row{"a huge body",
            "POST /api/game HTTP/1.1\r\n" + host + json + "Content-Length: 99999999999999999999\r\n\r\n",
            400},
        Row{"a GET with a body", "GET / HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\n{}", 400},
        Row{"another method", "DELETE / HTTP/1.1\r\n" + host + "\r\n", 405},
        Row{"a POST to nothing",
            "POST /api/nothing HTTP/1.1\r\n" + host + json + "Content-Length: 2\r\n\r\n{}", 404},
        Row{"a GET of a question", "GET /api/game HTTP/1.1\r\n" + host + "\r\n", 405},
        Row{"not JSON", "POST /api/game HTTP/1.1\r\n" + host + json + "Content-Length: 2\r\n\r\n{x", 400}})
    EXPECT_EQ(ask(cabinet.port(), request).status, status) << what;
  EXPECT_EQ(get(cabinet, "/").status, 200);  // it lives
}

TEST(HttpServer, reads_games) {
  const TestCabinet cabinet;
  const Json start = post(cabinet, "/api/game", "{}").json();
  EXPECT_EQ(start["legal"].size(), 20U);
  EXPECT_EQ(start["over"], nullptr);
  // Fool's mate.
  const Json mate = post(cabinet, "/api/game", R"({"moves": ["f2f3", "e7e5", "g2g4", "d8h4"]})").json();
  EXPECT_EQ(mate["plies"][3]["san"], "Qh4#");
  EXPECT_EQ(mate["over"], "checkmate");
  EXPECT_EQ(mate["result"], "0-1");
  EXPECT_TRUE(mate["legal"].empty());
  const Json pgn =
      post(cabinet, "/api/game",
           Json{{"pgn",
                 "[White \"Réti\"]\n\n1. e4 {[%eval 0.25] [%clk 0:10:00] good} e5 {-0.10/12 1.5s} "
                 "1/2-1/2\n\n1. d4 *\n"}}
               .dump())
          .json();
  EXPECT_EQ(pgn["games"], 2);
  EXPECT_EQ(pgn["tags"]["White"], "Réti");
  EXPECT_EQ(pgn["plies"][0]["eval"], (Json{{"cp", 25}}));
  EXPECT_EQ(pgn["plies"][0]["clock"], 600'000);
  EXPECT_EQ(pgn["plies"][0]["comment"], "good");
  EXPECT_EQ(pgn["plies"][1]["eval"], (Json{{"cp", 10}}));  // Black's -0.10
  EXPECT_EQ(pgn["plies"][1]["time"], 1500);
  EXPECT_EQ(pgn["result"], "1/2-1/2");

  const auto error = [&](const char* body) { return post(cabinet, "/api/game", body).json()["error"]; };
  EXPECT_EQ(error(R"({"fen": "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})")["where"],
            "fen: placement, column 19");
  EXPECT_EQ(error(R"({"moves": ["e2e4", "e2e4"]})")["where"], "moves: ply 2");
  EXPECT_EQ(error(R"({"pgn": "1. e4 e5 2. Ke3"})")["where"], "pgn: line 1, ply 3");
  EXPECT_EQ(error(R"([])")["what"], "An object is wanted here.");
}

TEST(HttpServer, tells_the_roster_and_no_paths) {
  const arena::Player nobody{.name = "Nobody <b>", .command = {"/no/such/program"}};
  const TestCabinet cabinet(std::vector<arena::Player>{nobody});
  const Reply reply = get(cabinet, "/api/roster");
  const Json engines = reply.json()["engines"];
  ASSERT_EQ(engines.size(), 8U);
  EXPECT_EQ(engines[3]["id"], "turochamp");
  EXPECT_EQ(engines[3]["year"], 1948);
  EXPECT_EQ(engines[7]["id"], "nobody-b");
  EXPECT_EQ(engines[7]["kind"], "program");
  EXPECT_EQ(reply.body.find("/no/such"), std::string::npos);
  for (const Json& engine : engines)
    for (const Json& option : engine["options"]) EXPECT_NE(option["type"], "string") << option;
}

TEST(HttpServer, malformed_frames_close_the_line) {
  const TestCabinet cabinet;
  struct Row {
    const char* what;
    std::string bytes;
    int code;  // RFC 6455, section 7.4.1
  };
  for (const auto& [what, bytes, code] :
       {Row{"unmasked", frame(1, "{}", false), 1002},
        Row{"too large", frame(1, std::string(65'537, ' ')), 1009},
        Row{"not UTF-8", frame(1, "\xC3\x28"), 1007}, Row{"a surrogate", frame(1, "\xED\xA0\x80"), 1007},
        Row{"a fragmented ping", frame(9, "x", true, false), 1002},
        Row{"a long ping", frame(9, std::string(126, 'x')), 1002},
        Row{"an unknown kind", frame(3, "x"), 1002}, Row{"a continuation of nothing", frame(0, "x"), 1002},
        Row{"a message within a message", frame(1, "{", true, false) + frame(1, "}"), 1002},
        Row{"large in parts",
            frame(1, std::string(60'000, ' '), true, false) + frame(0, std::string(60'000, ' ')), 1009},
        Row{"binary", frame(2, "{}"), 1003}}) {
    Live live(cabinet);
    ASSERT_NE(live.head().find("101"), std::string::npos) << live.head();
    live.wire().send(bytes);
    EXPECT_EQ(live.await_close(), code) << what;
  }
  Live live(cabinet);
  // RFC 6455, section 1.3
  EXPECT_NE(live.head().find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), std::string::npos);
  EXPECT_EQ(live.call({{"do", "ping"}})["ok"], true);
}

TEST(HttpServer, a_websocket_of_strangers_is_refused) {
  const TestCabinet cabinet;
  const auto handshake = [&](const std::string& headers) {
    return ask(cabinet.port(),
               "GET /live HTTP/1.1\r\nHost: " + cabinet.host() +
                   "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                   headers + "\r\n")
        .status;
  };
  EXPECT_EQ(handshake(""), 403);
  EXPECT_EQ(handshake("Origin: http://evil.example\r\n"), 403);
  EXPECT_EQ(handshake("Origin: null\r\n"), 403);
  EXPECT_EQ(handshake("Origin: http://" + cabinet.host() + "\r\nSec-Fetch-Site: cross-site\r\n"), 403);
}

TEST(HttpServer, a_token_is_asked_of_everything) {
  const TestCabinet cabinet({}, {}, "secret");
  EXPECT_EQ(get(cabinet, "/").status, 401);
  EXPECT_EQ(get(cabinet, "/api/roster").status, 401);
  EXPECT_EQ(post(cabinet, "/api/game", "{}").status, 401);
  const Reply welcome = get(cabinet, "/?token=secret");
  EXPECT_EQ(welcome.status, 303);
  EXPECT_NE(welcome.head.find("HttpOnly; SameSite=Strict"), std::string::npos);
  const std::string cookie = "Cookie: vitrine_" + std::to_string(cabinet.port()) + "=secret\r\n";
  EXPECT_EQ(get(cabinet, "/api/roster", cookie).status, 200);
  EXPECT_EQ(Live(cabinet, cookie).call({{"do", "ping"}})["ok"], true);
}

TEST(HttpServer, headers_have_a_deadline_in_all) {
  const TestCabinet cabinet({}, {.header_time = 300ms});
  Wire wire(cabinet.port());
  wire.send("GET / HTTP/1.1\r\nHost: ");
  const auto begin = Steady::now();
  // A byte now and then does not help.
  bool is_open = true;
  while (is_open && Steady::now() - begin < 10s) is_open = wire.send("x") && !wire.is_closed_within(50ms);
  EXPECT_FALSE(is_open);
  EXPECT_GE(Steady::now() - begin, 290ms);
}

TEST(HttpServer, those_who_dawdle_make_way) {
  const TestCabinet cabinet({}, {.header_time = 60s, .idle_time = 60s, .connections = 16});
  std::vector<std::unique_ptr<Wire>> slow;
  Live viewer(cabinet);
  for (int i = 0; i < 60; ++i) {
    slow.push_back(std::make_unique<Wire>(cabinet.port()));
    slow.back()->send("GET / HTTP/1.1\r\nHost");
    if (i % 10 == 0) {
      EXPECT_EQ(get(cabinet, "/").status, 200) << i;
    }
  }
  EXPECT_EQ(viewer.call({{"do", "ping"}})["ok"], true);  // who watches stays
  EXPECT_TRUE(slow.front()->is_closed_within(10s));      // the slowest went
  EXPECT_FALSE(slow.back()->is_closed_within(0ms));      // the latest is still here
}

TEST(HttpServer, a_port_that_is_taken_leads_to_the_next) {
  HttpServer first({.port = 0});
  HttpServer second({.port = first.port(), .other_ports = 20});
  EXPECT_GT(second.port(), first.port());
  EXPECT_THROW(HttpServer({.port = first.port()}), std::system_error);
}

}  // namespace
}  // namespace vitrine::server::test
