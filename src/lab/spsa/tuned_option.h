#pragma once

// What is tuned: a whole-number option of an engine, the range it may move in, and how boldly. On paper it is
// a line in the form that users of OpenBench know,
//
//   Aspiration, int, 17, 5, 60, 2.75, 0.002
//
// name, type, value, smallest, largest, c_end and r_end. Empty lines and lines that begin with '#' are passed
// over.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engines/options.h"

namespace vitrine::lab {

struct TunedOption {
  std::string name;
  double value = 0;  // where it starts
  std::int64_t min = 0;
  std::int64_t max = 0;
  double c_end = 0;  // how far it is shifted in the last step
  double r_end = 0;  // how far a point more for one side moves it in the last step, in c_end
  bool operator==(const TunedOption&) const = default;
};

// Two players whose options differ by less than one play the same game half of the time.
inline constexpr double kLeastShift = 0.5;

struct TuneError {
  int line = 0;  // from 1; 0: not a line's fault
  std::string text;
  // "tune.txt:3: …"
  [[nodiscard]] std::string to_string(std::string_view file) const;
};

// Each line is checked against the options of the engine: it must have such an option, and the range must be
// within the option's. Names become those of the engine.
[[nodiscard]] base::Result<std::vector<TunedOption>, TuneError> parse_tuned_options(
    std::string_view text, const engines::Options& options);

// A line for each, with the values rounded.
[[nodiscard]] std::string to_text(const std::vector<TunedOption>& options);

// A spin option with its present value and whole range; `c_share` of the range is c_end, but never less than
// kLeastShift. Contract: it is a spin option with more than one value.
[[nodiscard]] TunedOption to_tuned_option(const engines::Option& option, double c_share, double r_end);

}  // namespace vitrine::lab
