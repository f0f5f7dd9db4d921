// UCI: no line breaks the parser, spacing and unknown words before a command change nothing, and a server
// that is told anything at all still answers each go once and each isready at once.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engines/roster.h"
#include "protocols/uci_server.h"

using namespace vitrine;
using namespace vitrine::protocols;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

std::vector<std::string_view> split(std::string_view text, char end) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t size = text.find(end);
    parts.push_back(text.substr(0, size));
    text.remove_prefix(size == std::string_view::npos ? text.size() : size + 1);
  }
  return parts;
}

void check_parser(std::string_view line) {
  const uci::Command command = parse_uci_command(line);
  require(parse_uci_command("\t " + std::string(line) + " \r") == command);
  std::string doubled;
  for (const char c : line) doubled += c == ' ' ? std::string("  ") : std::string(1, c);
  require(parse_uci_command(doubled) == command);

  // A word that nobody knows changes nothing, except that it hides the extras, which must come first.
  const uci::Command after_noise = parse_uci_command("joho " + std::string(line));
  const bool is_extra =
      std::holds_alternative<uci::Display>(command) || std::holds_alternative<uci::Evaluate>(command) ||
      std::holds_alternative<uci::Bench>(command) || std::holds_alternative<uci::Flip>(command) ||
      std::holds_alternative<uci::Help>(command) || std::holds_alternative<uci::Empty>(command) ||
      std::holds_alternative<uci::Unknown>(command) || line.find("perft") != line.npos;
  require(is_extra || after_noise == command);
}

class CountingSink : public LineSink {
 public:
  void send(std::string_view line) override {
    require(line.find('\n') == line.npos);
    const std::lock_guard lock(mutex_);
    if (line.starts_with("bestmove ")) ++bestmoves;
    if (line == "readyok") ++readies;
  }
  std::atomic<int> bestmoves = 0;
  std::atomic<int> readies = 0;

 private:
  std::mutex mutex_;
};

// What takes long by design is left out: a fuzzer needs many short runs.
bool is_slow(const uci::Command& command) {
  const auto* const go = std::get_if<uci::Go>(&command);
  return std::holds_alternative<uci::Bench>(command) || (go != nullptr && go->perft.value_or(0) > 2);
}

void check_server(const std::vector<std::string_view>& lines) {
  CountingSink sink;
  UciServer server(engines::find_exhibit("random")->make(), {"x", "y"}, sink);
  int gos = 0;
  int readies = 0;
  for (const std::string_view line : lines) {
    const uci::Command command = parse_uci_command(line);
    if (is_slow(command)) continue;
    const auto* const go = std::get_if<uci::Go>(&command);
    if (go != nullptr && !go->perft) ++gos;
    const bool goes_on = server.handle(line);
    require(goes_on != std::holds_alternative<uci::Quit>(command));
    if (std::holds_alternative<uci::IsReady>(command)) require(sink.readies == ++readies);
    require(sink.bestmoves <= gos);
    if (!goes_on) break;
  }
  (void)server.handle("quit");
  require(sink.bestmoves == gos && sink.readies == readies);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string_view> lines = split(text, '\n');
  for (const std::string_view line : lines) check_parser(line);
  if (lines.size() > 24) lines.resize(24);
  check_server(lines);
  return 0;
}
