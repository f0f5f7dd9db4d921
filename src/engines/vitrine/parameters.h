#pragma once

// The numbers of the search, in one place and with the range in which each makes sense, so that a tuner can
// visit them. Margins are centipawns, reductions 1024ths of a ply. Matches set them, not argument.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace vitrine::engines::flagship {

inline constexpr int kPly = 1024;  // in reductions

struct Parameters {
  int aspiration = 18;

  int razoring = 244;
  int razoring_by_depth = 305;  // times its square
  int reverse_futility_by_depth = 59;
  int reverse_futility_improving = 49;
  int null_move_margin = 123;
  int null_move_margin_by_depth = 21;
  int null_move_reduction = 4215;
  int null_move_reduction_by_depth = 340;
  int null_move_by_evaluation = 199;
  int probcut = 208;

  int late_moves = 335;           // hundredths
  int late_moves_by_depth = 122;  // hundredths, times the square
  int futility = 65;
  int futility_by_depth = 90;
  int futility_by_history = 95;
  int history_pruning = 4278;
  int exchange_quiet = 27;  // times the square of the depth
  int exchange_capture = 64;

  int singular_margin = 58;  // 64ths of the depth
  int singular_was_pv = 66;
  int double_extension = 23;

  int reduction = 716;
  int reduction_by_logs = 452;
  int reduction_not_improving = 875;
  int reduction_pv = 1801;
  int reduction_was_pv = 1220;
  int reduction_cut_node = 1561;
  int reduction_no_table_move = 507;
  int reduction_noisy_table_move = 938;
  int reduction_check = 1007;
  int reduction_cutoffs = 1085;
  int reduction_killer = 973;
  int reduction_by_history = 106;  // thousandths of the history
  int reduction_capture = 815;
  int look_deeper = 38;

  int history_bonus = 215;
  int history_bonus_offset = 94;
  int history_bonus_most = 2073;
  int history_malus = 235;
  int history_malus_offset = 45;
  int history_malus_most = 1494;

  // What each kind of experience counts in the order of quiet moves, in hundredths: the move by itself, with
  // these pawns, and after the move one, two and four plies before.
  int order_quiet = 109;
  int order_pawn = 102;
  int order_first = 101;
  int order_second = 111;
  int order_fourth = 54;
  // And what anybody sees: a check, and a man leaving danger or walking into it.
  int sight_check = 16'727;
  int sight_minor = 12'998;
  int sight_rook = 23'853;
  int sight_queen = 41'995;
  // What a quiet move learns from each centipawn that it raised the evaluation.
  int evaluation_bonus = 13;
  int evaluation_bonus_most = 1'137;

  int quiescence_futility = 167;

  [[nodiscard]] int bonus(int depth) const {
    return std::min(history_bonus * depth - history_bonus_offset, history_bonus_most);
  }
  [[nodiscard]] int malus(int depth) const {
    return std::min(history_malus * depth - history_malus_offset, history_malus_most);
  }
  // After so many moves the quiet ones are left out.
  [[nodiscard]] int late_move_count(int depth, bool improving) const {
    return (late_moves + late_moves_by_depth * depth * depth) / (improving ? 100 : 200);
  }
};

