#include "protocols/cecp_setup.h"

#include <algorithm>
#include <cstdlib>

#include "notation/san.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {

namespace {

constexpr std::array kBothColors = {chess::Color::white, chess::Color::black};

// The rooks that may castle if the homes of kings and rooks are all one knows.
chess::Bitboard rooks_at_home(const chess::Setup& setup) {
  chess::Bitboard rooks;
  for (const chess::Color color : kBothColors) {
    const int rank = color == chess::Color::white ? 0 : 7;
    if (setup.piece_at(chess::Square::at(4, rank)) != chess::Piece{color, chess::PieceType::king}) continue;
    for (const int file : {0, 7})
      if (setup.piece_at(chess::Square::at(file, rank)) == chess::Piece{color, chess::PieceType::rook})
        rooks |= chess::Bitboard(chess::Square::at(file, rank));
  }
  return rooks;
}

// The position one double step earlier.
struct BeforeDoubleStep {
  chess::Position pos;
  chess::Move step;
};
std::optional<BeforeDoubleStep> before_double_step(const chess::Position& pos) {
  const chess::Square jumped = *pos.en_passant();
  const chess::Color mover = !pos.turn();
  const int forward = mover == chess::Color::white ? 1 : -1;
  chess::Setup setup = pos.to_setup();
  setup.remove(jumped.up(forward));
  setup.put(jumped.up(-forward), {mover, chess::PieceType::pawn});
  setup.en_passant.reset();
  setup.turn = mover;
  const auto before = chess::Position::from_setup(setup, chess::Unreachable::allowed);
  if (!before) return {};
  const auto step = notation::find_move(*before, jumped.up(-forward), jumped.up(forward));
  if (!step) return {};
  return BeforeDoubleStep{*before, *step};
}

}  // namespace

std::string cecp_move_text(const chess::Position& pos, chess::Move move, const CecpMoveStyle& style) {
  if (style.is_san) return notation::to_san(pos, move);
  if (style.is_chess960 && move.is_castling()) return move.wing() == chess::Wing::king_side ? "O-O" : "O-O-O";
  return notation::to_uci(move);
}

std::string cecp_move_command(std::string_view text, const CecpMoveStyle& style) {
  return (style.has_usermove ? "usermove " : "") + std::string(text);
}

std::optional<std::vector<std::string>> cecp_edit_commands(const chess::Position& pos,
                                                           const CecpMoveStyle& style) {
  if (pos.en_passant()) {
    const auto before = before_double_step(pos);
    if (!before) return {};
    auto commands = cecp_edit_commands(before->pos, style);
    if (commands)
      commands->push_back(cecp_move_command(cecp_move_text(before->pos, before->step, style), style));
    return commands;
  }
  const chess::Setup setup = pos.to_setup();
  if (rooks_at_home(setup) != setup.castling_rooks) return {};

  std::vector<std::string> commands;
  // `edit` leaves the turn as it is; a move of White's before it makes it Black's.
  if (setup.turn == chess::Color::black)
    commands.push_back(cecp_move_command(style.is_san ? "a3" : "a2a3", style));
  commands.insert(commands.end(), {"edit", "#"});
  for (const chess::Color color : kBothColors) {
    if (color == chess::Color::black) commands.emplace_back("c");
    for (int i = 0; i < 64; ++i) {
      const auto piece = setup.board[static_cast<std::size_t>(i)];
      if (!piece || piece->color != color) continue;
      const char letter = chess::Piece{chess::Color::white, piece->type}.to_char();
      commands.push_back(letter + chess::Square::from_index(i).to_string());
    }
  }
  commands.emplace_back(".");
  return commands;
}

std::string cecp_level_command(std::optional<int> moves, engines::Milliseconds base,
                               engines::Milliseconds increment) {
  const std::int64_t seconds = std::max<std::int64_t>(base.count() / 1000, 1);
  std::string text =
      "level " + std::to_string(std::max(moves.value_or(0), 0)) + " " + std::to_string(seconds / 60);
  if (seconds % 60 != 0) text += (seconds % 60 < 10 ? ":0" : ":") + std::to_string(seconds % 60);
  const std::int64_t milliseconds = std::max<std::int64_t>(increment.count(), 0);
  text += " " + std::to_string(milliseconds / 1000);
  if (milliseconds % 1000 != 0) {
    std::string fraction = std::to_string(1000 + milliseconds % 1000).substr(1);
    while (fraction.back() == '0') fraction.pop_back();
    text += "." + fraction;
  }
  return text;
}

std::string cecp_move_time_command(engines::Milliseconds time) {
  return "st " + std::to_string(std::max<std::int64_t>((time.count() + 999) / 1000, 1));
}

std::string cecp_centiseconds(engines::Milliseconds time) {
  return std::to_string(std::max<std::int64_t>(time.count() / 10, 0));
}

chess::Move parse_cecp_move(const chess::Position& pos, std::string_view text) {
  // 12.Nf3, 12...Nf6, <Nf6>: the move is what is left without them. Castling may begin with zeros.
  const std::size_t dot = text.rfind('.');
  if (dot != std::string_view::npos && !text.ends_with("e.p.")) text.remove_prefix(dot + 1);
  while (!text.empty() && (text.front() == '<' || text.front() == '[')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == '>' || text.back() == ']')) text.remove_suffix(1);
  if (const auto move = notation::parse_uci_move(pos, text)) return *move;
  if (const auto move = notation::parse_san(pos, text)) return *move;
  return chess::Move::none();
}

}  // namespace vitrine::protocols
