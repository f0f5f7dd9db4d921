// A traced search in sentences.

#include <array>
#include <cstdio>
#include <cstdlib>

#include "engines/trace.h"
#include "engines/vitrine/score.h"
#include "notation/san.h"

namespace vitrine::engines {

namespace {

using namespace flagship;

std::string name_of(chess::Color color) { return color == chess::Color::white ? "White" : "Black"; }

std::string plies(int count) { return std::to_string(count) + (count == 1 ? " ply" : " plies"); }

// "at least +0.40 (depth 5)"
std::string table_text(const TraceNode& node) {
  const std::string score = trace_score_text(node.table_score, node.ply);
  const char* bound = node.table_bound == TraceBound::lower   ? "at least "
                      : node.table_bound == TraceBound::upper ? "at most "
                                                              : "";
  return bound + score + " (depth " + std::to_string(node.table_depth) + ')';
}

void add(std::string& text, const std::string& sentence) {
  if (sentence.empty()) return;
  if (!text.empty()) text += ' ';
  text += sentence;
}

// How deeply it was looked at, and why.
std::string explain_depth(const TraceNode& node) {
  if (node.role == TraceRole::again) return "Looked at again, deeper, as the first look liked it.";
  if (node.role == TraceRole::full_window) return "Looked at again for its exact score, as it is better.";
  if (node.extension > 0) return "The only good move, so looked at " + plies(node.extension) + " deeper.";
  if (node.reduction > 0)
    return "Late in the order, so looked at " + plies(node.reduction) + " less deeply first.";
  if (node.extension < 0)
    return "Other moves will do as well, so looked at " + plies(-node.extension) + " less deeply.";
  return {};
}

}  // namespace

std::string trace_score_text(int score, int ply) {
  if (score >= kInfinity) return "anything";
  if (score <= -kInfinity) return "nothing";
  if (is_mate(score)) {
    // Counted from this position, in moves.
    const int plies_left = std::abs(plies_to_mate(score)) - ply;
    if (score < 0) return plies_left <= 0 ? "mated" : "mated in " + std::to_string(plies_left / 2);
    return "mate in " + std::to_string((plies_left + 1) / 2);
  }
  if (is_win(score)) return "a won ending";
  if (is_loss(score)) return "a lost ending";
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%+.2f", score / 100.0);
  return text.data();
}

std::string SearchTrace::title(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  switch (node.role) {
    case TraceRole::root: return "(root)";
    case TraceRole::passing: return "(pass)";
    case TraceRole::verification: return "(is that so without passing?)";
    case TraceRole::razoring: return "(captures only)";
    case TraceRole::singular: return "(all but one)";
    default: return notation::to_san(position(node.parent), node.move);
  }
}

std::string SearchTrace::explain_skip(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  switch (node.verdict) {
    case TraceReason::late_move:
      return "Not looked at: so late in the order a quiet move is hardly ever the best.";
    case TraceReason::futility: return "Not looked at: it can't win enough to come up to what is needed.";
    case TraceReason::poor_history: return "Not looked at: in such places this move has failed too often.";
    default:
      return "Not looked at: it loses too much in the exchange on " + node.move.king_target().to_string() +
             '.';
  }
}

std::string SearchTrace::explain_draw(std::size_t index) const {
  const chess::Position pos = position(index);
  if (!pos.has_legal_moves()) return "Stalemate: a draw.";
  if (pos.halfmove_clock() >= 100) return "Fifty moves without capture or pawn move: a draw.";
  if (pos.is_insufficient_material()) return "Nobody has enough left to mate: a draw.";
  const TraceNode& node = nodes_[index];
  // A position is a repetition if it stood before; else a move leads back to one.
  chess::Game game = game_;
  std::vector<chess::Move> path;
  for (std::size_t i = index; i != 0; i = nodes_[i].parent) {
    if (nodes_[i].role == TraceRole::passing) return "The position can be repeated: a draw.";
    if (nodes_[i].changes_side()) path.push_back(nodes_[i].move);
  }
  for (auto move = path.rbegin(); move != path.rend(); ++move) game.play_unchecked(*move);
  if (node.ply > 0 && game.repetitions() > 1) return "The position is repeated: a draw.";
  return name_of(pos.turn()) + " can bring back an earlier position: a draw at least.";
}

// Why nothing more was looked at in this position.
std::string SearchTrace::explain_ending(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  const chess::Position pos = position(index);
  const std::string mover = name_of(pos.turn());
  const std::string beta = trace_score_text(node.beta, node.ply);
  switch (node.ending) {
    case TraceReason::mate:
      return pos.is_checkmate() ? mover + " is mated." : "A nearer mate has been found already.";
    case TraceReason::draw: return explain_draw(index);
    case TraceReason::table_cutoff:
      return "Seen before: the table has " + table_text(node) + " for " + mover +
             (pos.is_legal(node.table_move) ? ", with " + notation::to_san(pos, node.table_move) : "") +
             ", which settles it.";
    case TraceReason::razored:
      return mover + " is so far behind that only captures were tried, and they don't help.";
    case TraceReason::reverse_futility:
      return mover + " is so far above " + beta + " at first sight that no move was needed.";
    case TraceReason::null_move:
      return "Even passing keeps " + mover + " at " + beta + " or more, so no move was needed.";
    case TraceReason::probcut: return "A capture wins so much in a shallow look that a deeper one was saved.";
    case TraceReason::multicut: return "Several moves of " + mover + " are too good: no need to tell which.";
    case TraceReason::horizon:
      return "The look ahead ends here: " + mover + " need not capture, and is judged to stand at " +
             trace_score_text(node.score, node.ply) + '.';
    default: return {};
  }
}

std::string SearchTrace::explain(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  if (node.is_skipped()) return explain_skip(index);
  const chess::Position parent = position(node.parent);
  const std::string chooser = name_of(parent.turn());
  const TraceView seen = view(index);
  const int ply = node.changes_side() ? node.ply - 1 : node.ply;
  const auto text_of = [&](int score) { return trace_score_text(score, ply); };
  if (!seen.score) return "The search was stopped here.";
  const std::string score = text_of(*seen.score) + " for " + chooser;
  switch (node.role) {
    case TraceRole::root:
      return "Depth " + std::to_string(node.depth) + ", expecting " + text_of(seen.alpha) + " to " +
             text_of(seen.beta) + ": " + score + '.';
    case TraceRole::passing:
      return "What if " + chooser + " passes? " + score +
             (*seen.score >= seen.beta ? ": enough even so." : ": not enough, a move is needed.");
    case TraceRole::verification:
      return "Is that so when nobody may pass? " + score + (*seen.score >= seen.beta ? ": yes." : ": no.");
    case TraceRole::razoring:
      return "Do captures alone bring " + chooser + " back? " + score +
             (*seen.score > seen.alpha ? ": perhaps." : ": no.");
    case TraceRole::singular:
      return "Is any other move as good? " + score +
             (*seen.score < seen.beta ? ": no, the best stands alone." : ": yes.");
    case TraceRole::probcut:
      return "Does this capture win much? " + score + (*seen.score >= seen.beta ? ": yes." : ": no.");
    default: break;
  }
  std::string text = explain_depth(node);
  add(text, explain_ending(index));
  switch (node.verdict) {
    case TraceReason::refutes:
      add(text, "Too good, " + score + ": the move before it is refuted and nothing else was needed.");
      break;
    case TraceReason::best: add(text, "The best: " + score + '.'); break;
    case TraceReason::not_better:
      add(text, score + ": not better than the " + text_of(seen.alpha) + " it had to beat.");
      break;
    case TraceReason::reduced_failed: add(text, score + ": good enough for a deeper look."); break;
    default: add(text, score + ": the best so far.");
  }
  return text;
}

}  // namespace vitrine::engines
