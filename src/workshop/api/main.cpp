// The program around a bot: what `vitrine bot build` links the bot's own file with.

#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "workshop/api/server.h"

namespace vitrine::bot {
// Written behind the bot's own text by the build.
extern const char* const kBotName;
}  // namespace vitrine::bot

// For bots that have nothing to forget.
[[gnu::weak]] void new_game() {}

namespace {

// Each line is out at once. When nobody reads any more, SIGPIPE ends the program, which has no other purpose.
class Output : public vitrine::protocols::LineSink {
 public:
  void send(std::string_view line) override {
    std::string text(line);
    text += '\n';
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno != EINTR && errno != EAGAIN)
        throw std::system_error(errno, std::generic_category(), "writing to standard output");
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
};

}  // namespace

int main() {
  Output out;
  vitrine::base::LineReader in(STDIN_FILENO);
  return vitrine::bot::Server({vitrine::bot::kBotName, think, new_game}, in, out).run();
}
