// SAN and UCI moves: the first line is a FEN, the second the text of a move. Whatever is accepted is legal
// and is read back from what is written; every legal move of the position is too.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"

using namespace vitrine;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

void check_writing(const chess::Position& pos, chess::Move move) {
  const std::string san = notation::to_san(pos, move);
  const auto from_san = notation::parse_san(pos, san);
  require(from_san.has_value() && *from_san == move);
  const auto from_uci =
      notation::parse_uci_move(pos, notation::to_uci(move, notation::CastlingText::chess960));
  require(from_uci.has_value() && *from_uci == move);
  const chess::Position next = pos.after(move);
  require(next.is_check() == (san.back() == '+' || san.back() == '#'));
  require(next.is_checkmate() == (san.back() == '#'));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t line_end = input.find('\n');
  const std::string_view fen = input.substr(0, line_end);
  const std::string_view text = line_end == std::string_view::npos ? "" : input.substr(line_end + 1);

  const auto pos = notation::parse_fen(fen, notation::FenMode::lenient);
  const chess::Position& board = pos ? *pos : chess::Position::initial();
  if (const auto move = notation::parse_san(board, text))
    require(board.is_legal(*move) && board.legal_moves().contains(*move));
  else
    require(!move.error().message.empty());
  if (const auto move = notation::parse_uci_move(board, text))
    require(board.is_legal(*move));
  else
    require(!move.error().message.empty());
  if (pos)
    for (const chess::Move move : board.legal_moves()) check_writing(board, move);
  return 0;
}
