#include "arena/gearman.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <memory>
#include <system_error>
#include <utility>

namespace vitrine::arena {

// The numbers of https://gearman.org/protocol/.
enum class GearmanConnection::Type : std::uint32_t {
  can_do = 1,
  pre_sleep = 4,
  no_op = 6,
  job_created = 8,
  no_job = 10,
  work_complete = 13,
  work_fail = 14,
  echo_request = 16,
  echo_answer = 17,
  submit_background = 18,
  error = 19,
  grab_job_with_key = 30,
  job_with_key = 31,
  get_status_of_key = 41,
  status_of_key = 42,
};

namespace {

using Clock = GearmanConnection::Clock;
using Type = GearmanConnection::Type;

constexpr std::size_t kHeader = 12;
constexpr std::size_t kMostData = std::size_t{64} << 20;
constexpr std::string_view kRequest("\0REQ", 4);
constexpr std::string_view kResponse("\0RES", 4);
constexpr std::string_view kEcho = "vitrine";

[[noreturn]] void fail_with(int error) { throw GearmanError(std::generic_category().message(error)); }

// Waits until the socket can be read or written; false: not before the deadline.
bool wait_for(int socket, short events, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd entry{socket, events, 0};
    const int count = ::poll(&entry, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (count > 0) return true;
    if (count == 0) return false;
    if (errno != EINTR) fail_with(errno);
  }
}

void set_option(int socket, int level, int option, int value) {
  if (::setsockopt(socket, level, option, &value, sizeof value) != 0) fail_with(errno);
}

// A peer that vanished without a word is noticed within a minute, also while nothing is said for hours.
void set_options(int socket) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, 30);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, 60'000);
}

// 0, or the error.
int connect_to(int socket, const addrinfo& address, Clock::time_point deadline) {
  if (::connect(socket, address.ai_addr, address.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (!wait_for(socket, POLLOUT, deadline)) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  if (::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error;
}

using AddressList = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

AddressList look_up(const GearmanAddress& server) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int code = ::getaddrinfo(server.host.c_str(), std::to_string(server.port).c_str(), &hints, &list);
  if (code != 0) throw GearmanError(::gai_strerror(code));
  return {list, ::freeaddrinfo};
}

void add_number(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
}

std::uint32_t number_at(std::string_view bytes, std::size_t place) {
  std::uint32_t number = 0;
  for (const char byte : bytes.substr(place, 4)) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// The next argument; the last one is all the rest.
std::string take_argument(std::string_view& data) {
  const std::size_t end = data.find('\0');
  if (end == std::string_view::npos) throw GearmanError("it breaks the protocol");
  std::string argument(data.substr(0, end));
  data.remove_prefix(end + 1);
  return argument;
}

}  // namespace

std::string GearmanAddress::to_string() const {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::optional<GearmanAddress> parse_gearman_address(std::string_view text) {
  GearmanAddress address;
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return {};
    address.host = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    address.host = text.substr(0, colon);
    rest = text.substr(colon);
  }
  if (address.host.empty() || address.host.find_first_of(" \t\n\0", 0, 4) != std::string::npos) return {};
  if (rest.empty()) return address;
  if (rest[0] != ':') return {};
  const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), address.port);
  if (error != std::errc() || end != rest.data() + rest.size() || address.port == 0) return {};
  return address;
}

GearmanConnection::GearmanConnection(const GearmanAddress& server) {
  connect(server);
  send(Type::echo_request, {kEcho});
  if (answer({Type::echo_answer}).data != kEcho) throw GearmanError("it breaks the protocol");
}

void GearmanConnection::connect(const GearmanAddress& server) {
  const AddressList list = look_up(server);
  const auto deadline = Clock::now() + kGearmanPatience;
  int error = 0;
  for (const addrinfo* address = list.get(); address != nullptr; address = address->ai_next) {
    base::FileDescriptor socket(
        ::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, address->ai_protocol));
    if (socket.get() < 0) fail_with(errno);
    error = connect_to(socket.get(), *address, deadline);
    if (error != 0) continue;
    set_options(socket.get());
    socket_ = std::move(socket);
    return;
  }
  fail_with(error);
}

void GearmanConnection::send(Type type, std::initializer_list<std::string_view> arguments) {
  std::string data;
  for (const std::string_view& argument : arguments) {
    if (&argument != arguments.begin()) data += '\0';
    data += argument;
  }
  std::string bytes(kRequest);
  add_number(bytes, static_cast<std::uint32_t>(type));
  add_number(bytes, static_cast<std::uint32_t>(data.size()));
  bytes += data;
  send(bytes);
}

