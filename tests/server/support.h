#pragma once

// A cabinet on a free port, and clients that speak to it byte by byte, so that they can also say what no
// browser would.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "cli/serve_engines.h"
#include "server/cabinet.h"
#include "server/http_server.h"

namespace vitrine::server::test {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

inline constexpr auto kPatience = 20s;

// The cabinet of a test, with programs if it names any.
class TestCabinet {
 public:
  explicit TestCabinet(const std::vector<arena::Player>& programs = {}, HttpLimits limits = {},
                       const std::string& token = {}, HubSettings hub = {})
      : maker_(cli::make_engine_maker()),
        book_(cli::try_programs(programs, maker_), maker_),
        http_(std::make_unique<HttpServer>(HttpSettings{.port = 0, .limits = limits})) {
    CabinetSettings settings;  // filled field by field: GCC 12 takes the whole at once for uninitialised
    settings.guard.port = http_->port();
    settings.guard.token = token;
    settings.hub = hub;
    settings.version = "test";
    cabinet_ = std::make_unique<Cabinet>(std::move(settings), book_);
    http_->start(*cabinet_);
  }
  ~TestCabinet() {
    cabinet_->stop();
    http_->stop();
  }

  [[nodiscard]] int port() const { return http_->port(); }
  [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port()); }

 private:
  EngineMaker maker_;
  EngineBook book_;
  std::unique_ptr<HttpServer> http_;
  std::unique_ptr<Cabinet> cabinet_;
};

// A connection, and what has come over it.
class Wire {
 public:
  explicit Wire(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int result = ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    EXPECT_EQ(result, 0) << "connect to port " << port;
  }

  // False: the other side has closed.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // Reads until there are so many bytes, or the end, or patience is over.
  bool fill(std::size_t size, Steady::time_point deadline = Steady::now() + kPatience) {
    while (received_.size() < size) {
      if (!read_some(deadline)) return false;
    }
    return true;
  }
  bool fill_until(std::string_view mark) {
    const auto deadline = Steady::now() + kPatience;
    while (received_.find(mark) == std::string::npos) {
      if (!read_some(deadline)) return false;
    }
    return true;
  }
  // True: the other side has closed, after whatever it still had to say.
  bool is_closed_within(std::chrono::milliseconds time) {
    const auto deadline = Steady::now() + time;
    while (read_some(deadline)) {
    }
    return is_at_end_;
  }
  std::string take(std::size_t size) {
    std::string bytes = received_.substr(0, size);
    received_.erase(0, bytes.size());
    return bytes;
  }
  [[nodiscard]] const std::string& received() const { return received_; }

 private:
  bool read_some(Steady::time_point deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now());
    pollfd readable = {socket_.get(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&readable, 1, static_cast<int>(left.count())) <= 0) return false;
    char block[65536];
    const ssize_t size = ::recv(socket_.get(), block, sizeof block, 0);
    if (size <= 0) return is_at_end_ = true, false;
    received_.append(block, static_cast<std::size_t>(size));
    return true;
  }

  base::FileDescriptor socket_;
  std::string received_;
  bool is_at_end_ = false;
};

struct Reply {
  int status = 0;  // 0: none came
  std::string head;
  std::string body;
  [[nodiscard]] Json json() const { return Json::parse(body, nullptr, false); }
};

inline Reply read_reply(Wire& wire) {
  Reply reply;
  if (!wire.fill_until("\r\n\r\n")) return reply;
  reply.head = wire.take(wire.received().find("\r\n\r\n") + 4);
  reply.status = std::stoi(reply.head.substr(9, 3));
  const std::size_t place = reply.head.find("Content-Length: ");
  if (place == std::string::npos) return reply;
  const auto length = static_cast<std::size_t>(std::stoul(reply.head.substr(place + 16)));
  EXPECT_TRUE(wire.fill(length));
  reply.body = wire.take(length);
  return reply;
}

// One request as it stands, and its answer.
inline Reply ask(int port, std::string_view request) {
  Wire wire(port);
  wire.send(request);
  return read_reply(wire);
}

inline Reply get(const TestCabinet& cabinet, const std::string& path, const std::string& headers = {}) {
  return ask(cabinet.port(),
             "GET " + path + " HTTP/1.1\r\nHost: " + cabinet.host() + "\r\n" + headers + "\r\n");
}

