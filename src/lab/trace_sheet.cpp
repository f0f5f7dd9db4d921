#include "lab/trace_sheet.h"

#include <string>

#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace vitrine::lab {

namespace {

using engines::SearchTrace;
using engines::TraceNode;
using engines::TraceReason;
using engines::TraceRole;
using Json = nlohmann::ordered_json;

// No position has more moves than this (218 are known).
constexpr std::uint64_t kMostMoves = 256;

std::string words_for(TraceReason reason) {
  return reason == TraceReason::late_move
             ? "Not looked at: enough quiet moves before it had failed."
             : "Not looked at: no quiet move could win enough to come up to what is needed.";
}

// As docs/cabinet-protocol.md has it: in Chess960 the king takes his rook.
std::string uci_of(const SearchTrace& trace, chess::Move move) {
  return notation::to_uci(move, notation::is_chess960(trace.game().start())
                                    ? notation::CastlingText::chess960
                                    : notation::CastlingText::standard);
}

Json left_out_json(const SearchTrace& trace, std::size_t node, chess::Move move, std::uint64_t number) {
  const TraceNode& parent = trace.node(node);
  return {{"node", number},
          {"move", uci_of(trace, move)},
          {"san", notation::to_san(trace.position(node), move)},
          {"ply", parent.ply + 1},
          {"depth", 0},
          {"alpha", parent.alpha},
          {"beta", parent.beta},
          {"score", nullptr},
          {"kind", to_string(parent.kind)},
          {"reason", to_string(parent.rest)},
          {"words", words_for(parent.rest)},
          {"children", 0},
          {"nodes", 0}};
}

}  // namespace

Json trace_node_json(const SearchTrace& trace, std::size_t index) {
  const TraceNode& node = trace.node(index);
  const engines::TraceView seen = trace.view(index);
  Json json = {{"node", index}};
  if (node.changes_side() && node.role != TraceRole::passing) {
    json["move"] = uci_of(trace, node.move);
    json["san"] = trace.title(index);
  } else if (node.role != TraceRole::root) {
    json["san"] = trace.title(index);
  }
  json.update({{"ply", node.ply},
               {"depth", node.depth},
               {"alpha", seen.alpha},
               {"beta", seen.beta},
               {"score", seen.score ? Json(*seen.score) : Json()},
               {"kind", to_string(node.kind)}});
  if (node.table_bound != engines::TraceBound::none)
    json["table"] = {{"bound", to_string(node.table_bound)},
                     {"depth", node.table_depth},
                     {"score", node.changes_side() ? -node.table_score : node.table_score}};
  json["reason"] = to_string(trace.reason(index));
  json["words"] = trace.explain(index);
  if (node.reduction != 0) json["reduction"] = node.reduction;
  if (node.extension != 0) json["extension"] = node.extension;
  json["children"] = trace.count_children(index);
  json["nodes"] = node.nodes;
  return json;
}

Json trace_children_json(const SearchTrace& trace, std::size_t index) {
  Json children = Json::array();
  for (const std::size_t child : trace.children(index)) children.push_back(trace_node_json(trace, child));
  std::uint64_t number = trace.nodes().size() + index * kMostMoves;
  for (const chess::Move move : trace.left_out(index))
    children.push_back(left_out_json(trace, index, move, number++));
  return children;
}

Json trace_summary_json(const SearchTrace& trace) {
  const TraceNode& root = trace.node(0);
  const auto best = trace.best();
  const int white = trace.game().position().turn() == chess::Color::white ? root.score : -root.score;
  return {{"best", best ? Json(uci_of(trace, trace.node(*best).move)) : Json()},
          {"score", root.has_score() ? Json(white) : Json()},
          {"depth", root.depth},
          {"nodes", trace.total_nodes()},
          {"recorded", trace.nodes().size()},
          {"root", trace_node_json(trace, 0)}};
}

std::optional<TraceNumber> find_trace_node(const SearchTrace& trace, std::uint64_t number) {
  const std::uint64_t recorded = trace.nodes().size();
  if (number < recorded) return TraceNumber{static_cast<std::size_t>(number), false};
  const std::uint64_t parent = (number - recorded) / kMostMoves;
  const std::uint64_t place = (number - recorded) % kMostMoves;
  if (parent >= recorded || place >= trace.left_out(static_cast<std::size_t>(parent)).size()) return {};
  return TraceNumber{static_cast<std::size_t>(parent), true};
}

}  // namespace vitrine::lab
