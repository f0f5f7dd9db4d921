#include "arena/tablebase.h"

namespace vitrine::arena {

using engines::SyzygyAnswer;
using engines::SyzygyTables;

std::optional<Solved> solved_by(SyzygyAnswer answer, chess::Color turn, int halfmove_clock) {
  if (answer != SyzygyAnswer::win && answer != SyzygyAnswer::loss) return Solved{};
  if (halfmove_clock > 0) return {};
  return Solved{answer == SyzygyAnswer::win ? turn : !turn};
}

Tablebase open_tablebase(const std::string& path, std::optional<int> men) {
  return [tables = SyzygyTables::open(path), men](const chess::Position& pos) -> std::optional<Solved> {
    if (men && pos.occupied().count() > *men) return {};
    const auto answer = tables->probe(pos);
    if (!answer) return {};
    return solved_by(*answer, pos.turn(), pos.halfmove_clock());
  };
}

}  // namespace vitrine::arena
