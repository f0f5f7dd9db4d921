#pragma once

// What both clients need while an engine of others thinks: the signals of our side, and how long to wait.

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "engines/engine.h"
#include "protocols/engine_pipe.h"

namespace vitrine::protocols {

// Wakes the pipe when a signal comes, as long as this lives.
class SignalWatch {
 public:
  SignalWatch(const engines::Signals& signals, EnginePipe& pipe)
      : stop_(signals.stop, Wake{&pipe}), ponder_hit_(signals.ponder_hit, Wake{&pipe}) {}

 private:
  struct Wake {
    EnginePipe* pipe;
    void operator()() const { pipe->wake(); }
  };
  std::stop_callback<Wake> stop_;
  std::stop_callback<Wake> ponder_hit_;
};

// When a search that counts its time from `now` is stopped by us. Nothing: only our side ends it.
[[nodiscard]] EnginePipe::Deadline move_deadline(const engines::Limits& limits, chess::Color turn,
                                                 const Patience& patience, EnginePipe::Clock::time_point now);

// The moves of a line as long as they are legal, each read by `parse`, which gives Move::none() for nonsense.
using ParseMove = std::function<chess::Move(const chess::Position&, std::string_view)>;
[[nodiscard]] std::vector<chess::Move> legal_line(chess::Position pos, const std::vector<std::string>& words,
                                                  const ParseMove& parse);

// King or rooks that castle from elsewhere than in ordinary chess.
[[nodiscard]] bool needs_chess960(const chess::Position& pos);

}  // namespace vitrine::protocols
