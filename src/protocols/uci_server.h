#pragma once

// We are the engine: a GUI's lines come in, ours go out. Commands are heard while the engine thinks; every
// `go` gets exactly one bestmove, whatever else is said meanwhile; nothing that is sent ends the program but
// `quit`.
//
// While a search runs, `position` sets the board for the next one; `setoption` and `ucinewgame` wait until it
// has ended, because they would change the engine under it; another `go` ends it first.

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "chess/game.h"
#include "engines/engine.h"
#include "protocols/careful_engine.h"
#include "protocols/line_sink.h"
#include "protocols/thinker.h"
#include "protocols/uci_command.h"
#include "protocols/uci_search.h"

namespace vitrine::protocols {

struct EngineIdentity {
  std::string name;
  std::string author;
};

// The longest possible game takes about 90 KB.
inline constexpr std::size_t kMaxUciLine = std::size_t{1} << 20;

class UciServer {
 public:
  // The sink must outlive the server. Contract: the engine is not null.
  UciServer(std::unique_ptr<engines::Engine> engine, EngineIdentity identity, LineSink& out);
  ~UciServer();  // as `quit`
  UciServer(const UciServer&) = delete;
  UciServer& operator=(const UciServer&) = delete;

  // One line without its end; false if it was `quit`: then everything owed has been sent.
  [[nodiscard]] bool handle(std::string_view line);
  // A line was longer than kMaxUciLine, and what came of it has been thrown away.
  void refuse_long_line();

 private:
  void on(const uci::Empty&) {}
  void on(const uci::Unknown& command);
  void on(const uci::Uci&);
  void on(const uci::Debug& command) { is_debugging_ = command.on; }
  void on(const uci::IsReady&);
  void on(const uci::SetOption& command);
  void on(const uci::Register&);
  void on(const uci::UciNewGame& command);
  void on(const uci::PositionCommand& command);
  void on(const uci::Go& command);
  void on(const uci::Stop&) { stop(); }
  void on(const uci::PonderHit&);
  void on(const uci::Quit&);
  void on(const uci::Display&);
  void on(const uci::Evaluate&);
  void on(const uci::Bench& command);
  void on(const uci::Flip&);
  void on(const uci::Help&);

  [[nodiscard]] bool is_busy() const;
  void stop();           // asks whatever runs to end
  void stop_and_wait();  // and waits until it has, and its bestmove is out
  // Does what had to wait for the end of a search, once there is no search.
  void catch_up();
  void defer(uci::Command command);
  void set_option(const uci::SetOption& command);
  void start_new_game();
  void count_perft(int depth);
  template <class Errand>
  void run_errand(Errand errand);
  [[nodiscard]] UciStyle style() const;
  void complain(std::string_view problem);

  LineSink& out_;
  EngineIdentity identity_;
  std::unique_ptr<engines::Engine> engine_;
  engines::Options options_;               // those of the protocol; the engine has its own
  std::vector<std::string> option_lines_;  // as they were at the start: `uci` shows defaults, not settings
  CarefulEngine careful_;
  chess::Game game_;
  bool is_debugging_ = false;
  bool has_quit_ = false;
  std::deque<uci::Command> deferred_;

  std::shared_ptr<UciSearch> search_;  // the latest
  std::atomic<bool> has_errand_ = false;
  // Last, so that these end before what they use.
  Thinker thinker_;
  std::jthread errand_;  // perft or bench
};

}  // namespace vitrine::protocols
