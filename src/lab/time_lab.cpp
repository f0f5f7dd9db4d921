#include "lab/time_lab.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include "engines/challenger/time_rule.h"
#include "engines/mailbox/budget.h"
#include "engines/negamax/watch.h"
#include "engines/vitrine/time_manager.h"

namespace vitrine::lab {

namespace {

using namespace std::chrono_literals;
using Kind = TimeRule::Kind;

constexpr std::array<std::string_view, kTimeRules.size()> kNames = {"vitrine", "challenger", "negamax",
                                                                    "mailbox", "ancestor"};
constexpr Milliseconds kFlagshipOverhead{10};  // its default

constexpr std::array kUsualGameTimes = {GameTime{1min, 0s}, GameTime{1min, 1s}, GameTime{2min, 1s},
                                        GameTime{3min, 0s}, GameTime{3min, 2s}, GameTime{5min, 0s},
                                        GameTime{5min, 3s}};

// What a player has when he is to move.
struct Clock {
  Milliseconds starting;
  Milliseconds remaining;
  Milliseconds increment;
};

engines::Clock as_whites(const Clock& clock) {
  return {.remaining = {clock.remaining, clock.remaining}, .increment = {clock.increment, clock.increment}};
}

Milliseconds allotted(const TimeRule& rule, const Clock& clock, int men) {
  using namespace engines;
  switch (rule.kind) {
    case Kind::vitrine:
      return flagship::budget_for({.remaining = clock.remaining, .increment = clock.increment},
                                  kFlagshipOverhead)
          .share;
    case Kind::challenger:
      return challenger::time_for_move({clock.starting, clock.remaining, clock.increment}, men);
    case Kind::negamax: return negamax::time_for_move(as_whites(clock), chess::Color::white);
    case Kind::mailbox: return mailbox::time_for_move(as_whites(clock), chess::Color::white);
    case Kind::ancestor:
      return challenger::time_for_move(
          {clock.starting, clock.remaining, clock.increment}, men,
          {.opening_share = rule.early, .later_share = rule.late, .many_men = rule.pieces});
  }
  return {};
}

// "2", "0.5": as few digits as it takes.
std::string shortest(double number) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::optional<Milliseconds> parse_time(std::string_view text, double milliseconds_per_unit) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number) || number < 0)
    return {};
  const double milliseconds = std::round(number * milliseconds_per_unit);
  if (milliseconds > static_cast<double>(kLongestGame.count())) return {};
  return Milliseconds(static_cast<Milliseconds::rep>(milliseconds));
}

}  // namespace

std::string_view to_string(Kind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<Kind> parse_time_rule(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return {};
  return kTimeRules[static_cast<std::size_t>(found - kNames.begin())];
}

std::string check(const TimeRule& rule) {
  const auto is_share = [](double share) { return share >= 0 && share <= 1; };  // not a NaN either
  if (!is_share(rule.early)) return "early must be a share from 0 to 1";
  if (!is_share(rule.late)) return "late must be a share from 0 to 1";
  if (rule.pieces < 0 || rule.pieces > 32) return "pieces must be from 0 to 32";
  return {};
}

std::span<const GameTime> usual_game_times() { return kUsualGameTimes; }

std::optional<GameTime> parse_game_time(std::string_view text) {
  const auto plus = text.find('+');
  if (plus == std::string_view::npos) return {};
  const auto base = parse_time(text.substr(0, plus), 60'000);
  const auto increment = parse_time(text.substr(plus + 1), 1000);
  if (!base || !increment || *base == 0ms) return {};
  return GameTime{*base, *increment};
}

std::string to_string(const GameTime& time) {
  return shortest(static_cast<double>(time.base.count()) / 60'000) + '+' +
         shortest(static_cast<double>(time.increment.count()) / 1000);
}

MenByMove men_of(const notation::PgnGame& game, chess::Color player) {
  MenByMove men;
  chess::Position pos = game.start;
  for (const chess::Move move : game.moves()) {
    if (pos.turn() == player) men.push_back(pos.occupied().count());
    pos = pos.after(move);
  }
  return men;
}

MenByMove mean_of(std::span<const MenByMove> games) {
  std::vector<long> sums;
  std::vector<long> counts;
  for (const MenByMove& game : games) {
    sums.resize(std::max(sums.size(), game.size()));
    counts.resize(sums.size());
    for (std::size_t move = 0; move < game.size(); ++move) sums[move] += game[move], ++counts[move];
  }
  MenByMove mean;
  for (std::size_t move = 0; move < sums.size(); ++move)
    mean.push_back(static_cast<int>((2 * sums[move] + counts[move]) / (2 * counts[move])));
  return mean;
}

MenByMove fitted(MenByMove men, std::size_t moves) {
  assert(!men.empty() && moves > 0);
  const int last = men.back();
  men.resize(moves, last);
  return men;
}

std::vector<TimePoint> simulate(const TimeRule& rule, const GameTime& time, std::span<const int> men) {
  std::vector<TimePoint> points;
  Clock clock{time.base, time.base, time.increment};
  for (const int count : men) {
    // The challenger takes the most it has ever had for what it started with; the ancestor was told.
    if (rule.kind == Kind::challenger) clock.starting = std::max(clock.starting, clock.remaining);
    const Milliseconds share = allotted(rule, clock, count);
    points.push_back({static_cast<int>(points.size()) + 1, count, share, clock.remaining});
    clock.remaining -= share;
    if (clock.remaining < 0ms) break;  // the flag has fallen
    clock.remaining += clock.increment;
  }
  return points;
}

std::vector<TimeCurve> simulate_all(std::span<const TimeRule> rules, std::span<const GameTime> times,
                                    std::span<const int> men) {
  std::vector<TimeCurve> curves;
  for (const GameTime& time : times)
    for (const TimeRule& rule : rules) curves.push_back({rule, time, simulate(rule, time, men)});
  return curves;
}

std::string title_of(const TimeRule& rule) {
  std::string title(to_string(rule.kind));
  if (rule.kind == Kind::ancestor)
    title += ' ' + shortest(rule.early) + '/' + shortest(rule.late) + " at " + std::to_string(rule.pieces);
  return title;
}

std::string to_csv(std::span<const TimeCurve> curves) {
  std::string text = "rule,clock,move,men,allotted_ms,remaining_ms\n";
  for (const TimeCurve& curve : curves)
    for (const TimePoint& point : curve.points)
      text += title_of(curve.rule) + ',' + to_string(curve.time) + ',' + std::to_string(point.move) + ',' +
              std::to_string(point.men) + ',' + std::to_string(point.allotted.count()) + ',' +
              std::to_string(point.remaining.count()) + '\n';
  return text;
}

}  // namespace vitrine::lab
