// An engine that misbehaves on request, for the tests of those who run engines.
// Usage: mock_engine uci|xboard BEHAVIOUR... ; see the table in the tests. Without a behaviour it plays the
// first of a few moves that is on the list for the number of moves played, and behaves. With `later` it
// behaves until it has made its first move.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

std::set<std::string> behaviours;
bool has(const char* behaviour) { return behaviours.contains(behaviour); }

int moves_made = 0;
bool is_time_to_misbehave() { return !has("later") || moves_made > 0; }
// The same for what it does when it plays.
bool does(const char* behaviour) { return has(behaviour) && is_time_to_misbehave(); }

// The text behind `name=`, if there is such a behaviour.
const char* value_of(const std::string& name) {
  const auto found = behaviours.lower_bound(name + "=");
  return found != behaviours.end() && found->starts_with(name + "=") ? found->c_str() + name.size() + 1
                                                                     : nullptr;
}

void say(const std::string& text, bool has_end = true) {
  std::cout << text << (has_end ? "\n" : "") << std::flush;
}

void crash(const char* phase) {
  if (!does((std::string("crash-") + phase).c_str())) return;
  std::cerr << "mock: crashing at " << phase << std::endl;
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}

[[noreturn]] void sleep_for_ever() {
  for (;;) pause();
}

// A child in a session of its own and a grandchild whose parent is gone: both outlive us if nobody kills
// them.
void fork_survivors() {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) sleep_for_ever();
    _exit(0);
  }
  if (fork() == 0) sleep_for_ever();
}

