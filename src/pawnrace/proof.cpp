#include "pawnrace/proof.h"

#include <algorithm>

#include "pawnrace/judge.h"
#include "pawnrace/notation.h"
#include "pawnrace/position_map.h"

namespace vitrine::pawnrace {

namespace {

constexpr std::uint8_t kFirstMove = 224;

Square named(Square sq, Color turn) { return turn == Color::white ? sq : sq.flipped(); }

std::uint8_t byte_of(const Position& pos, Move move) {
  const int step = move.to().file() - move.from().file();
  const int kind = step < 0 ? 2 : step > 0 ? 3 : move.is_double_step() ? 1 : 0;
  return static_cast<std::uint8_t>(4 * named(move.from(), pos.turn()).index() + kind);
}

std::vector<Move> in_order_of_bytes(const Position& pos) {
  const MoveList list = pos.legal_moves();
  std::vector<Move> moves(list.begin(), list.end());
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return byte_of(pos, a) < byte_of(pos, b); });
  return moves;
}

class Prover {
 public:
  Prover(const Claim& claim, Solver& solver, const std::atomic<bool>* stop)
      : kind_(claim.kind), solver_(solver), stop_(stop) {}

  // False: stopped.
  bool visit(const Position& pos) {
    if (!seen_.insert(pos, 0)) return true;
    if (const auto way = way_to_the_end(pos)) {
      strategy_.push_back(*way);
      return true;
    }
    const auto outcome = kind_ == ClaimKind::wins ? Outcome::win : Outcome::draw;
    const auto move = solver_.keep_outcome(pos, outcome, {.stop = stop_});
    if (!move) return false;
    strategy_.push_back(byte_of(pos, *move));
    return visit_replies(pos.after(*move));
  }
  // The opponent is to move.
  bool visit_replies(const Position& pos) {
    for (const Move reply : in_order_of_bytes(pos)) {
      const Position next = pos.after(reply);
      if (!next.end() && !visit(next)) return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<std::uint8_t> take_strategy() { return std::move(strategy_); }

 private:
  // A byte that needs no more bytes behind it, if there is one that works and is soon checked.
  [[nodiscard]] std::optional<std::uint8_t> way_to_the_end(const Position& pos) const {
    const Verdict verdict = judge(pos);
    constexpr int kSoon = 7;
    if (verdict.at_least == Outcome::win && verdict.plies <= kSoon) {
      for (const Square pawn : pos.mine())
        for (const bool has_double_step : {false, true})
          if (wins_by_running(pos, pawn, has_double_step))
            return static_cast<std::uint8_t>(4 * pawn.file() + (has_double_step ? 1 : 0));
    }
    if (kind_ == ClaimKind::holds && verdict.is_decided() && verdict.at_least == Outcome::draw) {
      PositionMap tried;
      if (holds_by_any_move(pos, tried)) return kFirstMove;
    }
    return {};
  }

  [[nodiscard]] static bool wins_by_running(const Position& pos, Square pawn, bool has_double_step) {
    if (!pos.mine().contains(pawn)) return false;  // captured
    const Move step(pawn, pawn.up(has_double_step ? 2 : 1));
    if ((has_double_step && pawn.rank() != 1) || !pos.is_legal(step)) return false;
    const Position next = pos.after(step);
    if (const auto end = next.end()) return *end != End::no_move;
    for (const Move reply : next.legal_moves()) {
      const Position answered = next.after(reply);
      if (answered.end() || !wins_by_running(answered, step.to(), false)) return false;
    }
    return true;
  }

  // Always the first double step, or else the first step.
  [[nodiscard]] static bool holds_by_any_move(const Position& pos, PositionMap& tried) {
    if (!tried.insert(pos, 0)) return true;
    const auto moves = in_order_of_bytes(pos);
    const auto jump =
        std::find_if(moves.begin(), moves.end(), [](Move move) { return move.is_double_step(); });
    const auto step = std::find_if(moves.begin(), moves.end(), [](Move move) { return !move.is_capture(); });
    const auto chosen = jump != moves.end() ? jump : step;
    if (chosen == moves.end()) return false;
    const Position next = pos.after(*chosen);
    for (const Move reply : next.legal_moves()) {
      const Position answered = next.after(reply);
      const auto end = answered.end();
      if (end ? *end != End::no_move : !holds_by_any_move(answered, tried)) return false;
    }
    return true;
  }

  ClaimKind kind_;
  Solver& solver_;
  const std::atomic<bool>* stop_;
  PositionMap seen_;
  std::vector<std::uint8_t> strategy_;
};

}  // namespace

std::string Claim::to_string() const {
  return to_text(pos) + " | " + std::string(chess::to_string(side)) +
         (kind == ClaimKind::wins ? " wins" : " holds");
}

std::vector<Claim> claims_of(const Position& pos, Outcome for_white) {
  if (for_white == Outcome::win) return {{pos, Color::white, ClaimKind::wins}};
  if (for_white == Outcome::loss) return {{pos, Color::black, ClaimKind::wins}};
  return {{pos, Color::white, ClaimKind::holds}, {pos, Color::black, ClaimKind::holds}};
}

std::optional<Proof> prove(const Claim& claim, Solver& solver, const std::atomic<bool>* stop) {
  Prover prover(claim, solver, stop);
  const bool is_claimant_to_move = claim.pos.turn() == claim.side;
  if (!claim.pos.end())
    if (is_claimant_to_move ? !prover.visit(claim.pos) : !prover.visit_replies(claim.pos)) return {};
  return Proof{claim, prover.take_strategy()};
}

}  // namespace vitrine::pawnrace
