#pragma once

// A game of Pawn Race at the terminal: the person types one side's moves, a player answers. As at the event,
// where somebody sits at the board and types what the opponent does; or for the fun of it, with hints. Reads
// no input itself; every line is handed in.

#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pawnrace/perfect_player.h"
#include "pawnrace/player.h"
#include "pawnrace/position.h"

namespace vitrine::cli {

struct PawnSessionOptions {
  pawnrace::Player& opponent;
  std::string opponent_name;
  pawnrace::Color person = pawnrace::Color::white;
  std::optional<pawnrace::Gaps> gaps = {};  // nothing: Black chooses
  bool unicode = false;
};

class PawnSession {
 public:
  PawnSession(const PawnSessionOptions& options, std::ostream& out);

  void begin();
  // A move, gaps or a command; false if the person wants to leave.
  [[nodiscard]] bool obey(std::string_view line);

 private:
  struct Command {
    std::string_view name;
    std::string_view help;
    void (PawnSession::*act)(std::string_view argument);
  };
  static std::span<const Command> commands();

  void help(std::string_view);
  void hint(std::string_view);
  void list_moves(std::string_view);
  void show_values(std::string_view);
  void undo(std::string_view);
  void show_board(std::string_view);
  void show_state(std::string_view);
  void new_game(std::string_view color);
  void quit(std::string_view) { wants_to_leave_ = true; }

  void choose_gaps();
  void start(pawnrace::Gaps gaps);
  void take_gaps(std::string_view text);
  void take_move(std::string_view text);
  void play(pawnrace::Move move);
  void answer();
  void show();
  [[nodiscard]] bool has_game() const { return !positions_.empty(); }
  [[nodiscard]] const pawnrace::Position& pos() const { return positions_.back(); }
  [[nodiscard]] bool is_over() const { return has_game() && pos().end().has_value(); }

  PawnSessionOptions options_;
  std::ostream& out_;
  pawnrace::PerfectPlayer adviser_;
  std::vector<pawnrace::Position> positions_;  // empty until the gaps are chosen
  std::vector<pawnrace::Gaps> chosen_;         // by the opponent, in this session
  bool wants_to_leave_ = false;
};

// Ten lines, White at the bottom.
[[nodiscard]] std::string draw_pawn_board(const pawnrace::Position& pos, bool unicode);

}  // namespace vitrine::cli
