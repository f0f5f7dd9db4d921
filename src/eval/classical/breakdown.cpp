#include "eval/classical/breakdown.h"

namespace vitrine::eval::classical {

namespace {

constexpr std::size_t slot(Term term) { return static_cast<std::size_t>(term); }

class BreakdownLedger {
 public:
  explicit BreakdownLedger(Breakdown& breakdown) : breakdown_(breakdown) { man_at_.fill(nullptr); }

  void seat(const Position& pos) {
    for (const Square sq : pos.occupied())
      breakdown_.men.push_back({.square = sq, .piece = *pos.piece_at(sq), .by_term = {}});
    for (Breakdown::Man& man : breakdown_.men) man_at_[man.square.index()] = &man;
  }

  template <Color us>
  void add(Term term, const Tapered& weight, int count = 1) {
    sums_.add<us>(term, weight, count);
    breakdown_.terms[index(us)][slot(term)] += weight * count;
  }
  template <Color us>
  void add(Term term, Square sq, const Tapered& weight, int count = 1) {
    add<us>(term, weight, count);
    man_at_[sq.index()]->by_term[slot(term)] += weight * count;
  }
  template <Color us>
  void endanger(const int& weight, int count = 1) {
    sums_.endanger<us>(weight, count);
  }
  void complicate(const int& weight, int count = 1) { sums_.complicate(weight, count); }

  [[nodiscard]] const SumLedger& sums() const { return sums_; }
  [[nodiscard]] Breakdown::Man& man_at(Square sq) { return *man_at_[sq.index()]; }

 private:
  Breakdown& breakdown_;
  std::array<Breakdown::Man*, 64> man_at_;
  SumLedger sums_;
};

}  // namespace

Tapered Breakdown::Man::total() const {
  Tapered sum;
  for (const Tapered part : by_term) sum += part;
  return sum;
}

Tapered Breakdown::white_minus_black(Term term) const { return terms[0][slot(term)] - terms[1][slot(term)]; }

Breakdown break_down(const Position& pos, const Weights& w) {
  Breakdown result{};
  BreakdownLedger ledger(result);
  ledger.seat(pos);
  add_men(pos, w, ledger);
  const PawnFacts pawns = add_pawns(pos, w, ledger);
  add_terms(pos, pawns, w, ledger);

  result.conclusion = conclude(pos, pawns, ledger.sums(), phase_of(pos));
  for (const Color color : {Color::white, Color::black}) {
    result.danger[index(color)] = ledger.sums().danger(color);
    const Tapered cost = danger_cost(ledger.sums().danger(color));
    result.terms[index(color)][slot(Term::danger)] = -cost;
    ledger.man_at(pos.king(color)).by_term[slot(Term::danger)] = -cost;
  }
  // Complexity is the attacker's: whoever is better in the endgame.
  const int shift = result.conclusion.complexity;
  if (result.conclusion.sum.endgame() - shift >= 0)
    result.terms[0][slot(Term::complexity)] = Tapered(0, shift);
  else
    result.terms[1][slot(Term::complexity)] = Tapered(0, -shift);

  result.value = result.conclusion.value;
  if (const auto known = known_value(pos)) {
    result.known = pos.turn() == Color::white ? *known : -*known;
    result.value = *result.known;
  }
  return result;
}

}  // namespace vitrine::eval::classical
