#pragma once

// The UCI side of a bot's program: hears a GUI, calls the bot, says its move. It differs from UciServer in
// protocols on two points. It has no thread besides the bot's, because a bot's sandbox allows none: commands
// are heard whenever the bot looks at its clock, and wait otherwise. And it mends nothing: a bot that returns
// an illegal move, or throws, has lost its game, and must be seen to.

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/line_reader.h"
#include "chess/game.h"
#include "protocols/line_sink.h"
#include "protocols/uci_command.h"
#include "workshop/api/vitrine/bot.h"

namespace vitrine::bot {

// What to call, and under which name.
struct BotProgram {
  std::string name;
  std::function<Move(Board&, const Timer&)> think;
  std::function<void()> new_game;
};

class Server : private Host {
 public:
  // Reader and sink must outlive the server.
  Server(BotProgram bot, base::LineReader& in, protocols::LineSink& out);

  // Until `quit`, the end of the input, or an exception of the bot; the answer is the program's exit status.
  [[nodiscard]] int run();

  // The clock that a `go` gives the side to move. Without a clock of its own a bot gets what is nearest: all
  // of the time for the move, a day for an infinite search, or one minute for a depth or a number of nodes.
  [[nodiscard]] static Timer::Settings clock_of(const protocols::uci::Go& go, chess::Color turn);

 private:
  bool is_move_wanted() override;
  void show(std::optional<std::uint64_t> squares) override;

  // The next line, or false where none comes before the deadline, or ever.
  bool hear(std::string& line, std::optional<base::LineReader::Clock::time_point> deadline);
  void handle(std::string_view line);
  // Acts on what may be said to a thinking bot; false: that is for later.
  bool handle_while_thinking(std::string_view line);
  void set_position(const protocols::uci::PositionCommand& command);
  void go(const protocols::uci::Go& command);
  [[nodiscard]] std::optional<Move> ask_bot(Board& board, const Timer& timer);
  void await_stop();

  BotProgram bot_;
  base::LineReader& in_;
  protocols::LineSink& out_;
  chess::Game game_;
  std::optional<int> start_ms_;    // the clock at our first move of this game
  std::deque<std::string> later_;  // heard while the bot thought
  bool is_move_wanted_ = false;
  bool has_ended_ = false;
  int exit_status_ = 0;
};

}  // namespace vitrine::bot
