#pragma once

// A traced search as JSON, node by node: `vitrine trace --json` prints it and the server answers with it. The
// fields are told in docs/cabinet-protocol.md.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>

#include "engines/trace.h"

namespace vitrine::lab {

[[nodiscard]] nlohmann::ordered_json trace_node_json(const engines::SearchTrace& trace, std::size_t node);
// Those that were searched or skipped one by one, then those that were left out together.
[[nodiscard]] nlohmann::ordered_json trace_children_json(const engines::SearchTrace& trace, std::size_t node);
// Best move, score for White, depth, counts and the root; nothing of its children.
[[nodiscard]] nlohmann::ordered_json trace_summary_json(const engines::SearchTrace& trace);

// Which node a number in JSON means: moves left out together have numbers behind all others and no children.
// Nothing: there is no such node.
struct TraceNumber {
  std::size_t node = 0;
  bool is_left_out = false;
};
[[nodiscard]] std::optional<TraceNumber> find_trace_node(const engines::SearchTrace& trace,
                                                         std::uint64_t number);

}  // namespace vitrine::lab
