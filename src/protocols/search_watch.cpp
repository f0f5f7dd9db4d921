#include "protocols/search_watch.h"

#include <algorithm>
#include <utility>

namespace vitrine::protocols {

EnginePipe::Deadline move_deadline(const engines::Limits& limits, chess::Color turn, const Patience& patience,
                                   EnginePipe::Clock::time_point now) {
  if (limits.infinite || limits.is_unlimited()) return {};
  std::optional<engines::Milliseconds> time;
  const auto limit_to = [&](engines::Milliseconds most) { time = time ? std::min(*time, most) : most; };
  if (limits.move_time) limit_to(*limits.move_time + patience.margin);
  if (limits.clock) {
    const auto left = limits.clock->remaining[static_cast<std::size_t>(chess::index(turn))];
    limit_to(std::max(left, engines::Milliseconds(0)) + patience.margin);
  }
  return now + time.value_or(patience.move);
}

std::vector<chess::Move> legal_line(chess::Position pos, const std::vector<std::string>& words,
                                    const ParseMove& parse) {
  std::vector<chess::Move> moves;
  for (const std::string& word : words) {
    const chess::Move move = parse(pos, word);
    if (move.is_none()) break;
    moves.push_back(move);
    pos = pos.after(move);
  }
  return moves;
}

bool needs_chess960(const chess::Position& pos) {
  constexpr int kKingFile = 4;
  for (const chess::Color color : {chess::Color::white, chess::Color::black})
    for (const auto& [wing, file] :
         {std::pair{chess::Wing::king_side, 7}, std::pair{chess::Wing::queen_side, 0}}) {
      const auto rook = pos.castling_rook(color, wing);
      if (rook && (rook->file() != file || pos.king(color).file() != kKingFile)) return true;
    }
  return false;
}

}  // namespace vitrine::protocols
