#include "lab/spsa/step_player.h"

#include <array>
#include <stdexcept>

namespace vitrine::lab {

namespace {

using chess::Color;

// An engine that is given the values of the day before each game.
class TunedEngine final : public engines::Engine {
 public:
  using Values = std::vector<std::pair<std::string, std::string>>;

  TunedEngine(std::unique_ptr<engines::Engine> engine, const Values& values)
      : engine_(std::move(engine)), values_(values) {}

  engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                         const engines::Listener& on_report, const engines::Signals& signals) override {
    return engine_->choose(game, limits, on_report, signals);
  }
  void new_game() override {
    for (const auto& [name, value] : values_)
      if (const std::string problem = engine_->options().set(name, value); !problem.empty())
        throw std::invalid_argument(problem);
    engine_->new_game();
  }

 private:
  std::unique_ptr<engines::Engine> engine_;
  const Values& values_;
};

}  // namespace

StepPlayer::StepPlayer(const StepMatch& match, const arena::OpeningBook& book,
                       const arena::EngineFactory& factory)
    : match_(match), book_(book), seats_{make_seat(0, factory), make_seat(1, factory)} {}

std::unique_ptr<arena::Seat> StepPlayer::make_seat(std::size_t i, const arena::EngineFactory& factory) {
  return std::make_unique<arena::Seat>(match_.players[i],
                                       [factory, &values = values_[i]](const arena::Player& player) {
                                         return std::make_unique<TunedEngine>(factory(player), values);
                                       });
}

StepPlayer::Values StepPlayer::values_of(const std::vector<std::int64_t>& numbers) const {
  Values values;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    values.emplace_back(match_.options[i], std::to_string(numbers[i]));
  return values;
}

std::optional<SpsaOutcome> StepPlayer::play(const SpsaStep& step, const std::stop_token& stop) {
  values_ = {values_of(step.first), values_of(step.second)};
  SpsaOutcome outcome;
  for (int pair = 0; pair < match_.pairs; ++pair) {
    const arena::Opening opening = book_.opening(step.number * match_.pairs + pair);
    for (const Color first : {Color::white, Color::black}) {
      arena::Seats seats = {seats_[0].get(), seats_[1].get()};
      if (first == Color::black) std::swap(seats[0], seats[1]);
      const arena::GameRecord record = arena::play_game(seats, opening, match_.rules, {}, {}, stop);
      if (!add(record, first, outcome)) return {};
      if (match_.on_game) match_.on_game();
    }
  }
  return outcome;
}

bool StepPlayer::add(const arena::GameRecord& record, Color first, SpsaOutcome& outcome) const {
  using arena::GameEnd;
  if (record.end == GameEnd::interrupted) return false;
  if (record.end == GameEnd::cannot_start) throw std::runtime_error(record.detail);
  if (arena::is_fault(record.end) && record.end != GameEnd::time_forfeit) {
    // What a program outside did is told with its name already.
    const std::string& name = match_.players[record.winner == first ? 1 : 0].name;
    if (match_.on_fault)
      match_.on_fault(record.detail.starts_with(name) ? record.detail : name + ": " + record.detail);
    return false;
  }
  if (record.end == GameEnd::time_forfeit) ++outcome.on_time;
  ++(!record.winner ? outcome.draws : *record.winner == first ? outcome.wins : outcome.losses);
  return true;
}

}  // namespace vitrine::lab
