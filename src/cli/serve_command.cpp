#include "cli/serve_command.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <condition_variable>
#include <csignal>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>

#include "chess/game.h"
#include "cli/add_command.h"
#include "cli/serve_engines.h"
#include "cli/stop_on_interrupt.h"
#include "cli/turochamp_worksheet.h"
#include "cli/usage_error.h"
#include "engines/roster.h"
#include "server/cabinet.h"

namespace vitrine::cli {

namespace {

constexpr int kOtherPorts = 20;

struct ServeOptions {
  std::string host;
  int port = 8080;
  bool is_port_given = false;
  bool has_token = false;
  bool opens_browser = false;
  std::string engines;
};

bool is_loopback(const std::string& host) {
  return host.empty() || host == "localhost" || host == "127.0.0.1" || host == "::1";
}

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> ignored;
  return ::inet_pton(AF_INET, host.c_str(), ignored.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), ignored.data()) == 1;
}

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

server::HttpSettings http_settings(const ServeOptions& options) {
  server::HttpSettings settings{.port = static_cast<std::uint16_t>(options.port)};
  if (!options.is_port_given) settings.other_ports = kOtherPorts;
  if (!is_loopback(options.host)) settings.addresses = {options.host};
  return settings;
}

server::GuardSettings guard_settings(const ServeOptions& options, std::uint16_t port) {
  server::GuardSettings settings{.port = port};
  if (options.has_token) settings.token = server::make_token();
  if (is_loopback(options.host)) return settings;
  settings.takes_any_address = options.host == "0.0.0.0" || options.host == "::";
  if (!settings.takes_any_address) settings.hosts = {in_url(options.host)};
  return settings;
}

std::string url_of(const ServeOptions& options, const server::GuardSettings& guard) {
  const bool is_named = !is_loopback(options.host) && !guard.takes_any_address;
  std::string url = fmt::format("http://{}:{}/", is_named ? in_url(options.host) : "127.0.0.1", guard.port);
  if (!guard.token.empty()) url += "?token=" + guard.token;
  return url;
}

// What `vitrine turochamp --json` prints.
server::Json answer_worksheet(const server::Json& request) {
  using namespace engines::turochamp;
  const server::Fields fields(request);
  const chess::Game game(server::read_position(fields.text("fen"), fields.place("fen")));
  const Rules rules = rules_from(engines::find_exhibit("turochamp")->make()->options());
  return worksheet_json(game, make_worksheet(game, rules), rules);
}

// The browser is nobody's child: it stays when we go.
void open_browser(const std::string& url) {
  const pid_t child = ::fork();
  if (child < 0) return;
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
    return;
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::setsid();
  if (::fork() == 0) {
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, fd);
    ::execlp("xdg-open", "xdg-open", url.c_str(), nullptr);
  }
  ::_exit(0);
}

void wait_for(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait(lock, stop, [] { return false; });
}

int serve(const ServeOptions& options) {
  if (!is_loopback(options.host) && !is_address(options.host))
    throw UsageError("--host: '" + options.host + "' is not an IP address");
  if (!is_loopback(options.host) && !options.has_token)
    throw UsageError("--host: others could come in; --token keeps those out who don't have the address");
  const std::string file = options.engines.empty() ? default_engines_file() : options.engines;
  const auto players = file.empty() ? std::vector<arena::Player>() : read_engines_file(file);

  StopOnInterrupt interrupt;  // before any thread that would take the signal instead
  const server::EngineMaker maker = make_engine_maker();
  const server::EngineBook book(try_programs(players, maker), maker);
  server::HttpServer http(http_settings(options));
  const server::GuardSettings guard = guard_settings(options, http.port());
  const std::string url = url_of(options, guard);
  server::Cabinet cabinet(
      {.guard = guard, .version = VITRINE_VERSION, .more_routes = {{"/api/worksheet", answer_worksheet}}},
      book);
  http.start(cabinet);
  std::cerr << "The cabinet is open; Ctrl-C closes it.\n" << std::flush;
  std::cout << url << '\n' << std::flush;
  if (options.opens_browser) open_browser(url);
  wait_for(interrupt.token());
  cabinet.stop();
  http.stop();
  return 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine serve                              on http://127.0.0.1:8080/, or the next free port
  vitrine serve --open                       and show it in the browser
  vitrine serve --port 0                     on any free port; the address is the last line printed
  vitrine serve --host 192.168.1.5 --token   for other machines, only with the address that is printed

Programs of others are listed in ~/.config/vitrine/engines.toml (or --engines FILE):
  [[engine]]
  name = "Stockfish"
  command = "stockfish"                      or ["/opt/my engine", "--uci"]
  protocol = "uci"                           or "xboard"
  options = { Hash = 64 }
See docs/cabinet.md.)";

}  // namespace

void add_serve_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "serve", "Show the cabinet as a page in a browser");
  auto options = std::make_shared<ServeOptions>();
  const CLI::Option* port =
      command->add_option("--port", options->port, "The port; 0: any (default: 8080 or the next free one)")
          ->type_name("N")
          ->check(CLI::Range(0, 65535));
  command->add_option("--host", options->host, "The address to listen on (default: this machine only)")
      ->type_name("ADDRESS");
  command->add_flag("--token", options->has_token, "Let in only those who have the address that is printed");
  command->add_flag("--open", options->opens_browser, "Open the page in the browser");
  command->add_option("--engines", options->engines, "The list of programs")->type_name("FILE");
  command->footer(kExamples);
  command->callback([options, port, &exit_code] {
    options->is_port_given = port->count() > 0;
    exit_code = serve(*options);
  });
}

}  // namespace vitrine::cli
