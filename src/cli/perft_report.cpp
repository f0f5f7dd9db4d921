#include "cli/perft_report.h"

#include <algorithm>

#include "notation/fen.h"
#include "notation/pgn_writer.h"
#include "notation/uci_move.h"

namespace vitrine::cli {

std::vector<std::pair<std::string, std::uint64_t>> divide_of(const chess::Position& pos,
                                                             const chess::PerftResult& result,
                                                             bool chess960) {
  const auto style = chess960 || notation::is_chess960(pos) ? notation::CastlingText::chess960
                                                            : notation::CastlingText::standard;
  std::vector<std::pair<std::string, std::uint64_t>> divide;
  for (const auto& [move, nodes] : result.root_moves)
    divide.emplace_back(notation::to_uci(move, style), nodes);
  std::sort(divide.begin(), divide.end());
  return divide;
}

nlohmann::ordered_json to_json(const chess::Position& pos, int depth, const TimedPerft& timed) {
  return {{"fen", notation::to_fen(pos)},    {"depth", depth},
          {"nodes", timed.result.nodes},     {"seconds", timed.seconds},
          {"nps", timed.nodes_per_second()}, {"complete", timed.result.is_complete}};
}

nlohmann::ordered_json divide_to_json(const chess::Position& pos, const chess::PerftResult& result,
                                      bool chess960) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [move, nodes] : divide_of(pos, result, chess960))
    list.push_back({{"move", move}, {"nodes", nodes}});
  return list;
}

}  // namespace vitrine::cli
