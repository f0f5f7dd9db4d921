#include "lab/spsa/tuned_option.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "notation/in_quotes.h"

namespace vitrine::lab {

namespace {

using notation::in_quotes;

constexpr std::size_t kFields = 7;
constexpr std::string_view kForm = "name, int, value, min, max, c_end, r_end";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(value)) return {};
  return value;
}

template <class Number>
std::string shortest(Number value) {
  std::array<char, 32> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

std::string range_text(std::int64_t min, std::int64_t max) {
  return std::to_string(min) + " to " + std::to_string(max);
}

// Reads the fields of one line one after the other; what is wrong first is kept.
class Line {
 public:
  explicit Line(std::string_view text) : fields_(split_fields(text)) {
    if (fields_.size() != kFields)
      fail(std::to_string(fields_.size()) + " fields instead of 7: " + std::string(kForm));
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

  TunedOption read(const engines::Options& options) {
    TunedOption tuned;
    if (is_bad()) return tuned;
    const engines::SpinOption* const spin = find(options, tuned.name);
    if (!is_bad() && fields_[1] != "int")
      fail("the type must be int, for options of engines are whole numbers, not " + in_quotes(fields_[1]));
    tuned.value = number<double>(2, "the value", "a number");
    tuned.min = number<std::int64_t>(3, "min", "a whole number");
    tuned.max = number<std::int64_t>(4, "max", "a whole number");
    tuned.c_end = number<double>(5, "c_end", "a number");
    tuned.r_end = number<double>(6, "r_end", "a number");
    if (!is_bad()) check(tuned, *spin);
    return tuned;
  }

 private:
  [[nodiscard]] bool is_bad() const { return !problem_.empty(); }
  void fail(std::string problem) {
    if (!is_bad()) problem_ = std::move(problem);
  }

  const engines::SpinOption* find(const engines::Options& options, std::string& name) {
    const engines::Option* const option = options.find(fields_[0]);
    if (option == nullptr) return fail("the engine has no option " + in_quotes(fields_[0])), nullptr;
    name = option->name;
    const auto* const spin = std::get_if<engines::SpinOption>(&option->kind);
    if (spin == nullptr) fail(in_quotes(name) + " is no whole-number option of the engine");
    return spin;
  }

  template <class Number>
  Number number(std::size_t field, std::string_view what, std::string_view kind) {
    const auto value = parse<Number>(fields_[field]);
    if (!value)
      fail(std::string(what) + " must be " + std::string(kind) + ", not " + in_quotes(fields_[field]));
    return value.value_or(Number{});
  }

  void check(const TunedOption& tuned, const engines::SpinOption& spin) {
    if (tuned.min >= tuned.max) return fail("min must be less than max");
    if (tuned.min < spin.min || tuned.max > spin.max)
      return fail("the range " + range_text(tuned.min, tuned.max) + " is not within that of the engine, " +
                  range_text(spin.min, spin.max));
    if (tuned.value < static_cast<double>(tuned.min) || tuned.value > static_cast<double>(tuned.max))
      return fail("the value " + shortest(tuned.value) + " is not from " + range_text(tuned.min, tuned.max));
    if (tuned.c_end < kLeastShift)
      return fail("c_end must be " + shortest(kLeastShift) +
                  " at least, or both sides would often play with the same value");
    if (tuned.c_end > static_cast<double>(tuned.max) - static_cast<double>(tuned.min))
      return fail("c_end is more than the whole range");
    if (tuned.r_end <= 0) return fail("r_end must be more than 0");
  }

  std::vector<std::string_view> fields_;
  std::string problem_;
};

}  // namespace

std::string TuneError::to_string(std::string_view file) const {
  return std::string(file) + (line > 0 ? ":" + std::to_string(line) : "") + ": " + text;
}

base::Result<std::vector<TunedOption>, TuneError> parse_tuned_options(std::string_view text,
                                                                      const engines::Options& options) {
  std::vector<TunedOption> all;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.starts_with('#')) continue;
    Line reader(line);
    TunedOption tuned = reader.read(options);
    if (!reader.problem().empty()) return TuneError{number, reader.problem()};
    if (std::ranges::find(all, tuned.name, &TunedOption::name) != all.end())
      return TuneError{number, in_quotes(tuned.name) + " is there twice"};
    all.push_back(std::move(tuned));
  }
  if (all.empty()) return TuneError{0, "there is nothing to tune in it; a line is " + std::string(kForm)};
  return all;
}

std::string to_text(const std::vector<TunedOption>& options) {
  std::string text;
  for (const TunedOption& option : options)
    text += option.name + ", int, " + std::to_string(std::llround(option.value)) + ", " +
            std::to_string(option.min) + ", " + std::to_string(option.max) + ", " + shortest(option.c_end) +
            ", " + shortest(option.r_end) + "\n";
  return text;
}

TunedOption to_tuned_option(const engines::Option& option, double c_share, double r_end) {
  const auto& spin = std::get<engines::SpinOption>(option.kind);
  const double range = static_cast<double>(spin.max) - static_cast<double>(spin.min);
  // Four digits say enough, and can be read.
  const double shift = std::round(range * c_share * 1e4) / 1e4;
  return {.name = option.name,
          .value = static_cast<double>(spin.value),
          .min = spin.min,
          .max = spin.max,
          .c_end = std::max(kLeastShift, shift),
          .r_end = r_end};
}

}  // namespace vitrine::lab
