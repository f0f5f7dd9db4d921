#include "engines/turochamp/paper_thinking.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "engines/turochamp/paper.h"
#include "engines/turochamp/position_play.h"
#include "engines/turochamp/tenths.h"
#include "notation/uci_move.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Move;

class PaperThinking {
 public:
  PaperThinking(const chess::Game& game, const Limits& limits, const Rules& rules, Watch& watch,
                const Listener& on_report)
      : game_(game),
        limits_(limits),
        rules_(rules),
        watch_(watch),
        on_report_(on_report),
        paper_(game, rules, watch),
        material_(count_material(game.position(), game.position().turn())) {}

  Choice run(std::uint64_t seed) {
    assess_all();
    if (rules_.ties == Ties::random) shuffle_tied(seed);
    if (on_report_) report();
    Choice choice{.move = candidates_[0].move};
    const std::vector<Move> line = playable_part(candidates_[0].line);
    if (line.size() > 1) choice.ponder = line[1];
    return choice;
  }

 private:
  // Whoever is interrupted chooses among the moves it has assessed; if there is none, it plays the first one
  // at first sight.
  void assess_all() {
    const std::vector<Move> moves = root_moves();
    for (const Move move : moves) {
      Candidate candidate = paper_.glance(move);
      const bool is_assessed = paper_.assess(candidate);
      if (is_assessed || candidates_.empty()) candidates_.push_back(std::move(candidate));
      if (!is_assessed) break;
    }
    is_complete_ = !watch_.has_stopped();
    rank(candidates_, rules_);
  }

  [[nodiscard]] std::vector<Move> root_moves() const {
    std::vector<Move> moves;
    const chess::MoveList legal = game_.position().legal_moves();
    for (const Move move : legal)
      if (std::ranges::find(limits_.search_moves, move) != limits_.search_moves.end()) moves.push_back(move);
    if (moves.empty()) moves.assign(legal.begin(), legal.end());
    // In case there is no time for all.
    std::stable_partition(moves.begin(), moves.end(),
                          [&](Move move) { return game_.position().is_capture(move); });
    return moves;
  }

  [[nodiscard]] std::size_t tied() const {
    std::size_t count = 1;
    while (count < candidates_.size() && are_tied(candidates_[0], candidates_[count], rules_)) ++count;
    return count;
  }

  void shuffle_tied(std::uint64_t seed) {
    base::Rng rng(seed ^ game_.position().key());
    std::swap(candidates_[0], candidates_[rng.below(tied())]);
  }

  // The machine doesn't know when a game is drawn; those who read its lines do.
  [[nodiscard]] std::vector<Move> playable_part(const std::vector<Move>& line) const {
    chess::Game copy = game_;
    std::vector<Move> result;
    for (const Move move : line) {
      copy.play_unchecked(move);
      result.push_back(move);
      if (copy.outcome(chess::DrawClaims::made)) break;
    }
    return result;
  }

  // In Turing's own terms: "value 64/63, position-play 19.3 (-1.9), tied: e2e4 d2d4".
  [[nodiscard]] std::string in_words() const {
    const Candidate& best = candidates_[0];
    const int before = counted_play(game_.position(), game_.position().turn(), false, rules_).tenths();
    std::string text = "value " + best.worth.value.to_string() + ", position-play " + to_text(best.play) +
                       " (" + to_signed_text(best.play - before) + ")";
    if (tied() > 1) text += ", tied:";
    for (std::size_t i = 0; tied() > 1 && i < tied(); ++i)
      text += ' ' + notation::to_uci(candidates_[i].move);
    if (!is_complete_) text += ", interrupted";
    return text;
  }

  void report() const {
    on_report_({.text = in_words()});
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), candidates_.size());
    for (std::size_t line = 1; line <= lines; ++line) on_report_(report_of(line));
    if (lines > 1) on_report_(report_of(1));
  }

  [[nodiscard]] Report report_of(std::size_t line) const {
    const Candidate& candidate = candidates_[line - 1];
    Report report;
    report.depth = rules_.plies;
    report.selective_depth = std::max(rules_.plies, paper_.selective_depth());
    report.line = static_cast<int>(line);
    report.score = score_of(candidate);
    report.pv = playable_part(candidate.line);
    report.nodes = std::max<std::uint64_t>(paper_.nodes(), 1);
    report.time = watch_.elapsed();
    report.statistics = statistics();
    return report;
  }

  [[nodiscard]] Score score_of(const Candidate& candidate) const {
    if (candidate.worth.mate != 0) return Score::mate_in_plies(candidate.worth.plies_to_mate());
    return Score::centipawns(to_centipawns(candidate.worth.value, material_, rules_));
  }

  [[nodiscard]] std::shared_ptr<const Statistics> statistics() const {
    auto result = std::make_shared<Statistics>();
    result->counters.nodes = paper_.nodes();
    result->iterations = {{rules_.plies, paper_.nodes()}};
    for (const Candidate& candidate : candidates_)
      result->root_moves.push_back(
          {candidate.move, to_centipawns(candidate.worth.value, material_, rules_), candidate.nodes});
    return result;
  }

  const chess::Game& game_;
  const Limits& limits_;
  const Rules& rules_;
  Watch& watch_;
  const Listener& on_report_;
  Paper paper_;
  Material material_;
  std::vector<Candidate> candidates_;  // the best in front
  bool is_complete_ = false;
};

}  // namespace

Choice think_on_paper(const chess::Game& game, const Limits& limits, const Rules& rules, std::uint64_t seed,
                      Watch& watch, const Listener& on_report) {
  // It holds a table of lines that a thread's stack need not carry.
  return std::make_unique<PaperThinking>(game, limits, rules, watch, on_report)->run(seed);
}

}  // namespace vitrine::engines::turochamp
