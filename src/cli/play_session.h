#pragma once

// One evening at the board: a human types moves and commands, an engine answers. Reads no input itself; every
// line is handed in, and nothing that is typed ends the game but the game's own rules.

#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "chess/game.h"
#include "cli/board_view.h"
#include "engines/engine.h"
#include "notation/pgn_game.h"

namespace vitrine::cli {

struct PlayOptions {
  engines::Engine& engine;  // that answers
  std::string opponent;     // its name
  std::string note = {};    // on it, for the greeting
  engines::Limits limits = {};
  chess::Position start = chess::Position::initial();
  chess::Color human = chess::Color::white;
  BoardStyle style = {};
};

class PlaySession {
 public:
  PlaySession(const PlayOptions& options, std::ostream& out);

  // Says hello, lets the opponent move if it is its turn, shows the board.
  void begin();
  // A move or a command; false if the user wants to leave.
  [[nodiscard]] bool obey(std::string_view line);
  // Says goodbye and prints the game, so that nothing is lost.
  void end();

  [[nodiscard]] const chess::Game& game() const { return game_; }
  [[nodiscard]] bool is_over() const { return end_.has_value(); }

 private:
  // How a game ended, by its rules or by agreement of those who play it.
  struct End {
    std::optional<chess::Color> winner;
    std::string reason;
  };
  struct Command {
    std::string_view name;
    std::string_view help;
    void (PlaySession::*act)(std::string_view argument);
  };
  static std::span<const Command> commands();

  void help(std::string_view);
  void undo(std::string_view);
  void redo(std::string_view);
  void list_moves(std::string_view);
  void show_fen(std::string_view);
  void show_pgn(std::string_view);
  void show_board(std::string_view);
  void flip(std::string_view);
  void claim_draw(std::string_view move_text);
  void resign(std::string_view);
  void new_game(std::string_view color);
  void quit(std::string_view);

  void play_text(std::string_view text);
  [[nodiscard]] std::optional<chess::Move> parse_move(std::string_view text);
  void answer();  // the opponent moves if it is its turn
  void find_end();
  void show();
  [[nodiscard]] bool is_human_turn() const { return game_.position().turn() == human_; }
  [[nodiscard]] notation::PgnGame to_pgn_game() const;

  PlayOptions options_;
  std::ostream& out_;
  chess::Game game_;
  chess::Color human_;
  chess::Color bottom_;
  std::optional<End> end_;
  bool wants_to_leave_ = false;
};

}  // namespace vitrine::cli
