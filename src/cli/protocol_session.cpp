#include "cli/protocol_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/line_reader.h"
#include "cli/stdout_sink.h"
#include "protocols/cecp_server.h"
#include "protocols/uci_server.h"

namespace vitrine::cli {

namespace {

using base::LineReader;
using protocols::CecpServer;
using protocols::UciServer;
using Status = LineReader::Status;

// Time for the last lines to a GUI that has said goodbye and may not read any more.
constexpr std::chrono::milliseconds kFarewell{400};

std::string_view first_word(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  const std::string_view rest = line.substr(start);
  return rest.substr(0, rest.find_first_of(" \t"));
}

class Session {
 public:
  Session() : lines_(STDIN_FILENO, protocols::kMaxUciLine) {}

  // The first line with a word in it is kept for the server; nothing: there is none, or nothing to read from.
  [[nodiscard]] std::optional<std::string> peek_word() try {
    std::string line;
    while (lines_.next(line) == Status::line) {
      const std::string word(first_word(line));
      if (word.empty() || word.starts_with('#')) continue;
      first_line_ = line;
      return word;
    }
    return {};
  } catch (const std::system_error&) {
    return {};
  }

  template <class Server>
  void serve(Server& server) {
    if (!first_line_ && ::isatty(STDIN_FILENO) != 0)
      out_.send("Vitrine " VITRINE_VERSION ": 'help' lists the commands, 'quit' leaves.");
    std::string line;
    if (first_line_ && !obey(server, *first_line_)) return finish();
    for (;;) {
      const Status status = lines_.next(line, {}, out_.error_descriptor());
      if (status == Status::end || status == Status::woken) break;
      if (status == Status::too_long)
        refuse(server);
      else if (!obey(server, line))
        break;
    }
    finish();
  }

  [[nodiscard]] StdoutSink& out() { return out_; }

 private:
  template <class Server>
  bool obey(Server& server, const std::string& line) {
    if (first_word(line) == "quit") out_.give_up_in(kFarewell);
    return server.handle(line);
  }
  static void refuse(UciServer& server) { server.refuse_long_line(); }
  void refuse(CecpServer&) { out_.send("Error (line too long): it was dropped"); }

  void finish() {
    out_.give_up_in(kFarewell);
    const int error = out_.error();
    if (error != 0 && error != EPIPE)
      throw std::system_error(error, std::generic_category(), "can't write standard output");
  }

  LineReader lines_;
  StdoutSink out_;
  std::optional<std::string> first_line_;
};

// The flagship is named like the cabinet, and says so once.
std::string full_name(const EngineArgument& argument) {
  const std::string_view title = find_engine(argument).card.title;
  if (title == "Vitrine") return "Vitrine " VITRINE_VERSION;
  return fmt::format("Vitrine {} {}", VITRINE_VERSION, title);
}

void serve_uci(Session& session, const EngineArgument& argument) {
  UciServer server(make_engine(argument), {.name = full_name(argument), .author = "the Vitrine authors"},
                   session.out());
  session.serve(server);
}

void serve_xboard(Session& session, const EngineArgument& argument) {
  // Old GUIs interrupt an engine to make it look at its input. People at a terminal mean what they press.
  if (::isatty(STDIN_FILENO) == 0) std::signal(SIGINT, SIG_IGN);
  CecpServer server(make_engine(argument), full_name(argument), session.out());
  session.serve(server);
}

}  // namespace

void speak_uci(const EngineArgument& argument) {
  Session session;
  serve_uci(session, argument);
}

void speak_xboard(const EngineArgument& argument) {
  Session session;
  serve_xboard(session, argument);
}

bool speak_what_is_spoken() {
  Session session;
  const auto word = session.peek_word();
  if (!word) return false;
  if (*word == "xboard" || *word == "protover")
    serve_xboard(session, {});
  else
    serve_uci(session, {});
  return true;
}

}  // namespace vitrine::cli
