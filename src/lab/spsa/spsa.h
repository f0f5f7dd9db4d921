#pragma once

// Tuning by matches (simultaneous perturbation, Spall 1992, as engine testers use it). Each step shifts all
// options at random, once this way and once the other, lets the two play, and moves the values towards the
// winner. What a step shifts and where it starts depend on the seed and its number only. Steps may be under
// way side by side: each starts from the values of its time and counts when it comes in.
//
// With N steps and A = stability · N, step k from 1 shifts by c_k = c / k^0.101 and moves by a_k / c_k times
// the points that one side has more, a_k = a / (A + k)^0.602; c and a are such that c_N is c_end and
// a_N is r_end · c_end².

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "lab/spsa/tuned_option.h"

namespace vitrine::lab {

struct SpsaRules {
  std::int64_t steps = 1'000;
  double stability = 0.1;  // the first so many of the steps are held back
  std::uint64_t seed = 1;
  bool operator==(const SpsaRules&) const = default;
};

struct SpsaGains {
  double shift = 0;  // c_k
  double move = 0;   // a_k / c_k, for a point
};
// Of a step from 0.
[[nodiscard]] SpsaGains gains(const TunedOption& option, const SpsaRules& rules, std::int64_t step);

// What two players are to play for: values by option. In range.
struct SpsaStep {
  std::int64_t number = 0;  // from 0
  std::vector<int> signs;   // of the shift of the first, -1 or 1
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  bool operator==(const SpsaStep&) const = default;
};

// For the first of the two.
struct SpsaOutcome {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  std::int64_t on_time = 0;  // of the games won and lost

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  [[nodiscard]] std::int64_t margin() const { return wins - losses; }
  SpsaOutcome& operator+=(const SpsaOutcome& other);
  bool operator==(const SpsaOutcome&) const = default;
};

// All that a run goes on with.
struct SpsaState {
  std::vector<double> values;            // by option
  std::int64_t next = 0;                 // all steps before it are applied
  std::vector<std::int64_t> ahead = {};  // applied beyond it, in order
  SpsaOutcome total = {};

  [[nodiscard]] std::int64_t applied() const { return next + static_cast<std::int64_t>(ahead.size()); }
  bool operator==(const SpsaState&) const = default;
};

class Spsa {
 public:
  // Contract: there are options, as parse_tuned_options() makes them, and a state is of these.
  Spsa(std::vector<TunedOption> options, const SpsaRules& rules);
  Spsa(std::vector<TunedOption> options, const SpsaRules& rules, SpsaState state);

  // The first step that is neither applied nor handed out; nothing: there is none.
  [[nodiscard]] std::optional<SpsaStep> take();
  // Contract for both: it was handed out.
  void apply(const SpsaStep& step, const SpsaOutcome& outcome);
  void give_back(const SpsaStep& step) { handed_out_.erase(step.number); }

  [[nodiscard]] const SpsaState& state() const { return state_; }
  [[nodiscard]] const std::vector<TunedOption>& options() const { return options_; }
  [[nodiscard]] const SpsaRules& rules() const { return rules_; }
  [[nodiscard]] bool is_finished() const { return state_.next >= rules_.steps; }

 private:
  [[nodiscard]] SpsaStep make_step(std::int64_t number) const;

  std::vector<TunedOption> options_;
  SpsaRules rules_;
  SpsaState state_;
  std::set<std::int64_t> handed_out_;
};

}  // namespace vitrine::lab
