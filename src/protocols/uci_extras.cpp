#include "protocols/uci_extras.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "notation/fen.h"

namespace vitrine::protocols {

namespace {

std::string to_hexadecimal(std::uint64_t number) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  const std::string text(digits.data(), end);
  return std::string(16 - text.size(), '0') + text;
}

}  // namespace

std::vector<std::string> describe_position(const chess::Position& pos) {
  const std::string border = " +---+---+---+---+---+---+---+---+";
  std::vector<std::string> lines = {border};
  for (int rank = 7; rank >= 0; --rank) {
    std::string row;
    for (int file = 0; file < 8; ++file) {
      const auto piece = pos.piece_at(chess::Square::at(file, rank));
      row += " | ";
      row += piece ? piece->to_char() : ' ';
    }
    lines.push_back(row + " | " + std::to_string(rank + 1));
    lines.push_back(border);
  }
  lines.emplace_back("   a   b   c   d   e   f   g   h");
  lines.emplace_back("");
  lines.push_back("Fen: " + notation::to_fen(pos));
  lines.push_back("Key: " + to_hexadecimal(pos.key()));
  std::string checkers = "Checkers:";
  for (const chess::Square sq : pos.checkers()) checkers += ' ' + sq.to_string();
  lines.push_back(checkers);
  return lines;
}

std::vector<std::string> describe_perft(const chess::PerftResult& result, notation::CastlingText style) {
  const std::string mark = result.is_complete ? "" : " (incomplete)";
  std::vector<std::string> lines;
  for (const auto& [move, nodes] : result.root_moves)
    lines.push_back(notation::to_uci(move, style) + ": " + std::to_string(nodes) + mark);
  std::sort(lines.begin(), lines.end());
  lines.emplace_back("");
  lines.push_back("Nodes searched: " + std::to_string(result.nodes) + mark);
  return lines;
}

std::vector<std::string> describe_commands() {
  return {
      "This is a chess engine that speaks UCI, the language of chess GUIs. By hand:",
      "  position startpos moves e2e4     set the board up; or: position fen <FEN> [moves ...]",
      "  go movetime 1000                 think for a second; or: depth N, nodes N, infinite, wtime N btime "
      "N",
      "  stop                             answer now",
      "  setoption name <N> value <V>     change a setting; 'uci' lists them",
      "  d, flip                          show the board; turn it round with the colours exchanged",
      "  eval                             what the position is worth at first sight, without a search",
      "  go perft N                       count the lines of N plies",
      "  bench [DEPTH]                    search some positions and count the nodes",
      "  quit",
  };
}

chess::Position flipped(const chess::Position& pos) {
  const chess::Setup setup = pos.to_setup();
  chess::Setup other = chess::Setup::empty();
  for (int i = 0; i < 64; ++i) {
    const auto sq = chess::Square::from_index(i);
    if (const auto piece = setup.piece_at(sq)) other.put(sq.flipped(), {!piece->color, piece->type});
  }
  other.turn = !setup.turn;
  for (const chess::Square rook : setup.castling_rooks)
    other.castling_rooks |= chess::Bitboard(rook.flipped());
  if (setup.en_passant) other.en_passant = setup.en_passant->flipped();
  other.halfmove_clock = setup.halfmove_clock;
  other.fullmove_number = setup.fullmove_number;
  return chess::Position::from_setup(other, chess::Unreachable::allowed).value();
}

}  // namespace vitrine::protocols
