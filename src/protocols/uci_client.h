#pragma once

// An engine of others that speaks UCI. Before every search the engine must say readyok, so that a late
// bestmove of an earlier one is never taken for the answer.

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocols/engine_client.h"
#include "protocols/engine_pipe.h"
#include "protocols/uci_reply.h"

namespace vitrine::protocols {

class UciClient final : public ExternalEngine {
 public:
  explicit UciClient(EngineCommand command);

  [[nodiscard]] engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                                       const engines::Listener& on_report,
                                       const engines::Signals& signals) override;
  void new_game() override;
  [[nodiscard]] const std::string& reported_name() const override { return reported_name_; }

 private:
  struct Search;

  void greet();
  void add_option(const engines::Option& option);
  void wait_until_ready(engines::Milliseconds patience);
  [[nodiscard]] bool send_changed_options();  // whether there were any
  // Sets an option that follows the search rather than the user; true if that had to be sent.
  bool set_now(const engines::Option& option, const std::string& value);
  // Everything but `go`; true if the moves are written as in Chess960.
  [[nodiscard]] bool prepare(const chess::Game& game, const engines::Limits& limits);
  [[nodiscard]] engines::Choice await_move(Search& search);
  [[nodiscard]] engines::Choice read_choice(const Search& search, const UciBestMove& best);

  EnginePipe pipe_;
  std::string reported_name_;
  bool is_new_game_known_ = false;
  std::map<std::string, std::string> sent_;  // the values the engine was sent, by option
  std::mutex mutex_;                         // guards changed_: options may be set from another thread
  std::vector<std::pair<std::string, std::string>> changed_;  // names and values still to send
};

// The `go` of these limits, searchmoves last because some engines take all that follows for moves. Clocks
// below 1 ms are sent as 1 ms.
[[nodiscard]] std::string uci_go_command(const engines::Limits& limits, bool is_chess960);
[[nodiscard]] std::string uci_position_command(const chess::Game& game, bool is_chess960);

}  // namespace vitrine::protocols
