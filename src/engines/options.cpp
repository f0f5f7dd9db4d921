#include "engines/options.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>

namespace vitrine::engines {

namespace {

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string quoted(std::string_view value) { return "'" + std::string(value) + "'"; }

// Each sets the value from text, or says why it can't.
struct Setter {
  std::string_view name;
  std::string_view value;

  std::string operator()(CheckOption& option) const {
    if (equals_ignoring_case(value, "true") || value == "1") return option.value = true, "";
    if (equals_ignoring_case(value, "false") || value == "0") return option.value = false, "";
    return std::string(name) + " must be true or false, not " + quoted(value);
  }
  std::string operator()(SpinOption& option) const {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size() && number >= option.min &&
        number <= option.max)
      return option.value = number, "";
    return std::string(name) + " must be a whole number from " + std::to_string(option.min) + " to " +
           std::to_string(option.max) + ", not " + quoted(value);
  }
  std::string operator()(ComboOption& option) const {
    std::string choices;
    for (const std::string& choice : option.choices) {
      if (equals_ignoring_case(value, choice)) return option.value = choice, "";
      choices += (choices.empty() ? "" : ", ") + choice;
    }
    return std::string(name) + " must be one of " + choices + ", not " + quoted(value);
  }
  std::string operator()(ButtonOption&) const { return ""; }
  std::string operator()(TextOption& option) const {
    option.value = value == "<empty>" ? "" : value;
    return "";
  }
};

}  // namespace

void Options::add(Option option, OnChange on_change) {
  assert(find(option.name) == nullptr);
  options_.push_back(std::move(option));
  on_change_.push_back(std::move(on_change));
}

const Option* Options::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [=](const Option& option) {
    return equals_ignoring_case(option.name, name);
  });
  return found == options_.end() ? nullptr : &*found;
}

std::string Options::set(std::string_view name, std::string_view value) {
  const Option* const found = find(name);
  if (found == nullptr) return "No such option: " + std::string(name);
  const auto i = static_cast<std::size_t>(found - options_.data());
  std::string problem = std::visit(Setter{options_[i].name, value}, options_[i].kind);
  if (problem.empty() && on_change_[i]) on_change_[i](options_[i]);
  return problem;
}

namespace {

template <class Kind>
const Kind& get(const Options& options, std::string_view name) {
  const Option* const option = options.find(name);
  assert(option != nullptr);
  return std::get<Kind>(option->kind);
}

}  // namespace

bool Options::check(std::string_view name) const { return get<CheckOption>(*this, name).value; }
std::int64_t Options::spin(std::string_view name) const { return get<SpinOption>(*this, name).value; }
const std::string& Options::combo(std::string_view name) const { return get<ComboOption>(*this, name).value; }
const std::string& Options::text(std::string_view name) const { return get<TextOption>(*this, name).value; }

}  // namespace vitrine::engines
