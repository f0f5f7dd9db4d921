#include "protocols/uci_limits.h"

#include <algorithm>
#include <limits>

#include "notation/uci_move.h"

namespace vitrine::protocols {

namespace {

using engines::Milliseconds;

constexpr std::int64_t kYear =
    365LL * 24 * 60 * 60 * 1000;  // ms: nobody thinks longer, and sums can't overflow
constexpr std::int64_t kMaxDepth = 1000;
constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

// Runners with a margin send clocks of zero and below: there is hardly any time, which is not the same as no
// clock.
Milliseconds to_time(std::int64_t ms) { return Milliseconds(std::clamp<std::int64_t>(ms, 1, kYear)); }
Milliseconds to_increment(std::optional<std::int64_t> ms) {
  return Milliseconds(std::clamp<std::int64_t>(ms.value_or(0), 0, kYear));
}
int to_int(std::int64_t number, std::int64_t max) {
  return static_cast<int>(std::clamp<std::int64_t>(number, 1, max));
}

// Only the clock of the side to move limits the search. Where the opponent's was not sent, it is taken to be
// equal.
std::optional<engines::Clock> to_clock(const uci::Go& go, chess::Color turn) {
  const bool is_white = turn == chess::Color::white;
  const auto& own = is_white ? go.white_time : go.black_time;
  if (!own) return {};
  engines::Clock clock;
  clock.remaining = {to_time(go.white_time.value_or(*own)), to_time(go.black_time.value_or(*own))};
  clock.increment = {to_increment(go.white_increment), to_increment(go.black_increment)};
  if (go.moves_to_go && *go.moves_to_go > 0) clock.moves_to_go = to_int(*go.moves_to_go, kMaxInt);
  return clock;
}

void add_search_moves(const uci::Go& go, const chess::Position& pos, SearchPlan& plan) {
  auto& moves = plan.limits.search_moves;
  for (const std::string& text : go.search_moves) {
    const auto move = notation::parse_uci_move(pos, text);
    if (!move)
      plan.problems.push_back("searchmoves: " + move.error().message);
    else if (std::find(moves.begin(), moves.end(), *move) == moves.end())
      moves.push_back(*move);
  }
  if (!go.search_moves.empty() && moves.empty())
    plan.problems.emplace_back("searchmoves has no legal move: all moves are searched");
}

// The command asked for a limit, in vain or only for the opponent. A bare `go` asks for none and searches on.
bool has_lost_its_limits(const uci::Go& go) {
  return !go.problems.empty() || go.ponder || go.mate || go.white_time || go.black_time ||
         go.white_increment || go.black_increment || go.moves_to_go;
}

}  // namespace

SearchPlan plan_search(const uci::Go& go, const chess::Position& pos) {
  SearchPlan plan{.limits = {}, .problems = go.problems};
  engines::Limits& limits = plan.limits;
  limits.infinite = go.infinite;
  limits.ponder = go.ponder;
  limits.clock = to_clock(go, pos.turn());
  // Zero asks for the least there is.
  if (go.depth) limits.depth = to_int(*go.depth, kMaxDepth);
  if (go.nodes) limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*go.nodes, 1));
  if (go.move_time) limits.move_time = to_time(*go.move_time);
  if (go.mate && *go.mate > 0)
    limits.mate = to_int(*go.mate, kMaxDepth);
  else if (go.mate)
    plan.problems.emplace_back("mate must be at least 1");
  add_search_moves(go, pos, plan);
  if (!go.infinite && limits.is_unlimited() && has_lost_its_limits(go)) limits.move_time = kSafeMoveTime;
  return plan;
}

}  // namespace vitrine::protocols
