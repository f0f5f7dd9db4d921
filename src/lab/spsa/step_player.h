#pragma once

// Plays the games of a step: pairs with one opening and colours swapped, between two engines that differ in
// the tuned options only. The engines are kept from step to step and only given other values, for starting
// one may take longer than a short game.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "arena/game_runner.h"
#include "arena/opening_book.h"
#include "arena/player.h"
#include "arena/seat.h"
#include "lab/spsa/spsa.h"

namespace vitrine::lab {

struct StepMatch {
  std::vector<std::string> options;      // the names of those that are tuned
  std::array<arena::Player, 2> players;  // alike but for their names
  arena::GameRules rules = {};
  int pairs = 8;                       // in each step
  std::function<void()> on_game = {};  // after each that counts
  // A player broke: it crashed, made an illegal move, … The step is played again. May throw, to end the run.
  std::function<void(const std::string& what)> on_fault = {};
};

class StepPlayer {
 public:
  // Contract: match and book live as long.
  StepPlayer(const StepMatch& match, const arena::OpeningBook& book, const arena::EngineFactory& factory);
  StepPlayer(const StepPlayer&) = delete;
  StepPlayer& operator=(const StepPlayer&) = delete;

  // Nothing: stopped, or somebody broke. A game lost on time counts, for some options are about time. Throws
  // std::runtime_error if an engine can't be started, and what on_fault throws.
  [[nodiscard]] std::optional<SpsaOutcome> play(const SpsaStep& step, const std::stop_token& stop);

 private:
  using Values = std::vector<std::pair<std::string, std::string>>;

  [[nodiscard]] Values values_of(const std::vector<std::int64_t>& numbers) const;
  [[nodiscard]] std::unique_ptr<arena::Seat> make_seat(std::size_t i, const arena::EngineFactory& factory);
  // Whether it counts.
  [[nodiscard]] bool add(const arena::GameRecord& record, chess::Color first, SpsaOutcome& outcome) const;

  const StepMatch& match_;
  const arena::OpeningBook& book_;
  std::array<Values, 2> values_;  // of the present step
  std::array<std::unique_ptr<arena::Seat>, 2> seats_;
};

}  // namespace vitrine::lab
