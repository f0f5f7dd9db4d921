#include "arena/time_control.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "notation/in_quotes.h"

namespace vitrine::arena {

namespace {

using namespace std::chrono_literals;

// Longer than any game, short enough that no sum of times overflows.
constexpr std::int64_t kMaxMilliseconds = std::int64_t{365} * 24 * 3600 * 1000;

// Digits only: no sign, no blanks. Nothing: it isn't a number, or one beyond `most`.
std::optional<std::int64_t> parse_digits(std::string_view text, std::int64_t most) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text[0] == '-' || number > most) return {};
  return number;
}

// "1.5" as 1500 ms. What is less than a millisecond is refused rather than lost.
std::optional<Milliseconds> parse_seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  std::string fraction(point == std::string_view::npos ? "" : text.substr(point + 1));
  if (whole.empty() && fraction.empty()) return {};
  while (fraction.size() > 3 && fraction.back() == '0') fraction.pop_back();
  if (fraction.size() > 3) return {};
  fraction.resize(3, '0');
  const auto seconds = whole.empty() ? 0 : parse_digits(whole, kMaxMilliseconds / 1000);
  const auto rest = parse_digits(fraction, 999);
  if (!seconds || !rest) return {};
  return Milliseconds(*seconds * 1000 + *rest);
}

// Seconds, or minutes:seconds.
std::optional<Milliseconds> parse_time(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return parse_seconds(text);
  const auto minutes = parse_digits(text.substr(0, colon), kMaxMilliseconds / 60'000);
  const auto seconds = parse_seconds(text.substr(colon + 1));
  if (!minutes || !seconds) return {};
  return *seconds + std::chrono::minutes(*minutes);
}

// "1.5", "60": in seconds, as short as it can be.
std::string seconds_text(Milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  const auto rest = time.count() % 1000;
  if (rest == 0) return text;
  std::string fraction = std::to_string(1000 + rest).substr(1);
  while (fraction.back() == '0') fraction.pop_back();
  return text + "." + fraction;
}

}  // namespace

base::Result<std::optional<TimeControl::Clock>, TimeControlError> parse_clock(std::string_view text) {
  const auto fail = [&](std::string_view what) {
    return TimeControlError{notation::in_quotes(text) + " is no time control: " + std::string(what)};
  };
  if (text == "inf") return std::optional<TimeControl::Clock>();
  TimeControl::Clock clock;
  std::string_view rest = text;
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const auto moves = parse_digits(rest.substr(0, slash), std::numeric_limits<std::int16_t>::max());
    if (!moves || *moves == 0) return fail("before the '/' stands a number of moves");
    clock.moves = static_cast<int>(*moves);
    rest.remove_prefix(slash + 1);
  }
  const std::size_t plus = rest.find('+');
  const auto base = parse_time(rest.substr(0, plus));
  if (!base) return fail("the time is in seconds or minutes:seconds, to the millisecond");
  clock.base = *base;
  if (plus != std::string_view::npos) {
    const auto increment = parse_seconds(rest.substr(plus + 1));
    if (!increment) return fail("behind the '+' stands a time in seconds, to the millisecond");
    clock.increment = *increment;
  }
  if (clock.base == 0ms && clock.increment == 0ms) return fail("there is no time in it");
  return std::optional(clock);
}

std::string to_string(const TimeControl::Clock& clock) {
  std::string text;
  if (clock.moves) text += std::to_string(*clock.moves) + "/";
  text += seconds_text(clock.base);
  if (clock.increment > 0ms) text += "+" + seconds_text(clock.increment);
  return text;
}

std::string to_string(const TimeControl& control) {
  std::string text;
  const auto add = [&text](const std::string& limit) { text += (text.empty() ? "" : ", ") + limit; };
  if (control.clock) add(to_string(*control.clock));
  if (control.move_time) add("st=" + seconds_text(*control.move_time));
  if (control.nodes) add("nodes=" + std::to_string(*control.nodes));
  if (control.depth) add("depth=" + std::to_string(*control.depth));
  return text.empty() ? "-" : text;
}

// As fastchess and cutechess do it, the first move has its increment too.
GameClock::GameClock(const TimeControl& control) : control_(control) {
  if (control_.clock) left_ = control_.clock->base + control_.clock->increment;
}

std::optional<Milliseconds> GameClock::remaining() const {
  if (!control_.clock) return {};
  return std::chrono::floor<Milliseconds>(left_);
}

std::optional<int> GameClock::moves_to_go() const {
  if (!control_.clock || !control_.clock->moves) return {};
  return *control_.clock->moves - moves_made_;
}

Microseconds GameClock::lateness(Microseconds elapsed) const {
  Microseconds late = {};
  if (control_.clock) late = std::max(late, elapsed - left_);
  if (control_.move_time) late = std::max<Microseconds>(late, elapsed - *control_.move_time);
  return late;
}

bool GameClock::punch(Microseconds elapsed) {
  // Engines are told whole milliseconds and count in them: one that has begun is not yet over.
  const bool is_in_time = std::chrono::floor<Milliseconds>(lateness(elapsed)) <= control_.margin;
  if (!control_.clock) return is_in_time;
  // What the margin forgave is not owed either.
  left_ = std::max<Microseconds>(left_ - elapsed, 0us);
  if (control_.clock->moves && ++moves_made_ == *control_.clock->moves) {
    moves_made_ = 0;
    left_ += control_.clock->base;
  }
  left_ += control_.clock->increment;
  return is_in_time;
}

}  // namespace vitrine::arena
