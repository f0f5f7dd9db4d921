#include "server/http_server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <system_error>
#include <thread>
#include <unordered_set>

#include "server/worker_pool.h"

namespace vitrine::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using Steady = std::chrono::steady_clock;

constexpr int kComputers = 2;  // threads for requests that compute
constexpr int kListeners = 2;  // threads for messages of WebSocket clients

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

Request to_request(const http::request<http::string_body>& message) {
  Request request;
  request.method = std::string(message.method_string());
  const std::string_view target(message.target().data(), message.target().size());
  const std::size_t mark = target.find('?');
  request.path = target.substr(0, mark);
  if (mark != std::string_view::npos) request.query = target.substr(mark + 1);
  for (const auto& field : message)
    request.headers.emplace_back(lower({field.name_string().data(), field.name_string().size()}),
                                 std::string(field.value()));
  return request;
}

Response plain(int status, std::string text) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(text) + "\n"};
}

// What no request may have, whatever it asks for. A length told twice, or in two ways, is how one request is
// smuggled behind another.
std::optional<Response> find_malformed(const Request& head, const HttpLimits& limits) {
  if (head.method.size() + head.path.size() + head.query.size() > limits.request_line)
    return plain(414, "The request line is too long.");
  std::size_t size = 0;
  for (const auto& [name, value] : head.headers) size += name.size() + value.size() + 4;
  if (size > limits.headers || head.headers.size() > limits.header_count)
    return plain(431, "The headers are too large.");
  if (head.count("content-length") > 1) return plain(400, "Content-Length comes twice.");
  if (head.count("transfer-encoding") > 0) return plain(400, "Transfer-Encoding is not taken here.");
  return {};
}

Response to_response(const error_code& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return plain(431, "The headers are too large.");
  if (error == http::error::body_limit) return plain(413, "The body is too large.");
  return plain(400, "This is not a request of HTTP/1.1.");
}

bool is_syntax(const error_code& error) {
  static const error_code end = make_error_code(http::error::end_of_stream);
  return error.category() == end.category() && error != end && error != http::error::partial_message;
}

}  // namespace

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(headers, [&](const auto& header) { return header.first == name; }));
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return value;
  return {};
}

class HttpServer::Impl {
 public:
  explicit Impl(HttpSettings settings);
  ~Impl() { stop(); }

  [[nodiscard]] std::uint16_t port() const { return acceptors_.front().local_endpoint().port(); }
  void start(Service& service);
  void stop();

 private:
  class Connection;

  void bind(std::uint16_t port);
  void listen(const std::string& address, std::uint16_t port);
  void accept(tcp::acceptor& acceptor);
  void take(tcp::socket socket);
  // The one that has been sending its headers for longest, or else has waited longest for something to ask.
  [[nodiscard]] std::shared_ptr<Connection> slowest() const;

  HttpSettings settings_;
  asio::io_context io_{1};
  std::vector<tcp::acceptor> acceptors_;
  asio::steady_timer retry_{io_};
  Service* service_ = nullptr;
  std::unordered_set<std::shared_ptr<Connection>> connections_;  // of the thread of input and output alone
  std::size_t sessions_ = 0;
  WorkerPool computers_{kComputers, settings_.limits.waiting_requests};
  // Each connection has one message under way at most.
  WorkerPool listeners_{kListeners, settings_.limits.connections + 1};
  std::thread thread_;
};

// A client, from its first byte to its last: requests one after the other, or a WebSocket.
class HttpServer::Impl::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Impl& server, tcp::socket socket)
      : server_(server), limits_(server.settings_.limits), stream_(std::move(socket)) {}

  enum class State { idle, reading_headers, busy, session };
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] Steady::time_point since() const { return since_; }

  void read_request();
  void close();

 private:
  void enter(State state) {
    state_ = state;
    since_ = Steady::now();
  }
  void wait_for_request();
  void read_headers();
  void take_headers();
  void read_body();
  void compute(Request request);
  void send(const Response& response, bool keeps_alive, bool is_head = false);
  void fail(const error_code& error);

  void open_session();
  void begin_session();
  void read_message();
  void take_message();
  void pump();
  [[nodiscard]] Wake make_wake();

  Impl& server_;
  const HttpLimits& limits_;
  State state_ = State::reading_headers;
  Steady::time_point since_ = Steady::now();
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::shared_ptr<void> response_;  // being written

  std::optional<websocket::stream<beast::tcp_stream>> socket_;
  std::shared_ptr<Session> session_;
  bool is_counted_ = false;
  bool is_writing_ = false;
  bool is_reading_paused_ = false;
  std::shared_ptr<const std::string> message_;  // being written
};

void HttpServer::Impl::Connection::read_request() {
  if (state_ == State::idle && buffer_.size() == 0) return wait_for_request();
  read_headers();
}

void HttpServer::Impl::Connection::wait_for_request() {
  stream_.expires_after(limits_.idle_time);
  stream_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](error_code error, std::size_t size) {
                            if (error) return self->close();
                            self->buffer_.commit(size);
                            self->read_headers();
                          });
}

