#include "cli/pawnrace_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "notation/in_quotes.h"
#include "pawnrace/notation.h"
#include "pawnrace/setups.h"
#include "pawnrace/text.h"

namespace vitrine::cli {

namespace {

using pawnrace::Color;
using pawnrace::Decision;
using pawnrace::Gaps;
using pawnrace::Move;
using pawnrace::Outcome;
using pawnrace::Position;

std::string in_words(const std::optional<Outcome>& outcome, const std::optional<int>& plies) {
  if (!outcome) return "not found out in time";
  const std::string word = *outcome == Outcome::win ? "won" : *outcome == Outcome::loss ? "lost" : "a draw";
  return plies ? fmt::format("{} in {} plies", word, *plies) : word;
}

}  // namespace

std::string draw_pawn_board(const Position& pos, bool unicode) {
  std::string text = "  +------------------------+\n";
  for (int rank = 7; rank >= 0; --rank) {
    text += fmt::format("{} |", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const auto sq = pawnrace::Square::at(file, rank);
      const bool is_white = pos.pawns(Color::white).contains(sq);
      const bool is_black = pos.pawns(Color::black).contains(sq);
      text += fmt::format(" {} ", is_white ? (unicode ? "♙" : "P") : is_black ? (unicode ? "♟" : "p") : ".");
    }
    text += "|\n";
  }
  return text + "  +------------------------+\n    a  b  c  d  e  f  g  h\n";
}

std::span<const PawnSession::Command> PawnSession::commands() {
  static constexpr std::array kCommands = {
      Command{"help", "this list", &PawnSession::help},
      Command{"hint", "the best move, and what the position is worth", &PawnSession::hint},
      Command{"values", "what each of your moves is worth; may take a while", &PawnSession::show_values},
      Command{"moves", "the legal moves", &PawnSession::list_moves},
      Command{"undo", "take your last move and the answer back", &PawnSession::undo},
      Command{"board", "show the board again", &PawnSession::show_board},
      Command{"state", "the position as a line of text", &PawnSession::show_state},
      Command{"new", "a new game; 'new black' with that side", &PawnSession::new_game},
      Command{"quit", "leave", &PawnSession::quit},
  };
  return kCommands;
}

PawnSession::PawnSession(const PawnSessionOptions& options, std::ostream& out)
    : options_(options), out_(out) {}

void PawnSession::begin() {
  out_ << fmt::format("You have {} against {}. Type moves such as e4 or axb4, or help.\n",
                      pawnrace::name_of(options_.person), options_.opponent_name);
  choose_gaps();
}

bool PawnSession::obey(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  const auto words = pawnrace::split_words<std::vector<std::string_view>>(line);
  if (words.empty()) return true;
  const auto named = [&](const Command& command) {
    return std::equal(words[0].begin(), words[0].end(), command.name.begin(), command.name.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
  };
  const auto command = std::find_if(commands().begin(), commands().end(), named);
  const std::size_t begin = line.find_first_not_of(kBlank);
  const std::string_view text = line.substr(begin, line.find_last_not_of(kBlank) - begin + 1);
  if (command != commands().end())
    (this->*command->act)(words.size() > 1 ? words[1] : "");
  else if (!has_game())
    take_gaps(text);
  else
    take_move(text);
  out_ << std::flush;
  return !wants_to_leave_;
}

void PawnSession::choose_gaps() {
  positions_.clear();
  if (options_.gaps) return start(*options_.gaps);
  if (options_.person == Color::black) {
    out_ << "You choose the gaps: type White's file and yours, such as af.\n" << std::flush;
    return;
  }
  // A long evening leaves no setup that is new.
  if (pawnrace::allowed_setups(chosen_).empty()) chosen_.clear();
  const Gaps gaps = options_.opponent.choose_gaps(chosen_);
  chosen_.push_back(gaps);
  out_ << fmt::format("{} chooses the gaps {}.\n", options_.opponent_name, to_text(gaps));
  start(gaps);
}

void PawnSession::take_gaps(std::string_view text) {
  const auto gaps = pawnrace::parse_gaps(text);
  if (gaps)
    start(*gaps);
  else
    out_ << gaps.error().message << ".\n";
}

void PawnSession::start(Gaps gaps) {
  positions_ = {Position::start(gaps)};
  options_.opponent.start(gaps, !options_.person);
  adviser_.start(gaps, options_.person);
  answer();
  show();
}

void PawnSession::take_move(std::string_view text) {
  if (is_over()) {
    out_ << "The game is over. Type new, undo or quit.\n";
    return;
  }
  const auto move = pawnrace::parse_move(pos(), text);
  if (!move) {
    out_ << "Invalid: " << move.error().message << ". Type moves to see what is legal.\n";
    return;
  }
  play(*move);
  answer();
  show();
}

void PawnSession::play(Move move) { positions_.push_back(pos().after(move)); }

void PawnSession::answer() {
  if (is_over() || pos().turn() == options_.person) return;
  const Move move = options_.opponent.choose(pos());
  out_ << fmt::format("{} plays {}.\n", options_.opponent_name, to_text(pos(), move));
  play(move);
}

void PawnSession::show() {
  out_ << draw_pawn_board(pos(), options_.unicode);
  const std::string_view mover = pawnrace::name_of(!pos().turn());
  if (const auto end = pos().end()) {
    if (*end == pawnrace::End::no_move)
      out_ << fmt::format("Draw: {} can't move.\n", pawnrace::name_of(pos().turn()));
    else
      out_ << fmt::format("{} wins: it {}.\n", mover,
                          *end == pawnrace::End::last_rank ? "reached the last rank" : "captured every pawn");
  } else {
    out_ << fmt::format("{} to move.\n", pawnrace::name_of(pos().turn()));
  }
  out_ << std::flush;
}

void PawnSession::help(std::string_view) {
  for (const Command& command : commands()) out_ << fmt::format("  {:<8}{}\n", command.name, command.help);
}

void PawnSession::hint(std::string_view) {
  if (!has_game() || is_over()) {
    out_ << "There is nothing to choose.\n";
    return;
  }
  const Decision decision = adviser_.decide(pos());
  out_ << fmt::format("{}; the position is {}.\n", to_text(pos(), decision.move),
                      in_words(decision.outcome, decision.plies));
}

void PawnSession::show_values(std::string_view) {
  if (!has_game()) return list_moves("");
  pawnrace::PerfectPlayer judge({.distance_nodes = pawnrace::kStubbornNodes, .has_book = false});
  for (const Move move : pos().legal_moves()) {
    const Position next = pos().after(move);
    Decision decision;
    if (const auto end = next.end())
      decision.outcome = *end == pawnrace::End::no_move ? Outcome::draw : Outcome::loss;
    else
      decision = judge.decide(next);
    const auto outcome = decision.outcome ? std::optional(-*decision.outcome) : std::nullopt;
    const auto plies = decision.plies ? std::optional(*decision.plies + 1) : std::nullopt;
    out_ << fmt::format("  {:<6}{}\n", to_text(pos(), move), in_words(outcome, plies)) << std::flush;
  }
}

void PawnSession::list_moves(std::string_view) {
  std::string text;
  if (has_game())
    for (const Move move : pos().legal_moves()) text += (text.empty() ? "" : " ") + to_text(pos(), move);
  out_ << (text.empty() ? "There are no legal moves." : text) << '\n';
}

void PawnSession::undo(std::string_view) {
  // Back to the last position in which it was the person's turn to choose.
  std::size_t ply = positions_.size();
  if (ply > 0) --ply;
  while (ply > 0 && positions_[--ply].turn() != options_.person) {
  }
  if (ply + 1 >= positions_.size() || positions_[ply].turn() != options_.person) {
    out_ << "There is no move of yours to take back.\n";
    return;
  }
  positions_.resize(ply + 1);
  show();
}

void PawnSession::show_board(std::string_view) {
  if (has_game())
    show();
  else
    out_ << "The gaps are not chosen yet.\n";
}

void PawnSession::show_state(std::string_view) {
  out_ << (has_game() ? to_text(pos()) : "The gaps are not chosen yet.") << '\n';
}

void PawnSession::new_game(std::string_view color) {
  if (!color.empty() && color != "white" && color != "black") {
    out_ << "A new game with " << notation::in_quotes(color) << "? Type new, new white or new black.\n";
    return;
  }
  if (!color.empty()) options_.person = color == "white" ? Color::white : Color::black;
  choose_gaps();
}

}  // namespace vitrine::cli
