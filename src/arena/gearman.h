#pragma once

// A Gearman server as we use it: background jobs with a key, handed to whoever listens for their function. We
// speak its protocol ourselves, a dozen messages: libgearman 1.1.20 crashes in the second plain
// gearman_worker_grab_job() after the queue was empty, does not tell a server without jobs from no server,
// and hides its sockets, so that no keepalive can be set.
//
// Nothing here waits for long: a server that is gone, or there but frozen, is a GearmanError after some
// seconds. What has thrown is of no further use; its owner throws it away and tries again with a new one, at
// growing intervals. (Only the look-up of a host's name is as slow as the system's resolver.)

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"

namespace vitrine::arena {

struct GearmanAddress {
  std::string host;
  std::uint16_t port = 4730;
  [[nodiscard]] std::string to_string() const;
  bool operator==(const GearmanAddress&) const = default;
};
// HOST, HOST:PORT or [IPV6]:PORT; nothing: it is none of these.
[[nodiscard]] std::optional<GearmanAddress> parse_gearman_address(std::string_view text);

struct GearmanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How long a call waits for an answer.
inline constexpr std::chrono::milliseconds kGearmanPatience{3'000};

// The messages of the protocol, as bytes from and to a server.
class GearmanConnection {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Type : std::uint32_t;
  struct Packet {
    Type type;
    std::string data;
  };

  // Connects, and has an echo from the server.
  explicit GearmanConnection(const GearmanAddress& server);

  // The arguments, the last of which may hold anything; the others no zero bytes.
  void send(Type type, std::initializer_list<std::string_view> arguments);
  // Nothing: none came before the deadline.
  [[nodiscard]] std::optional<Packet> receive(Clock::time_point deadline);
  // The answer to a question: of this type, or a GearmanError. What the server says unasked is passed over.
  [[nodiscard]] Packet answer(std::initializer_list<Type> types);
  // What an administrator types, and the line that answers it.
  std::string ask(std::string_view line);

 private:
  void connect(const GearmanAddress& server);
  void send(std::string_view bytes);
  [[nodiscard]] bool read_more(Clock::time_point deadline);  // false: nothing came
  [[nodiscard]] std::optional<Packet> take_packet();

  base::FileDescriptor socket_;
  std::string received_;
};

class GearmanClient {
 public:
  explicit GearmanClient(const GearmanAddress& server) : connection_(server) {}

  // When it returns the server has the job: on disk, if it has a queue there. A job of the same function and
  // key that it has already makes this one superfluous. Returns the server's name for the job.
  std::string submit(const std::string& function, const std::string& key, std::string_view payload);
  // Whether the server has a job with this key, waiting or being done, of whatever function.
  [[nodiscard]] bool is_known(const std::string& key);
  // Takes a job off the queue, if it is there. Contract: this object has submitted it; another server may
  // mean another job.
  void cancel(const std::string& handle);

 private:
  GearmanConnection connection_;
};

// A job that was handed to a listener.
struct GearmanJob {
  std::string handle;
  std::string key = {};
  std::string payload = {};
};

class GearmanListener {
 public:
  GearmanListener(const GearmanAddress& server, const std::string& function);

  // The next job; nothing: there is none for the moment. It is ours until it is completed or failed; if this
  // object or the process ends before, the server hands it to somebody else.
  [[nodiscard]] std::optional<GearmanJob> take(std::chrono::milliseconds patience);
  // It is done. Gearman does not acknowledge this, so the server may hand out the job again all the same.
  void complete(const GearmanJob& job);
  // It can't be done; the server forgets it.
  void fail(const GearmanJob& job);

 private:
  GearmanConnection connection_;
};

// Growing pauses between attempts, up to five seconds.
class Backoff {
 public:
  // Waits; false: somebody asked to stop.
  [[nodiscard]] bool pause(const std::stop_token& stop);
  void reset() { next_ = kFirst; }

 private:
  static constexpr std::chrono::milliseconds kFirst{100};
  static constexpr std::chrono::milliseconds kLast{5'000};
  std::chrono::milliseconds next_ = kFirst;
};

// Where problems are told, a sentence without a full stop at a time; from any thread.
using Tell = std::function<void(const std::string&)>;

// Tells once that the server is gone and once that it is back, however many threads notice.
class GearmanNews {
 public:
  GearmanNews(GearmanAddress server, Tell tell) : server_(std::move(server)), tell_(std::move(tell)) {}
  void lost(const GearmanError& error);
  void found();

 private:
  GearmanAddress server_;
  Tell tell_;
  std::mutex mutex_;
  bool is_lost_ = false;
};

}  // namespace vitrine::arena