void flood(const std::string& line) {
  const std::string block = [&] {
    std::string text;
    while (text.size() < 60'000) text += line + "\n";
    return text;
  }();
  for (;;)
    if (write(STDOUT_FILENO, block.data(), block.size()) < 0) _exit(1);
}

void flood_without_newline() {
  const std::string block(60'000, 'x');
  for (;;)
    if (write(STDOUT_FILENO, block.data(), block.size()) < 0) _exit(1);
}

void say_garbage() {
  std::string bytes;
  for (int i = 0; i < 4000; ++i) bytes += static_cast<char>(i * 7919 >> 3);
  bytes +=
      "\n\x1b[31minfo \x01 depth x score cp pv 0000\n\n\ninfo depth 99999999999999999999 score mate "
      "99999999999 time -1\n";
  bytes +=
      "info depth -5 score cp 1e9 nodes -1 multipv -3 pv \xff\xfe e2e4 e7e5 garbage d2d4\noption\noption "
      "name\nid\nbestmov\n";
  bytes += "move\npong\npong x\nfeature\nfeature =\nfeature a=\"\n9 9 9\n";
  say(bytes, false);
}

// The moves of the mock, by how many have been played.
std::string my_move(std::size_t ply) {
  static const char* const kMoves[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"};
  if (does("illegal")) return "e2e5";
  if (does("no-move")) return "(none)";
  if (does("garbage-move")) return "\x1b[2Jx";
  if (does("long-move")) return std::string(10'000, 'e');
  const char* const answer = value_of("answer");
  if (answer != nullptr && is_time_to_misbehave()) return answer;
  return ply < 8 ? kMoves[ply] : "0000";
}

// Ways to stop thinking for good.
void leave() {
  if (does("exit-search")) _exit(0);
  if (does("abort")) std::abort();
  if (does("stops-itself")) std::raise(SIGSTOP);
  if (does("half-line")) {
    say(has("xboard") ? "mov" : "bestmo", false);
    sleep_for_ever();
  }
  if (does("close-search")) {
    close(STDOUT_FILENO);
    sleep_for_ever();
  }
  if (does("close-input")) {
    close(STDIN_FILENO);
    sleep_for_ever();
  }
  if (does("alloc")) {
    const rlimit limit{.rlim_cur = rlim_t{256} << 20, .rlim_max = rlim_t{256} << 20};
    setrlimit(RLIMIT_AS, &limit);
    for (std::vector<std::string> hoard;;) hoard.emplace_back(1 << 20, 'x');
  }
}

// What all protocols do when they should think; returns when the move is to be said.
void think(const std::string& info) {
  crash("go");
  leave();
  if (does("silent-search")) sleep_for_ever();
  if (does("flood")) flood(info);
  if (does("flood-no-newline")) flood_without_newline();
  if (does("garbage")) say_garbage();
  if (does("nul")) say("info\0 depth\0\n\0\0"s);
  if (does("stderr-flood"))
    for (int i = 0; i < 40'000; ++i) std::cerr << "noise " << i << "\n";
  if (does("lying"))
    say(has("xboard") ? "3 99999999999 -7 -9 e2e5 h1h8" : "info depth 3 score cp 99999999999 pv e2e5 h1h8");
  if (does("forks")) fork_survivors();
  if (does("fork-many"))
    for (int i = 0; i < 50; ++i) fork_survivors();
  say(info);
  crash("midsearch");
  if (does("late")) std::this_thread::sleep_for(300ms);
}

// What it does when asked whether it is there, for the so-and-so-manyth time.
void answer_ping() {
  static int pings = 0;
  const char* const silent = value_of("silent-ping");
  const char* const deadly = value_of("crash-ping");
  ++pings;
  if (silent != nullptr && std::stoi(silent) == pings) sleep_for_ever();
  if (deadly != nullptr && std::stoi(deadly) == pings) std::abort();
  if (has("early")) say(has("xboard") ? "move a2a3" : "bestmove a2a3");
  if (has("unasked")) say(has("xboard") ? "pong 1000\nfeature done=1" : "readyok\nuciok\nreadyok\nuciok");
}

void after_move(const std::string& line) {
  if (does("double")) say(line);
  if (does("exit-after-move")) _exit(0);
  ++moves_made;
}

std::size_t count_moves(const std::string& position) {
  std::istringstream words(position);
  std::size_t count = 0;
  bool is_move = false;
  for (std::string word; words >> word;) {
    if (is_move) ++count;
    if (word == "moves") is_move = true;
  }
  return count;
}

int run_uci() {
  std::size_t ply = 0;
  int pings = 0;
  bool is_waiting = false;  // for the stop
  const auto answer = [&] {
    const std::string line = "bestmove " + my_move(ply);
    say(line, !does("no-newline"));
    after_move(line);
    if (does("no-newline")) _exit(0);
  };
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "uci") {
      crash("uci");
      if (has("silent")) sleep_for_ever();
      if (has("flood-uci")) flood("hello");
      if (has("slow-start")) std::this_thread::sleep_for(400ms);
      if (has("garbage")) say_garbage();
      say("id name Mock \x1b[1m1.0\x07\nid author Vitrine\noption name Hash type spin default 16 min 1 max "
          "1024\n"
          "option name Hash type spin default 16 min 1 max 1024\noption name Clear Hash type button\n"
          "option name Style type combo default Normal var Solid var Normal\noption name UCI_Chess960 type "
          "check default false\n"
          "option name MultiPV type spin default 1 min 1 max 8\noption name Path type string default "
          "<empty>\nuciok");
    } else if (line == "isready") {
      crash("isready");
      if (has("silent-isready")) sleep_for_ever();
      answer_ping();
      say("readyok");
      // The third comes before the first move: from here on it hears nothing more.
      if (has("deaf") && ++pings == 3) sleep_for_ever();
    } else if (line == "ucinewgame") {
      crash("newgame");
    } else if (line.starts_with("position")) {
      crash("position");
      ply = count_moves(line);
      if (has("echo")) say("info string " + line);
    } else if (line.starts_with("setoption")) {
      crash("setoption");
      if (has("echo")) std::cerr << line << std::endl;
    } else if (line.starts_with("go")) {
      if (has("echo")) say("info string " + line);
      think("info depth 7 seldepth 9 score cp 23 nodes 1000 time 10 pv e2e4 e7e5");
      is_waiting = does("endless") || line.find("infinite") != std::string::npos ||
                   line.find("ponder") != std::string::npos;
      if (!is_waiting) answer();
    } else if (line == "stop" || line == "ponderhit") {
      crash("stop");
      if (has("ignore-stop")) continue;
      if (is_waiting) answer();
      is_waiting = false;
    } else if (line == "quit") {
      crash("quit");
      if (has("ignore-quit")) sleep_for_ever();
      return 0;
    }
  }
  return 0;
}

int run_xboard() {
  std::size_t ply = 0;
  bool is_waiting = false;
  const auto answer = [&] {
    std::string line = "move " + my_move(ply);
    if (does("san") && ply == 0) line = "move e4";
    if (does("numbered")) line = "1. ... " + my_move(ply);
    if (does("resigns")) line = "resign";
    if (does("claims-loss")) line = "0-1 {White resigns}";
    if (does("claims-win")) line = "1-0 {White mates}\n" + line;
    if (does("claims-draw")) line = "1/2-1/2 {Draw by repetition}";
    if (does("offers-draw")) line = "offer draw\n" + line;
    say(line, !does("no-newline"));
    ++ply;
    after_move(line);
    if (does("no-newline")) _exit(0);
  };
  for (std::string line; std::getline(std::cin, line);) {
    if (has("echo")) std::cerr << line << std::endl;
    if (line.starts_with("protover")) {
      crash("protover");
      if (has("silent")) sleep_for_ever();
      if (has("flood-uci")) flood("hello");
      if (has("old")) {
        say("Error (unknown command): protover 2");
        continue;
      }
      if (has("late-features")) std::this_thread::sleep_for(225ms);
      if (has("slow-start")) {
        say("feature done=0");
        std::this_thread::sleep_for(400ms);
      }
      if (has("garbage")) say_garbage();
      say("Mock 1.0 of an old school\ntellics set 1 Mock\nfeature myname=\"Mock \x1b[1m1.0\" sigint=0 "
          "xedit=1 memory=1");
      if (!has("no-setboard")) say("feature setboard=1");
      if (!has("no-ping")) say("feature ping=1");
      if (!has("no-usermove")) say("feature usermove=1");
      if (has("no-reuse")) say("feature reuse=0");
      say("feature option=\"Style -combo Solid /// *Normal\" option=\"Nonsense -what 3\" option=\"Press me "
          "-button\"");
      if (!has("never-done")) say("feature done=1");
    } else if (line.starts_with("ping")) {
      crash("isready");
      if (has("silent-isready")) sleep_for_ever();
      answer_ping();
      say("pong 77");
      say("pong" + line.substr(4));
      say("pong" + line.substr(4));
      // The first comes with the greeting; from here on it hears nothing more.
      if (has("deaf")) sleep_for_ever();
    } else if (line == "new") {
      crash("newgame");
      ply = 0;
    } else if (line.starts_with("option") || line.starts_with("memory")) {
      crash("setoption");
    } else if (line == "force") {
      is_waiting = false;
    } else if (line == "go") {
      think("7 23 10 1000 e2e4 e7e5");
      is_waiting = does("endless");
      if (!is_waiting) answer();
    } else if (line == "?") {
      crash("stop");
      if (has("ignore-stop")) continue;
      if (is_waiting) answer();
      is_waiting = false;
    } else if (line.starts_with("usermove") ||
               (line.size() >= 4 && line[0] >= 'a' && line[0] <= 'h' && line[1] >= '1' && line[1] <= '8')) {
      crash("position");
      if (has("calls-illegal"))
        say("Illegal move: " + (line.starts_with("usermove ") ? line.substr(9) : line));
      ++ply;
      say("1. " + line);
    } else if (line == "quit") {
      crash("quit");
      if (has("ignore-quit")) sleep_for_ever();
      return 0;
    } else if (line.starts_with("sd")) {
      say("Illegal move: sd 3");
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) behaviours.insert(argv[i]);
  if (has("ignore-term")) std::signal(SIGTERM, SIG_IGN);
  crash("start");
  if (has("exits")) return 3;
  if (has("never-reads")) sleep_for_ever();
  if (has("close-output")) {
    close(STDOUT_FILENO);
    sleep_for_ever();
  }
  if (has("forks-at-start")) fork_survivors();
  return has("xboard") ? run_xboard() : run_uci();
}