void HttpServer::Impl::Connection::read_headers() {
  enter(State::reading_headers);
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(limits_.request_line + limits_.headers));
  parser_->body_limit(limits_.body);
  stream_.expires_after(limits_.header_time);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](error_code error, std::size_t) {
                            if (error) return self->fail(error);
                            self->take_headers();
                          });
}

void HttpServer::Impl::Connection::take_headers() {
  enter(State::busy);
  const Request head = to_request(parser_->get());
  auto refusal = find_malformed(head, limits_);
  if (!refusal) refusal = server_.service_->refuse(head);
  if (refusal) return send(*refusal, false);
  if (websocket::is_upgrade(parser_->get())) return open_session();
  read_body();
}

void HttpServer::Impl::Connection::read_body() {
  stream_.expires_after(limits_.idle_time);
  http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return self->fail(error);
    Request request = to_request(self->parser_->get());
    request.body = std::move(self->parser_->get().body());
    const bool is_head = request.method == "HEAD";
    if (is_head || request.method == "GET")
      return self->send(self->server_.service_->answer(request), self->parser_->get().keep_alive(), is_head);
    self->compute(std::move(request));
  });
}

void HttpServer::Impl::Connection::compute(Request request) {
  stream_.expires_never();
  // The connection goes back with the answer, so that it never ends in a worker's thread.
  const bool is_taken =
      server_.computers_.post([self = shared_from_this(), request = std::move(request)]() mutable {
        asio::io_context& io = self->server_.io_;
        auto response = std::make_shared<Response>(self->server_.service_->answer(request));
        asio::post(io, [self = std::move(self), response] {
          self->send(*response, self->parser_->get().keep_alive());
        });
      });
  if (!is_taken) send(plain(429, "Too many requests wait already."), true);
}

void HttpServer::Impl::Connection::send(const Response& response, bool keeps_alive, bool is_head) {
  auto message = std::make_shared<http::response<http::string_body>>();
  message->result(static_cast<unsigned>(response.status));
  message->version(11);
  for (const auto& [name, value] : server_.service_->headers()) message->insert(name, value);
  for (const auto& [name, value] : response.headers) message->set(name, value);
  if (!response.type.empty()) message->set(http::field::content_type, response.type);
  message->keep_alive(keeps_alive);
  if (response.status != 304) message->content_length(response.body.size());
  if (!is_head) message->body() = response.body;
  response_ = message;
  stream_.expires_after(limits_.idle_time);
  http::async_write(stream_, *message,
                    [self = shared_from_this(), keeps_alive](error_code error, std::size_t) {
                      self->response_.reset();
                      if (error) return self->close();
                      if (keeps_alive) {
                        self->enter(State::idle);
                        return self->read_request();
                      }
                      error_code ignored;
                      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
                      self->close();
                    });
}

void HttpServer::Impl::Connection::fail(const error_code& error) {
  if (!is_syntax(error)) return close();
  send(to_response(error), false);
}

void HttpServer::Impl::Connection::close() {
  error_code ignored;
  if (socket_)
    beast::get_lowest_layer(*socket_).socket().close(ignored);
  else
    stream_.socket().close(ignored);
  session_.reset();
  if (is_counted_) --server_.sessions_;
  is_counted_ = false;
  server_.connections_.erase(shared_from_this());
}

void HttpServer::Impl::Connection::open_session() {
  if (server_.sessions_ >= limits_.sessions) return send(plain(503, "Too many are watching already."), false);
  ++server_.sessions_;
  is_counted_ = true;
  enter(State::session);
  stream_.expires_never();  // the WebSocket has its own clock
  socket_.emplace(std::move(stream_));
  // Beast pings when half of this has passed in silence.
  websocket::stream_base::timeout times{};
  times.handshake_timeout = limits_.header_time;
  times.idle_timeout = 2 * limits_.ping_time;
  times.keep_alive_pings = true;
  socket_->set_option(times);
  socket_->read_message_max(limits_.message);
  socket_->set_option(websocket::stream_base::decorator([this](websocket::response_type& response) {
    for (const auto& [name, value] : server_.service_->headers()) response.set(name, value);
  }));
  socket_->async_accept(parser_->get(), [self = shared_from_this()](error_code error) {
    if (error) return self->close();
    self->begin_session();
  });
}

void HttpServer::Impl::Connection::begin_session() {
  socket_->text(true);
  socket_->auto_fragment(false);  // one message, one frame
  buffer_.clear();
  session_ = server_.service_->open(make_wake());
  pump();
  read_message();
}

// Many wakes before the thread gets to it are one.
Wake HttpServer::Impl::Connection::make_wake() {
  auto is_woken = std::make_shared<std::atomic<bool>>(false);
  return [is_woken, &io = server_.io_, weak = weak_from_this()] {
    if (is_woken->exchange(true)) return;
    asio::post(io, [is_woken, weak] {
      is_woken->store(false);
      if (const auto self = weak.lock()) self->pump();
    });
  };
}

