#include "cli/play_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>

#include "notation/fen.h"
#include "notation/in_quotes.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace vitrine::cli {

namespace {

using chess::Color;
using chess::Game;
using chess::Move;
using chess::Position;

std::string_view name_of(Color color) { return color == Color::white ? "White" : "Black"; }

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  std::array<char, 16> text{};
  if (::localtime_r(&now, &local) == nullptr) return "????.??.??";
  return {text.data(), std::strftime(text.data(), text.size(), "%Y.%m.%d", &local)};
}

// "12. Nf3" or "12... Nf6", for the move that led to this ply.
std::string numbered_san(const Game& game, std::size_t ply) {
  const Position& before = game.position_at(ply - 1);
  const Move move = game.moves()[ply - 1];
  return fmt::format("{}{} {}", before.fullmove_number(), before.turn() == Color::white ? "." : "...",
                     notation::to_san(before, move));
}

bool looks_like_uci(std::string_view text) {
  return text.size() >= 4 && chess::Square::parse(text.substr(0, 2)) &&
         chess::Square::parse(text.substr(2, 2));
}

}  // namespace

std::span<const PlaySession::Command> PlaySession::commands() {
  static constexpr std::array kCommands = {
      Command{"help", "this list", &PlaySession::help},
      Command{"moves", "the legal moves", &PlaySession::list_moves},
      Command{"undo", "take your last move and the answer back", &PlaySession::undo},
      Command{"redo", "play them again", &PlaySession::redo},
      Command{"board", "show the board again", &PlaySession::show_board},
      Command{"flip", "turn the board round", &PlaySession::flip},
      Command{"fen", "the position as FEN", &PlaySession::show_fen},
      Command{"pgn", "the game as PGN", &PlaySession::show_pgn},
      Command{"draw", "claim a draw by repetition or the fifty-move rule; 'draw Nf3': with this move",
              &PlaySession::claim_draw},
      Command{"resign", "give the game up", &PlaySession::resign},
      Command{"new", "a new game; 'new black' with that side", &PlaySession::new_game},
      Command{"quit", "leave", &PlaySession::quit},
  };
  return kCommands;
}

PlaySession::PlaySession(const PlayOptions& options, std::ostream& out)
    : options_(options), out_(out), game_(options.start), human_(options.human), bottom_(options.human) {}

void PlaySession::begin() {
  out_ << fmt::format("You have {} against {}{}. Type a move, such as e4 or e2e4, or help.\n\n",
                      name_of(human_), options_.opponent, options_.note);
  options_.engine.new_game();
  find_end();
  answer();
  show();
}

