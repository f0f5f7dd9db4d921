#pragma once

// The settings of an engine: their types and ranges as both protocols know them, and their values. Setting
// one is checked here, so that no engine ever sees a value out of range.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vitrine::engines {

struct CheckOption {
  bool value;
};
struct SpinOption {
  std::int64_t value;
  std::int64_t min;
  std::int64_t max;
};
struct ComboOption {
  std::string value;
  std::vector<std::string> choices;
};
struct ButtonOption {};
struct TextOption {
  std::string value;
};

struct Option {
  std::string name;
  std::variant<CheckOption, SpinOption, ComboOption, ButtonOption, TextOption> kind;
};

class Options {
 public:
  // Called with the option after its value has changed, or when a button is pressed.
  using OnChange = std::function<void(const Option&)>;

  void add(Option option, OnChange on_change = {});
  [[nodiscard]] const std::vector<Option>& all() const { return options_; }
  // Names are compared without regard to case.
  [[nodiscard]] const Option* find(std::string_view name) const;

  // Sets an option from text; if that can't be, nothing changes and the answer says why: "No such option: X",
  // "Hash must be a whole number from 1 to 1024, not 'abc'". An empty answer: done.
  [[nodiscard]] std::string set(std::string_view name, std::string_view value);

  // Contract: there is such an option of that type.
  [[nodiscard]] bool check(std::string_view name) const;
  [[nodiscard]] std::int64_t spin(std::string_view name) const;
  [[nodiscard]] const std::string& combo(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

 private:
  std::vector<Option> options_;
  std::vector<OnChange> on_change_;
};

}  // namespace vitrine::engines