void HttpServer::Impl::Connection::read_message() {
  if (!session_) return;
  is_reading_paused_ = session_->is_full();
  if (is_reading_paused_) return;  // until enough is sent
  socket_->async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return self->close();
    self->take_message();
  });
}

void HttpServer::Impl::Connection::take_message() {
  if (!socket_->got_text()) {
    socket_->async_close(websocket::close_code::unknown_data,
                         [self = shared_from_this()](error_code) { self->close(); });
    return;
  }
  std::string text = beast::buffers_to_string(buffer_.data());
  buffer_.consume(buffer_.size());
  const bool is_taken = server_.listeners_.post(
      [self = shared_from_this(), session = session_, text = std::move(text)]() mutable {
        session->receive(text);
        session.reset();
        asio::io_context& io = self->server_.io_;
        asio::post(io, [self = std::move(self)] { self->read_message(); });
      });
  if (!is_taken) close();  // the server is going down
}

void HttpServer::Impl::Connection::pump() {
  if (is_writing_ || !session_) return;
  message_ = session_->next();
  if (!message_) return;
  is_writing_ = true;
  socket_->async_write(asio::buffer(*message_), [self = shared_from_this()](error_code error, std::size_t) {
    self->is_writing_ = false;
    if (error) return self->close();
    self->pump();
    if (self->is_reading_paused_) self->read_message();
  });
}

HttpServer::Impl::Impl(HttpSettings settings) : settings_(std::move(settings)) {
  for (int i = 0;; ++i) {
    try {
      bind(settings_.port == 0 ? 0 : static_cast<std::uint16_t>(settings_.port + i));
      break;
    } catch (const std::system_error& error) {
      if (error.code() != std::errc::address_in_use || i >= settings_.other_ports) throw;
    }
  }
}

// The port on all addresses, or on none.
void HttpServer::Impl::bind(std::uint16_t port) {
  acceptors_.clear();
  for (const std::string& address : settings_.addresses) {
    try {
      listen(address, acceptors_.empty() ? port : this->port());
    } catch (const std::system_error& error) {
      // A machine may lack IPv6; that its port is taken there is another matter.
      if (acceptors_.empty() || error.code() == std::errc::address_in_use) throw;
    }
  }
}

void HttpServer::Impl::listen(const std::string& address, std::uint16_t port) {
  try {
    const tcp::endpoint place(asio::ip::make_address(address), port);
    tcp::acceptor acceptor(io_, place.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    if (place.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true));
    acceptor.bind(place);
    acceptor.listen();
    acceptors_.push_back(std::move(acceptor));
  } catch (const boost::system::system_error& error) {
    throw std::system_error(std::error_code(error.code().value(), std::generic_category()),
                            address + ", port " + std::to_string(port));
  }
}

void HttpServer::Impl::start(Service& service) {
  service_ = &service;
  for (tcp::acceptor& acceptor : acceptors_) accept(acceptor);
  thread_ = std::thread([this] { io_.run(); });
}

void HttpServer::Impl::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
  computers_.stop();
  listeners_.stop();
  // Nobody else touches them now; closing one takes it out of the set.
  while (!connections_.empty()) std::shared_ptr(*connections_.begin())->close();
  acceptors_.clear();
}

void HttpServer::Impl::accept(tcp::acceptor& acceptor) {
  acceptor.async_accept([this, &acceptor](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) take(std::move(socket));
    if (error != asio::error::no_descriptors) return accept(acceptor);
    // Somebody must let go of one first.
    if (const auto victim = slowest()) victim->close();
    retry_.expires_after(std::chrono::milliseconds(10));
    retry_.async_wait([this, &acceptor](error_code) { accept(acceptor); });
  });
}

void HttpServer::Impl::take(tcp::socket socket) {
  if (connections_.size() >= settings_.limits.connections) {
    const auto victim = slowest();
    if (!victim) return;  // all are at work: this one has to come again
    victim->close();
  }
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const auto connection = std::make_shared<Connection>(*this, std::move(socket));
  connections_.insert(connection);
  connection->read_request();
}

std::shared_ptr<HttpServer::Impl::Connection> HttpServer::Impl::slowest() const {
  using State = Connection::State;
  std::shared_ptr<Connection> found;
  const auto comes_first = [](const Connection& a, const Connection& b) {
    if (a.state() != b.state()) return a.state() == State::reading_headers;
    return a.since() < b.since();
  };
  for (const auto& connection : connections_) {
    if (connection->state() != State::reading_headers && connection->state() != State::idle) continue;
    if (!found || comes_first(*connection, *found)) found = connection;
  }
  return found;
}

HttpServer::HttpServer(HttpSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}
HttpServer::~HttpServer() = default;
std::uint16_t HttpServer::port() const { return impl_->port(); }
void HttpServer::start(Service& service) { impl_->start(service); }
void HttpServer::stop() { impl_->stop(); }

}  // namespace vitrine::server