bool PlaySession::obey(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  const auto first = line.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return true;
  line = line.substr(first, line.find_last_not_of(kBlank) - first + 1);

  const std::string_view word = line.substr(0, line.find_first_of(kBlank));
  const auto named = [word](const Command& command) {
    return std::equal(word.begin(), word.end(), command.name.begin(), command.name.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
  };
  const auto command = std::find_if(commands().begin(), commands().end(), named);
  if (command == commands().end()) {
    play_text(line);
  } else {
    std::string_view argument = line.substr(word.size());
    argument.remove_prefix(std::min(argument.find_first_not_of(kBlank), argument.size()));
    (this->*command->act)(argument);
  }
  out_ << std::flush;
  return !wants_to_leave_;
}

void PlaySession::end() {
  if (!end_) out_ << "The game is unfinished.\n";
  if (game_.ply() > 0) out_ << '\n' << to_pgn(to_pgn_game());
  out_ << std::flush;
}

void PlaySession::play_text(std::string_view text) {
  if (end_) {
    out_ << "The game is over. Type new, undo, pgn or quit.\n";
    return;
  }
  const auto move = parse_move(text);
  if (!move) return;
  game_.play_unchecked(*move);
  find_end();
  answer();
  show();
}

std::optional<Move> PlaySession::parse_move(std::string_view text) {
  const Position& pos = game_.position();
  const auto san = notation::parse_san(pos, text);
  if (san) return *san;
  const auto uci = notation::parse_uci_move(pos, text);
  if (uci) return *uci;
  out_ << (looks_like_uci(text) ? uci.error().message : san.error().message);
  out_ << ". Type moves to see what is legal, help for the commands.\n";
  return {};
}

void PlaySession::answer() {
  if (end_ || is_human_turn()) return;
  const engines::Choice choice = options_.engine.choose(game_, options_.limits, {}, {});
  if (!choice.move) {
    end_ = End{human_, options_.opponent + " resigns"};
    return;
  }
  game_.play_unchecked(*choice.move);
  find_end();
}

void PlaySession::find_end() {
  end_.reset();
  if (const auto outcome = game_.outcome())
    end_ = End{outcome->winner, std::string(to_string(outcome->reason))};
}

void PlaySession::show() {
  const Position& pos = game_.position();
  out_ << draw_board(pos, bottom_, options_.style, game_.last_move());
  if (game_.ply() > 0)
    out_ << fmt::format("{} played {}.\n", pos.turn() == human_ ? options_.opponent : "You",
                        numbered_san(game_, game_.ply()));
  if (!end_) {
    out_ << fmt::format("{} to move{}.\n", name_of(pos.turn()), pos.is_check() ? ", in check" : "");
  } else if (end_->winner) {
    out_ << fmt::format("{} wins: {}.\n", name_of(*end_->winner), end_->reason);
  } else {
    out_ << fmt::format("Draw: {}.\n", end_->reason);
  }
  out_ << std::flush;
}

void PlaySession::help(std::string_view) {
  out_ << "Moves: SAN (Nf3, exd5, O-O, e8=Q) or UCI (g1f3, e1g1, e7e8q). Commands:\n";
  for (const Command& command : commands()) out_ << fmt::format("  {:<8}{}\n", command.name, command.help);
}

void PlaySession::undo(std::string_view) {
  // Back to the last position in which it was the human's turn to choose.
  std::size_t ply = game_.ply();
  while (ply > 0 && game_.position_at(--ply).turn() != human_) {
  }
  if (ply == game_.ply() || game_.position_at(ply).turn() != human_) {
    out_ << "There is no move of yours to take back.\n";
    return;
  }
  while (game_.ply() > ply) game_.undo();
  find_end();
  show();
}

void PlaySession::redo(std::string_view) {
  if (!game_.redo()) {
    out_ << "There is no move to play again.\n";
    return;
  }
  if (!is_human_turn()) game_.redo();
  find_end();
  show();
}

void PlaySession::list_moves(std::string_view) {
  const Position& pos = game_.position();
  std::string text;
  for (const Move move : pos.legal_moves()) text += (text.empty() ? "" : " ") + notation::to_san(pos, move);
  out_ << (text.empty() ? "There are no legal moves." : text) << '\n';
}

void PlaySession::show_fen(std::string_view) { out_ << notation::to_fen(game_.position()) << '\n'; }

void PlaySession::show_pgn(std::string_view) { out_ << to_pgn(to_pgn_game()); }

void PlaySession::show_board(std::string_view) { show(); }

void PlaySession::flip(std::string_view) {
  bottom_ = !bottom_;
  show();
}

// By the laws a draw is claimed by the player who is to move: for the position on the board, or for the one
// that a move of his would bring about.
void PlaySession::claim_draw(std::string_view move_text) {
  if (end_) {
    out_ << "The game is over already.\n";
    return;
  }
  Game claimed = game_;
  if (!move_text.empty()) {
    const auto move = parse_move(move_text);
    if (!move) return;
    claimed.play_unchecked(*move);
  }
  const auto outcome = claimed.outcome(chess::DrawClaims::made);
  if (!outcome || outcome->winner) {
    out_ << fmt::format(
        "No draw to claim: this position has stood on the board {} of 3 times, and {} of 100 plies have "
        "passed without capture or pawn move.\n",
        claimed.repetitions(), claimed.position().halfmove_clock());
    return;
  }
  game_ = claimed;
  end_ = End{{}, std::string(to_string(outcome->reason)) + ", claimed by " + std::string(name_of(human_))};
  show();
}

void PlaySession::resign(std::string_view) {
  if (end_) {
    out_ << "The game is over already.\n";
    return;
  }
  end_ = End{!human_, std::string(name_of(human_)) + " resigns"};
  show();
}

void PlaySession::new_game(std::string_view color) {
  if (!color.empty() && color != "white" && color != "black") {
    out_ << "A new game with " << notation::in_quotes(color) << "? Type new, new white or new black.\n";
    return;
  }
  if (game_.ply() > 0) out_ << to_pgn(to_pgn_game());
  if (!color.empty()) human_ = color == "white" ? Color::white : Color::black;
  bottom_ = human_;
  game_ = Game(options_.start);
  options_.engine.new_game();
  find_end();
  answer();
  show();
}

void PlaySession::quit(std::string_view) { wants_to_leave_ = true; }

notation::PgnGame PlaySession::to_pgn_game() const {
  const bool is_white = human_ == Color::white;
  notation::PgnGame pgn = notation::to_pgn_game(game_, {{"Event", "Vitrine in the terminal"},
                                                        {"Date", today()},
                                                        {"White", is_white ? "Human" : options_.opponent},
                                                        {"Black", is_white ? options_.opponent : "Human"}});
  if (!end_) return pgn;
  pgn.result = notation::to_game_result(end_->winner);
  if (!pgn.main_line.moves.empty()) pgn.main_line.moves.back().comment = end_->reason;
  return pgn;
}

}  // namespace vitrine::cli