void GearmanConnection::send(std::string_view bytes) {
  const auto deadline = Clock::now() + kGearmanPatience;
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t count = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (!wait_for(socket_.get(), POLLOUT, deadline)) throw GearmanError("it does not listen");
    } else if (errno != EINTR) {
      fail_with(errno);
    }
  }
}

bool GearmanConnection::read_more(Clock::time_point deadline) {
  if (!wait_for(socket_.get(), POLLIN, deadline)) return false;
  std::array<char, 16'384> buffer;
  const ssize_t count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0) throw GearmanError("it has closed the connection");
  if (count < 0 && errno != EAGAIN && errno != EINTR) fail_with(errno);
  return true;
}

std::optional<GearmanConnection::Packet> GearmanConnection::receive(Clock::time_point deadline) {
  for (;;) {
    if (auto packet = take_packet()) return packet;
    if (!read_more(deadline)) return {};
  }
}

std::string GearmanConnection::ask(std::string_view line) {
  send(std::string(line) + "\n");
  const auto deadline = Clock::now() + kGearmanPatience;
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      std::string reply = received_.substr(0, end);
      received_.erase(0, end + 1);
      return reply;
    }
    if (!read_more(deadline)) throw GearmanError("it does not answer");
  }
}

std::optional<GearmanConnection::Packet> GearmanConnection::take_packet() {
  if (received_.size() < kHeader) return {};
  const std::size_t size = number_at(received_, 8);
  if (!received_.starts_with(kResponse) || size > kMostData) throw GearmanError("it breaks the protocol");
  if (received_.size() < kHeader + size) return {};
  Packet packet{static_cast<Type>(number_at(received_, 4)), received_.substr(kHeader, size)};
  received_.erase(0, kHeader + size);
  return packet;
}

GearmanConnection::Packet GearmanConnection::answer(std::initializer_list<Type> types) {
  const auto deadline = Clock::now() + kGearmanPatience;
  for (;;) {
    auto packet = receive(deadline);
    if (!packet) throw GearmanError("it does not answer");
    if (std::find(types.begin(), types.end(), packet->type) != types.end()) return *std::move(packet);
    if (packet->type == Type::error) {
      std::ranges::replace(packet->data, '\0', ' ');
      throw GearmanError("it says: " + packet->data);
    }
    if (packet->type != Type::no_op) throw GearmanError("it breaks the protocol");
  }
}

std::string GearmanClient::submit(const std::string& function, const std::string& key,
                                  std::string_view payload) {
  connection_.send(Type::submit_background, {function, key, payload});
  return connection_.answer({Type::job_created}).data;
}

void GearmanClient::cancel(const std::string& handle) { (void)connection_.ask("cancel job " + handle); }

bool GearmanClient::is_known(const std::string& key) {
  connection_.send(Type::get_status_of_key, {key});
  const std::string data = connection_.answer({Type::status_of_key}).data;
  std::string_view rest = data;
  if (take_argument(rest) != key) throw GearmanError("it breaks the protocol");
  return take_argument(rest) == "1";
}

GearmanListener::GearmanListener(const GearmanAddress& server, const std::string& function)
    : connection_(server) {
  connection_.send(Type::can_do, {function});
}

std::optional<GearmanJob> GearmanListener::take(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  for (;;) {
    connection_.send(Type::grab_job_with_key, {});
    const auto packet = connection_.answer({Type::job_with_key, Type::no_job});
    if (packet.type == Type::job_with_key) {
      std::string_view rest = packet.data;
      GearmanJob job{.handle = take_argument(rest)};
      (void)take_argument(rest);  // the function: we have only one
      job.key = take_argument(rest);
      job.payload = rest;
      return job;
    }
    // The server wakes us with a no-op when there is work.
    connection_.send(Type::pre_sleep, {});
    if (!connection_.receive(deadline)) return {};
  }
}

void GearmanListener::complete(const GearmanJob& job) {
  connection_.send(Type::work_complete, {job.handle, ""});
}
void GearmanListener::fail(const GearmanJob& job) { connection_.send(Type::work_fail, {job.handle}); }

bool Backoff::pause(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, next_, [] { return false; });
  next_ = std::min(2 * next_, kLast);
  return !stop.stop_requested();
}

void GearmanNews::lost(const GearmanError& error) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_lost_, true) || !tell_) return;
  tell_("The Gearman server " + server_.to_string() + ": " + error.what() + "; trying again");
}

void GearmanNews::found() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(is_lost_, false) || !tell_) return;
  tell_("The Gearman server " + server_.to_string() + " is there");
}

}  // namespace vitrine::arena
