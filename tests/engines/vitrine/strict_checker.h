#pragma once

// A listener that believes nothing: it plays every line that an engine reports on a board of its own and
// writes down what is not true. Repetitions and the count of fifty moves are those of the whole game.

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "chess/game.h"
#include "engines/engine.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::engines {

class StrictChecker {
 public:
  explicit StrictChecker(const chess::Game& game) : game_(game) {}

  // Contract: it lives as long as the listener.
  [[nodiscard]] Listener listener() {
    return [this](const Report& report) { check(report); };
  }

  void check(const Report& report) {
    if (report.pv.empty()) return;
    const std::optional<chess::Game> end = play_out(report.pv);
    if (!end || report.line != 1) return;
    last_pv_ = report.pv;
    last_score_ = report.score;
    if (report.score && report.score->kind == Score::Kind::mate && report.score->bound == Score::Bound::exact)
      check_mate(*report.score, report.pv, *end);
  }

  // The answer, after the last report.
  void check(const Choice& choice) {
    const chess::Position& pos = game_.position();
    if (choice.move.has_value() != pos.has_legal_moves()) complain("a move where there is none, or none", {});
    if (!choice.move) return;
    if (!pos.is_legal(*choice.move)) return complain("plays the illegal " + choice.move->to_string(), {});
    if (last_pv_.empty()) return complain("plays " + choice.move->to_string() + " without a line", {});
    if (last_pv_[0] != *choice.move)
      complain("plays " + choice.move->to_string() + ", not what it reported", last_pv_);
    if (choice.ponder && !pos.after(*choice.move).is_legal(*choice.ponder))
      complain("expects the illegal " + choice.ponder->to_string(), last_pv_);
  }

  // Of the last line reported.
  [[nodiscard]] const std::optional<Score>& last_score() const { return last_score_; }
  [[nodiscard]] const std::vector<chess::Move>& last_pv() const { return last_pv_; }
  // One a line, with the game: what was not true.
  [[nodiscard]] const std::string& complaints() const { return complaints_; }

 private:
  // The game at the end of the line; nothing if that can't be played.
  [[nodiscard]] std::optional<chess::Game> play_out(const std::vector<chess::Move>& pv) {
    chess::Game line = game_;
    for (const chess::Move move : pv) {
      // The first move is asked for even where a draw could be claimed.
      const auto outcome = line.ply() > game_.ply() ? line.outcome(chess::DrawClaims::made) : std::nullopt;
      if (outcome) {
        complain("goes on with " + move.to_string() + " after " + std::string(to_string(outcome->reason)),
                 pv);
        return {};
      }
      if (!line.play(move)) {
        complain("has the illegal " + move.to_string() + " in a line", pv);
        return {};
      }
    }
    return line;
  }

  void check_mate(const Score& score, const std::vector<chess::Move>& pv, const chess::Game& end) {
    const int plies = score.value > 0 ? 2 * score.value - 1 : -2 * score.value;
    const std::string claim = "claims mate in " + std::to_string(score.value) + " moves, ";
    if (static_cast<int>(pv.size()) != plies)
      return complain(claim + "but the line has " + std::to_string(pv.size()) + " plies", pv);
    if (!end.position().is_checkmate()) complain(claim + "but the line does not end in mate", pv);
  }

  void complain(const std::string& what, const std::vector<chess::Move>& pv) {
    std::ostringstream text;
    text << notation::to_fen(game_.start()) << " moves";
    for (const chess::Move move : game_.moves()) text << ' ' << notation::to_uci(move);
    text << " (" << notation::to_fen(game_.position()) << "): " << what;
    if (!pv.empty()) text << "; line";
    for (const chess::Move move : pv) text << ' ' << notation::to_uci(move);
    complaints_ += text.str() + '\n';
  }

  const chess::Game& game_;
  std::vector<chess::Move> last_pv_;
  std::optional<Score> last_score_;
  std::string complaints_;
};

}  // namespace vitrine::engines
