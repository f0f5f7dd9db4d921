// What `vitrine lab spsa` says while it runs and at its end.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>
#include <span>

#include "cli/lab_data.h"
#include "cli/lab_spsa.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

constexpr std::int64_t kLinesThatStay = 20;  // in a run
constexpr std::size_t kChangesShown = 3;

double change_of(const lab::Spsa& spsa, std::size_t i) {
  return spsa.state().values[i] - spsa.options()[i].value;
}

std::string in_full(std::int64_t number) {
  return lab_commands::with_commas(static_cast<std::uint64_t>(number));
}

}  // namespace

std::string largest_changes(const lab::Spsa& spsa, std::size_t count) {
  std::vector<std::size_t> order(spsa.options().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto by_range = [&](std::size_t i) {
    const lab::TunedOption& option = spsa.options()[i];
    return std::abs(change_of(spsa, i)) / static_cast<double>(option.max - option.min);
  };
  std::ranges::stable_sort(order, std::greater(), by_range);
  std::string text;
  for (const std::size_t i : std::span(order).first(std::min(count, order.size())))
    text += fmt::format("{}{} {:+.1f}", text.empty() ? "" : ", ", spsa.options()[i].name, change_of(spsa, i));
  return text;
}

SpsaProgress::SpsaProgress(const lab::Spsa& spsa, int pairs)
    : steps_(spsa.rules().steps),
      steps_done_(spsa.state().applied()),
      games_of_step_(2 * static_cast<std::int64_t>(pairs)),
      first_step_(steps_done_),
      changes_(largest_changes(spsa, kChangesShown)) {}

void SpsaProgress::add_game() {
  const std::lock_guard lock(mutex_);
  ++games_;
  if (line_.is_due()) line_.show(text());
}

void SpsaProgress::add_step(const lab::Spsa& spsa) {
  const std::lock_guard lock(mutex_);
  steps_done_ = spsa.state().applied();
  changes_ = largest_changes(spsa, kChangesShown);
  // A log of a long run shall say how it went.
  const auto lines = [&](std::int64_t steps) { return steps * kLinesThatStay / steps_; };
  if (lines(steps_done_) == lines(steps_done_ - 1)) return;
  line_.hide();
  std::cerr << text() << '\n' << std::flush;
}

void SpsaProgress::tell(const std::string& text) {
  const std::lock_guard lock(mutex_);
  line_.hide();
  std::cerr << protocols::clean_text(text) << '\n' << std::flush;
}

void SpsaProgress::hide() {
  const std::lock_guard lock(mutex_);
  line_.hide();
}

std::string SpsaProgress::text() const {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double games_a_second = static_cast<double>(games_) / std::max(seconds, 1e-3);
  const auto games_left =
      static_cast<double>(std::max<std::int64_t>(0, (steps_ - first_step_) * games_of_step_ - games_));
  const auto left = static_cast<std::int64_t>(games_left / std::max(games_a_second, 1e-6));
  return fmt::format("step {} of {}  {} games, {:.2f} a second  {}:{:02}:{:02} left  {}",
                     in_full(steps_done_), in_full(steps_), in_full(first_step_ * games_of_step_ + games_),
                     games_a_second, left / 3600, left / 60 % 60, left % 60, changes_);
}

std::string spsa_result(const lab::Spsa& spsa) {
  const lab::SpsaOutcome& total = spsa.state().total;
  std::string text = fmt::format("{} of {} steps, {} games ({} drawn, {} lost on time)\n\n",
                                 in_full(spsa.state().applied()), in_full(spsa.rules().steps),
                                 in_full(total.games()), in_full(total.draws), in_full(total.on_time));
  std::size_t width = 6;
  for (const lab::TunedOption& option : spsa.options()) width = std::max(width, option.name.size());
  text += fmt::format("{:<{}}  {:>8}  {:>8}  {:>9}\n", "option", width, "start", "now", "change");
  std::vector<lab::TunedOption> now = spsa.options();
  for (std::size_t i = 0; i < now.size(); ++i) {
    text += fmt::format("{:<{}}  {:>8g}  {:>8}  {:>+9.2f}\n", now[i].name, width, now[i].value,
                        std::llround(spsa.state().values[i]), change_of(spsa, i));
    now[i].value = spsa.state().values[i];
  }
  return text + "\n" + lab::to_text(now);
}

}  // namespace vitrine::cli
