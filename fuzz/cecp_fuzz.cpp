// CECP: the input is what a GUI sends, line by line, to a server whose engine plays the first legal move at
// once. Whatever is said, every answer is one line, every ping gets its one pong, and every move sent is a
// move.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "chess/square.h"
#include "protocols/cecp_command.h"
#include "protocols/cecp_server.h"

using namespace vitrine;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

class FirstMove : public engines::Engine {
 public:
  FirstMove() {
    options().add({"Hash", engines::SpinOption{16, 1, 1024}});
    options().add({"Threads", engines::SpinOption{1, 1, 8}});
    options().add({"Book", engines::CheckOption{false}});
    options().add({"Style", engines::ComboOption{"Calm", {"Wild", "Calm"}}});
    options().add({"File", engines::TextOption{""}});
  }
  engines::Choice choose(const chess::Game& game, const engines::Limits&, const engines::Listener& on_report,
                         const engines::Signals&) override {
    const chess::Move move = game.position().legal_moves()[0];
    const chess::Position next = game.position().after(move);
    on_report({.depth = 1, .score = engines::Score::centipawns(0), .pv = {move}});
    engines::Choice choice{.move = move};
    if (next.has_legal_moves()) choice.ponder = next.legal_moves()[0];
    return choice;
  }
};

bool is_move(std::string_view text) {
  if (text == "O-O" || text == "O-O-O") return true;
  return (text.size() == 4 || text.size() == 5) && chess::Square::parse(text.substr(0, 2)) &&
         chess::Square::parse(text.substr(2, 2));
}

class CheckingSink : public protocols::LineSink {
 public:
  void send(std::string_view line) override {
    require(line.find_first_of(std::string_view("\n\r\0", 3)) == std::string_view::npos);
    if (line.starts_with("move ")) require(is_move(line.substr(5)));
    const std::lock_guard lock(mutex_);
    if (line.starts_with("pong ")) ++pongs_;
  }
  [[nodiscard]] int pongs() {
    const std::lock_guard lock(mutex_);
    return pongs_;
  }

 private:
  std::mutex mutex_;
  int pongs_ = 0;
};

bool is_ping(std::string_view line) {
  const auto command = protocols::cecp::parse_command(line);
  return command && std::holds_alternative<protocols::cecp::Ping>(*command);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  CheckingSink sink;
  protocols::CecpServer server(std::make_unique<FirstMove>(), "Fuzz", sink);
  int pings = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    (void)protocols::cecp::parse_edit_command(line);
    if (is_ping(line)) ++pings;
    if (!server.handle(line)) return 0;
  }
  // Whatever it was doing, force mode ends it, and then all pings have been answered.
  require(server.handle("."));  // out of edit mode
  require(server.handle("force"));
  require(sink.pongs() == pings);
  return 0;
}
