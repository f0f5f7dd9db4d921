#pragma once

// The flagship's search, recorded: every position it went to, with which window, what came of it and why;
// every move it left out, and why. It is the search that plays, looking on while it works, not an imitation.
// Meant for small searches that a person wants to understand: "why not this move?"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "chess/move.h"
#include "engines/report.h"

namespace vitrine::engines {

// What there is to say about a node, in a word; explain() says it in a sentence.
enum class TraceReason : std::uint8_t {
  searched,
  best,
  refutes,
  not_better,
  table_cutoff,
  razored,
  reverse_futility,
  null_move,
  probcut,
  late_move,
  futility,
  poor_history,
  bad_exchange,
  singular,
  multicut,
  reduced,
  reduced_failed,
  extended,
  draw,
  mate,
  horizon,
};
[[nodiscard]] std::string_view to_string(TraceReason reason);

enum class TraceKind : std::uint8_t { pv, cut, all, quiescence };
[[nodiscard]] std::string_view to_string(TraceKind kind);

enum class TraceBound : std::uint8_t { none, upper, lower, exact };
[[nodiscard]] std::string_view to_string(TraceBound bound);

// Why the search went there.
enum class TraceRole : std::uint8_t {
  root,
  move,          // to see what it is worth
  again,         // the same, after a look at less depth made it interesting
  full_window,   // the same, now that it is known to be better
  probcut,       // does this capture win much?
  passing,       // what if we don't move at all?
  verification,  // the same position: is that so without passing?
  razoring,      // the same position: do captures help?
  singular,      // the same position without its best move: is there another?
  skipped,       // it did not go there
};

struct TraceNode {
  std::uint32_t parent = 0;   // the root's is itself
  std::uint32_t records = 1;  // in its subtree, with itself; its children's subtrees follow one another
  std::uint32_t nodes = 0;    // searched in its subtree, recorded or not
  chess::Move move = chess::Move::none();
  TraceRole role = TraceRole::root;
  TraceKind kind = TraceKind::pv;
  // Why no further moves were looked at in this position; `searched`: they were.
  TraceReason ending = TraceReason::searched;
  // What its parent made of it: searched, best, refutes, not_better or reduced_failed; why it was skipped.
  TraceReason verdict = TraceReason::searched;
  // Quiet moves left out together from some point on: late_move or futility; `searched`: none.
  TraceReason rest = TraceReason::searched;
  bool was_interrupted = false;
  TraceBound table_bound = TraceBound::none;  // what the table knew, where it knew something
  chess::Move table_move = chess::Move::none();
  // Scores and window are for the side to move in this position.
  std::int16_t table_score = 0;
  std::int16_t table_depth = 0;
  std::int16_t ply = 0;
  std::int16_t depth = 0;
  std::int16_t alpha = 0;
  std::int16_t beta = 0;
  std::int16_t score = 0;  // means nothing if it was skipped or interrupted
  std::int16_t reduction = 0;
  std::int16_t extension = 0;

  // Another side is to move than in its parent.
  [[nodiscard]] bool changes_side() const {
    return role != TraceRole::root && role != TraceRole::verification && role != TraceRole::razoring &&
           role != TraceRole::singular;
  }
  [[nodiscard]] bool is_skipped() const { return role == TraceRole::skipped; }
  [[nodiscard]] bool has_score() const { return !is_skipped() && !was_interrupted; }
};

// One look at the root: a depth may need several, with wider windows.
struct TraceLook {
  int depth = 0;
  int alpha = 0;
  int beta = 0;
  int score = 0;
  std::uint64_t nodes = 0;
  bool was_interrupted = false;
};

// Window and score as the player sees them who chose to go there.
struct TraceView {
  int alpha;
  int beta;
  std::optional<int> score;
};

class SearchTrace {
 public:
  // Contract: nodes[0] is the root.
  SearchTrace(chess::Game game, std::vector<TraceNode> nodes, std::vector<TraceLook> looks,
              std::uint64_t total_nodes);

  [[nodiscard]] const chess::Game& game() const { return game_; }
  // The last look that was finished with its score inside the window; the only one recorded.
  [[nodiscard]] const std::vector<TraceNode>& nodes() const { return nodes_; }
  [[nodiscard]] const TraceNode& node(std::size_t index) const { return nodes_[index]; }
  [[nodiscard]] const std::vector<TraceLook>& looks() const { return looks_; }  // all, in order
  [[nodiscard]] std::uint64_t total_nodes() const { return total_nodes_; }      // of all looks

  // The move of the recorded look that came out best; nothing: it was interrupted too soon.
  [[nodiscard]] std::optional<std::size_t> best() const;
  // In the order of search; moves that were left out together come last.
  [[nodiscard]] std::vector<std::size_t> children(std::size_t index) const;
  [[nodiscard]] std::size_t count_children(std::size_t index) const;
  // Legal moves of a node that were left out together, and so have no record of their own.
  [[nodiscard]] std::vector<chess::Move> left_out(std::size_t index) const;
  // The last look at a root move; nothing: it was never looked at.
  [[nodiscard]] std::optional<std::size_t> find_root_move(chess::Move move) const;
  // The nodes from here to where the line ends, by best play as far as the search saw it.
  [[nodiscard]] std::vector<std::size_t> line_from(std::size_t index) const;

  [[nodiscard]] chess::Position position(std::size_t index) const;  // after its move
  [[nodiscard]] TraceView view(std::size_t index) const;
  [[nodiscard]] TraceReason reason(std::size_t index) const;
  [[nodiscard]] std::string explain(std::size_t index) const;  // a sentence or two
  // "e4", "(pass)", "(without Nf3)": what was done to get there.
  [[nodiscard]] std::string title(std::size_t index) const;

 private:
  [[nodiscard]] std::string explain_ending(std::size_t index) const;
  [[nodiscard]] std::string explain_draw(std::size_t index) const;
  [[nodiscard]] std::string explain_skip(std::size_t index) const;

  chess::Game game_;
  std::vector<TraceNode> nodes_;
  std::vector<TraceLook> looks_;
  std::uint64_t total_nodes_;
};

// "+0.35", "mate in 3", "mated in 2", "won by table".
[[nodiscard]] std::string trace_score_text(int score, int ply);

struct TraceLimits {
  std::uint64_t nodes = 20'000;
  std::optional<int> depth = {};
  std::size_t records = 1'000'000;  // what comes after so many is counted, not recorded
};

// Searches the game's position afresh, with one thread and an empty table: the same every time. Contract:
// there is a legal move.
[[nodiscard]] SearchTrace trace_search(const chess::Game& game, const TraceLimits& limits,
                                       const std::stop_token& stop = {});

}  // namespace vitrine::engines
