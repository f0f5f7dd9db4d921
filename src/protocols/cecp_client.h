#pragma once

// An engine of others that speaks CECP, the protocol of xboard: version 2 with whatever features it has, or
// version 1.
//
// The engine is kept in force mode, told every move, and set going for one move at a time; before that it
// must answer a ping, if it knows pings, so that a late move of an earlier search is never taken for the
// answer.
//
// CECP has no limits in nodes or mates, times of whole seconds only, and some engines ignore `sd`; so we
// watch the thinking too and say `?` (move now) when a limit is reached. Even that may be ignored (HoiChess
// and Fairy-Max do): then the first move of the best line it has shown is the answer, and it is started
// afresh for the next search. What can't be had: several lines at once (it reports one), a choice among some
// moves (a fault), and thinking for the opponent's reply on our word (it waits for the ponder hit).

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "protocols/cecp_reply.h"
#include "protocols/cecp_setup.h"
#include "protocols/engine_client.h"
#include "protocols/engine_pipe.h"

namespace vitrine::protocols {

class CecpClient final : public ExternalEngine {
 public:
  explicit CecpClient(EngineCommand command);

  [[nodiscard]] engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                                       const engines::Listener& on_report,
                                       const engines::Signals& signals) override;
  void new_game() override;
  [[nodiscard]] const std::string& reported_name() const override { return reported_name_; }

 private:
  struct Search;
  struct Features {  // as they are without a word about them
    bool ping = false;
    bool setboard = false;
    bool time = true;
    bool reuse = true;
    CecpMoveStyle moves = {};
    std::optional<std::string> variants = {};
  };

  // --- Hello (cecp_client.cpp)
  void start();
  void start_if_gone();
  void greet();
  void obey(const CecpFeature& feature);
  void add_option(engines::Option option, std::string command);
  void send_changed_options();
  // The next reply; features are obeyed on the way. Nothing: the deadline has passed, or a signal has come.
  enum class Event { reply, late_reply, timeout, woken };
  [[nodiscard]] Event receive(CecpReply& reply, EnginePipe::Deadline deadline);
  // Waits until everything sent is done, and drops what the engine says meanwhile.
  void synchronize(engines::Milliseconds patience);

  // --- The game (cecp_client_game.cpp)
  void follow(const chess::Game& game, bool is_depth_gone);
  void set_up(const chess::Game& game);
  void send_limits(const engines::Limits& limits, const chess::Position& pos);
  [[nodiscard]] bool wait_for_ponder_hit(const engines::Signals& signals);  // false: stopped
  [[nodiscard]] engines::Choice await_move(Search& search);
  [[nodiscard]] engines::Choice read_choice(const Search& search, const CecpMove& text);
  [[nodiscard]] engines::Choice settle_claim(const Search& search);    // the engine claims and does not move
  [[nodiscard]] engines::Choice take_best_line(const Search& search);  // it does not hear us

  EngineCommand command_;
  std::optional<EnginePipe> pipe_;
  bool is_deaf_ = false;  // it would not hear us and was killed: start it again
  std::string reported_name_;
  Features features_;
  std::optional<bool> is_done_;  // what the last `feature done` said
  std::optional<EnginePipe::Clock::time_point> last_feature_;
  std::int64_t last_ping_ = 0;

  std::optional<chess::Game> board_;   // the game the engine knows; nothing: set it up anew
  std::vector<std::string> untested_;  // moves it may yet call illegal
  bool is_forced_ = false;             // it is in force mode
  bool is_chess960_ = false;
  std::optional<int> depth_;           // the `sd` in force
  std::optional<std::string> timing_;  // the `level` or `st` in force
  std::optional<int> moves_to_go_;     // what it should be by the engine's count
  int period_ = 0;                     // moves to go when `level` was sent

  std::mutex mutex_;                  // guards the next two: options may be set from another thread
  std::vector<std::string> changed_;  // lines to send
  std::map<std::string, std::string> settings_;  // all lines sent, by option, for a new process
};

}  // namespace vitrine::protocols
