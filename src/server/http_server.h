#pragma once

// HTTP and WebSocket on a socket, with limits that let nobody crowd out anybody else. What is served is a
// Service; this is the only place that knows of Boost.
//
// One thread does all input and output and never waits for anything else. Requests that compute run on
// worker threads, and so do messages of WebSocket clients, one after the other for each client.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitrine::server {

struct Request {
  std::string method;
  std::string path;                                          // as sent: nothing is decoded
  std::string query;                                         // behind the first '?', without it
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;

  [[nodiscard]] std::size_t count(std::string_view name) const;
  // The value of a header; nothing if it isn't there. Of several the first.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string type = {};  // of the body
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// One WebSocket client, from its handshake to its end.
class Session {
 public:
  virtual ~Session() = default;
  // A message has come. From a worker thread, one at a time.
  virtual void receive(std::string_view text) = 0;
  // The next message for the client; null: there is none now. From the thread of input and output: quick.
  [[nodiscard]] virtual std::shared_ptr<const std::string> next() = 0;
  // So much waits to be sent that nothing more is read from the client.
  [[nodiscard]] virtual bool is_full() const = 0;
};

// Tells the connection that next() has something. May be called from any thread, until the session is gone.
using Wake = std::function<void()>;

class Service {
 public:
  virtual ~Service() = default;
  // Looks at a request before its body is read; an answer refuses it. Quick.
  [[nodiscard]] virtual std::optional<Response> refuse(const Request& head) = 0;
  // GET and HEAD are asked in the thread of input and output, so they must be quick; others on a worker.
  [[nodiscard]] virtual Response answer(const Request& request) = 0;
  // A WebSocket client that was not refused.
  [[nodiscard]] virtual std::unique_ptr<Session> open(Wake wake) = 0;
  // Added to every answer.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> headers() const = 0;
};

struct HttpLimits {
  std::size_t request_line = std::size_t{8} << 10;
  std::size_t headers = std::size_t{16} << 10;
  std::size_t header_count = 100;
  std::size_t body = std::size_t{1} << 20;
  std::size_t message = std::size_t{64} << 10;    // of a WebSocket client
  std::chrono::milliseconds header_time{10'000};  // for all of them, not for each read
  std::chrono::milliseconds idle_time{30'000};    // until the next request; for a body; for an answer
  std::chrono::milliseconds ping_time{20'000};    // twice as long without a sign of life ends a WebSocket
  std::size_t connections = 256;
  std::size_t sessions = 200;         // of them, so that there is always room for a request
  std::size_t waiting_requests = 32;  // for a worker
};

struct HttpSettings {
  std::vector<std::string> addresses = {"127.0.0.1", "::1"};  // the first must be there
  std::uint16_t port = 8080;                                  // 0: any
  int other_ports = 0;                                        // to try after it, if it is taken
  HttpLimits limits = {};
};

class HttpServer {
 public:
  // Takes the port. Throws std::system_error, with the address in its text.
  explicit HttpServer(HttpSettings settings);
  ~HttpServer();  // stops
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  // Once. The service must live until stop() has returned.
  void start(Service& service);
  // Ends all connections and waits for the workers.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vitrine::server