// visit(name, value, smallest, largest) for each.
template <class Visit>
void for_each_parameter(Parameters& p, Visit visit) {
  visit("Aspiration", p.aspiration, 5, 60);
  visit("Razoring", p.razoring, 50, 800);
  visit("RazoringByDepth", p.razoring_by_depth, 50, 600);
  visit("ReverseFutilityByDepth", p.reverse_futility_by_depth, 30, 200);
  visit("ReverseFutilityImproving", p.reverse_futility_improving, 0, 200);
  visit("NullMoveMargin", p.null_move_margin, -100, 500);
  visit("NullMoveMarginByDepth", p.null_move_margin_by_depth, 0, 60);
  visit("NullMoveReduction", p.null_move_reduction, 2048, 7168);
  visit("NullMoveReductionByDepth", p.null_move_reduction_by_depth, 100, 600);
  visit("NullMoveByEvaluation", p.null_move_by_evaluation, 50, 500);
  visit("Probcut", p.probcut, 60, 400);
  visit("LateMoves", p.late_moves, 100, 1000);
  visit("LateMovesByDepth", p.late_moves_by_depth, 30, 250);
  visit("Futility", p.futility, 0, 300);
  visit("FutilityByDepth", p.futility_by_depth, 30, 250);
  visit("FutilityByHistory", p.futility_by_history, 32, 1024);
  visit("HistoryPruning", p.history_pruning, 1000, 10000);
  visit("ExchangeQuiet", p.exchange_quiet, 5, 80);
  visit("ExchangeCapture", p.exchange_capture, 20, 250);
  visit("SingularMargin", p.singular_margin, 16, 256);
  visit("SingularWasPv", p.singular_was_pv, 0, 256);
  visit("DoubleExtension", p.double_extension, 0, 80);
  visit("Reduction", p.reduction, -500, 2000);
  visit("ReductionByLogs", p.reduction_by_logs, 200, 800);
  visit("ReductionNotImproving", p.reduction_not_improving, 0, 2000);
  visit("ReductionPv", p.reduction_pv, 0, 3500);
  visit("ReductionWasPv", p.reduction_was_pv, 0, 3000);
  visit("ReductionCutNode", p.reduction_cut_node, 0, 4000);
  visit("ReductionNoTableMove", p.reduction_no_table_move, 0, 3000);
  visit("ReductionNoisyTableMove", p.reduction_noisy_table_move, 0, 2500);
  visit("ReductionCheck", p.reduction_check, 0, 2500);
  visit("ReductionCutoffs", p.reduction_cutoffs, 0, 2500);
  visit("ReductionKiller", p.reduction_killer, 0, 2500);
  visit("ReductionByHistory", p.reduction_by_history, 20, 300);
  visit("ReductionCapture", p.reduction_capture, 0, 2500);
  visit("LookDeeper", p.look_deeper, 10, 120);
  visit("HistoryBonus", p.history_bonus, 50, 500);
  visit("HistoryBonusOffset", p.history_bonus_offset, 0, 500);
  visit("HistoryBonusMost", p.history_bonus_most, 500, 4000);
  visit("HistoryMalus", p.history_malus, 50, 600);
  visit("HistoryMalusOffset", p.history_malus_offset, 0, 500);
  visit("HistoryMalusMost", p.history_malus_most, 500, 4000);
  visit("OrderQuiet", p.order_quiet, 0, 300);
  visit("OrderPawn", p.order_pawn, 0, 300);
  visit("OrderFirst", p.order_first, 0, 300);
  visit("OrderSecond", p.order_second, 0, 300);
  visit("OrderFourth", p.order_fourth, 0, 300);
  visit("SightCheck", p.sight_check, 0, 60'000);
  visit("SightMinor", p.sight_minor, 0, 60'000);
  visit("SightRook", p.sight_rook, 0, 80'000);
  visit("SightQueen", p.sight_queen, 0, 100'000);
  visit("EvaluationBonus", p.evaluation_bonus, 0, 50);
  visit("EvaluationBonusMost", p.evaluation_bonus_most, 0, 4'000);
  visit("QuiescenceFutility", p.quiescence_futility, 30, 400);
}

// ln(depth) · ln(count), in 1024ths: how much less deeply the n-th move is looked at, up to a factor.
class ReductionTable {
 public:
  ReductionTable() {
    for (std::size_t i = 1; i < logs_.size(); ++i)
      logs_[i] = static_cast<int>(std::lround(std::log(static_cast<double>(i)) * kScale));
  }
  [[nodiscard]] int of(int depth, int count) const {
    return logs_[clamped(depth)] * logs_[clamped(count)] / kScale;
  }

 private:
  static constexpr int kScale = 1024;  // whole numbers, so that every machine gets the same
  static std::size_t clamped(int n) { return static_cast<std::size_t>(std::clamp(n, 1, 255)); }
  std::array<int, 256> logs_ = {};
};

}  // namespace vitrine::engines::flagship