inline Reply post(const TestCabinet& cabinet, const std::string& path, const std::string& body,
                  const std::string& headers = "Content-Type: application/json\r\nX-Vitrine: 1\r\n") {
  return ask(cabinet.port(), "POST " + path + " HTTP/1.1\r\nHost: " + cabinet.host() + "\r\n" + headers +
                                 "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

// The bytes of a frame as a client sends it; RFC 6455, section 5.2.
inline std::string frame(int opcode, std::string_view content, bool is_masked = true, bool is_final = true) {
  std::string bytes(1, static_cast<char>((is_final ? 0x80 : 0) | opcode));
  const int mask_bit = is_masked ? 0x80 : 0;
  if (content.size() < 126) {
    bytes += static_cast<char>(mask_bit | static_cast<int>(content.size()));
  } else if (content.size() < 65536) {
    bytes += static_cast<char>(mask_bit | 126);
    for (const int shift : {8, 0}) bytes += static_cast<char>(content.size() >> shift & 0xFF);
  } else {
    bytes += static_cast<char>(mask_bit | 127);
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(content.size() >> shift & 0xFF);
  }
  if (!is_masked) return bytes + std::string(content);
  constexpr std::string_view kMask = "\x12\x34\x56\x78";
  bytes += kMask;
  for (std::size_t i = 0; i < content.size(); ++i) bytes += static_cast<char>(content[i] ^ kMask[i % 4]);
  return bytes;
}

// A page's line to the server.
class Live {
 public:
  explicit Live(const TestCabinet& cabinet, const std::string& headers = {}) : wire_(cabinet.port()) {
    wire_.send("GET /live HTTP/1.1\r\nHost: " + cabinet.host() + "\r\nOrigin: http://" + cabinet.host() +
               "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
               headers + "\r\n");
    if (!wire_.fill_until("\r\n\r\n")) return;
    head_ = wire_.take(wire_.received().find("\r\n\r\n") + 4);
  }

  [[nodiscard]] const std::string& head() const { return head_; }
  [[nodiscard]] Wire& wire() { return wire_; }

  void send(const Json& command) { wire_.send(frame(1, command.dump())); }
  // Sends a command and waits for its answer; other messages wait for next().
  Json call(Json command) {
    command["call"] = ++calls_;
    send(command);
    for (const auto deadline = Steady::now() + kPatience; Steady::now() < deadline;) {
      const auto message = read();
      if (!message) break;
      if (message->value("answer", Json()) == calls_) return *message;
      waiting_.push_back(*message);
    }
    ADD_FAILURE() << "no answer to " << command;
    return {};
  }
  // The next message; nothing: none came, or the line is closed.
  std::optional<Json> next() {
    if (waiting_.empty()) return read();
    Json message = std::move(waiting_.front());
    waiting_.pop_front();
    return message;
  }
  // The next message that is as wanted; those before it are forgotten.
  Json await(const std::function<bool(const Json&)>& is_wanted) {
    for (const auto deadline = Steady::now() + 3 * kPatience; Steady::now() < deadline;) {
      const auto message = next();
      if (!message) break;
      if (is_wanted(*message)) return *message;
    }
    ADD_FAILURE() << "what was waited for did not come";
    return Json::object();
  }
  Json await_event(const std::string& kind) {
    return await([&](const Json& message) {
             return message.contains("event") && message["event"]["kind"] == kind;
           })
        .value("event", Json::object());
  }
  Json await_state() {
    return await([](const Json& message) { return message.contains("state"); })
        .value("state", Json::object());
  }
  // The code with which the server closes the line; 0: it doesn't, or without a word.
  int await_close() {
    while (read()) {
    }
    return close_code_;
  }

 private:
  std::optional<Json> read() {
    for (;;) {
      if (!wire_.fill(2)) return {};
      const int opcode = wire_.received()[0] & 0x0F;
      std::size_t length = wire_.received()[1] & 0x7F;
      const std::size_t extra = length == 126 ? 2 : length == 127 ? 8 : 0;
      if (!wire_.fill(2 + extra)) return {};
      if (extra > 0) length = 0;
      for (std::size_t i = 0; i < extra; ++i)
        length = length << 8 | static_cast<unsigned char>(wire_.received()[2 + i]);
      if (!wire_.fill(2 + extra + length)) return {};
      wire_.take(2 + extra);
      const std::string content = wire_.take(length);
      if (opcode == 9) wire_.send(frame(10, content));
      if (opcode == 8) {
        close_code_ = content.size() < 2 ? 1005
                                         : static_cast<unsigned char>(content[0]) << 8 |
                                               static_cast<unsigned char>(content[1]);
        return {};
      }
      if (opcode == 1) return Json::parse(content);
    }
  }

  Wire wire_;
  std::string head_;
  std::deque<Json> waiting_;
  int calls_ = 0;
  int close_code_ = 0;
};

}  // namespace vitrine::server::test
