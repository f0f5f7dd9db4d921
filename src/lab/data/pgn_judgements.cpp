#include "lab/data/pgn_judgements.h"

#include <cstdlib>

#include "lab/data/judged_text.h"
#include "notation/pgn_comment.h"

namespace vitrine::lab {

namespace {

// The value of wv= among TCEC's comma-separated facts.
std::optional<std::string_view> find_white_value(std::string_view comment) {
  constexpr std::string_view kName = "wv=";
  for (std::size_t at = comment.find(kName); at != std::string_view::npos; at = comment.find(kName, at + 1)) {
    if (at > 0 && comment[at - 1] != ' ' && comment[at - 1] != ',') continue;
    const std::string_view rest = comment.substr(at + kName.size());
    return rest.substr(0, rest.find_first_of(", "));
  }
  return {};
}

GameResult to_lab(notation::GameResult result) {
  switch (result) {
    case notation::GameResult::white_wins: return GameResult::white_won;
    case notation::GameResult::black_wins: return GameResult::black_won;
    case notation::GameResult::draw: return GameResult::drawn;
    default: return GameResult::unknown;
  }
}

}  // namespace

void PgnJudgements::on_game_start() {
  positions_.clear();
  evaluations_.clear();
  error_.reset();
  faults_.clear();
  result_ = GameResult::unknown;
  depth_ = 0;
}

void PgnJudgements::on_position(const chess::Position& start) {
  positions_ = {start};
  evaluations_ = {{}};
}

void PgnJudgements::on_move(const chess::Position& before, chess::Move move) {
  if (depth_ > 0) return;
  positions_.push_back(before.after(move));
  evaluations_.emplace_back();
}

void PgnJudgements::on_null_move(const chess::Position& before) {
  if (depth_ > 0) return;
  positions_.push_back(before.after_null());
  evaluations_.emplace_back();
}

void PgnJudgements::on_game_end(notation::GameResult result) { result_ = to_lab(result); }

void PgnJudgements::judge(std::size_t ply, std::optional<int> for_white) {
  if (!for_white) return;
  if (std::abs(*for_white) <= kMostCentipawns)
    evaluations_[ply] = for_white;
  else
    faults_.emplace_back(ply,
                         "an evaluation of " + std::to_string(*for_white) + " centipawns is out of range");
}

void PgnJudgements::on_comment(std::string_view comment) {
  if (depth_ > 0 || positions_.empty()) return;
  const std::size_t after = positions_.size() - 1;
  const notation::CommentFacts facts = notation::parse_comment(comment);
  if (facts.eval) {
    judge(after, facts.eval->mate ? mate_to_centipawns(*facts.eval->mate) : facts.eval->centipawns);
    return;
  }
  if (facts.text.find("[%eval") != std::string::npos) faults_.emplace_back(after, "an [%eval] that is none");
  if (after == 0) return;
  if (const auto text = find_white_value(comment)) {
    const auto centipawns = parse_evaluation(*text, Unit::pawns);
    if (centipawns)
      judge(after - 1, *centipawns);
    else
      faults_.emplace_back(after, "wv: " + centipawns.error());
  } else if (facts.engine) {
    std::optional<int> mover = facts.engine->centipawns;
    // Mates are counted in plies there.
    if (const auto plies = facts.engine->mate_plies)
      mover = mate_to_centipawns(*plies > 0 ? (*plies + 1) / 2 : *plies / 2);
    if (mover && positions_[after - 1].turn() == chess::Color::black) mover = -*mover;
    judge(after - 1, mover);
  }
}

}  // namespace vitrine::lab
