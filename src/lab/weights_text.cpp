#include "lab/weights_text.h"

#include <array>
#include <charconv>
#include <sstream>

#include "eval/classical/weights_visit.h"

namespace vitrine::lab {

namespace {

using namespace eval::classical;

constexpr std::size_t kLineLength = 108;
constexpr std::string_view kStateTitle = "vitrine tuner state 1";

std::string number_text(int value) { return std::to_string(value); }
std::string number_text(const Tapered& value) {
  return "S(" + std::to_string(value.middlegame()) + ", " + std::to_string(value.endgame()) + ")";
}

// One row of numbers, broken where a line is full.
template <class Values>
void append_row(std::string& text, Values values, std::string_view indent) {
  std::string line(indent);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string number = number_text(values[i]) + (i + 1 < values.size() ? ", " : "");
    if (line.size() + number.size() > kLineLength) {
      line.pop_back();
      text += line + "\n";
      line = indent;
    }
    line += number;
  }
  text += line;
}

template <class Values>
void append_field(std::string& text, std::string_view field, Values values, std::size_t columns) {
  text += "  ." + std::string(field) + " = ";
  if (values.size() == 1) {
    text += number_text(values[0]) + ",\n";
    return;
  }
  const bool is_table = values.size() > columns;
  text += "{{\n";
  for (std::size_t row = 0; row < values.size(); row += columns) {
    if (is_table) text += "    {{\n";
    append_row(text, values.subspan(row, columns), is_table ? "      " : "    ");
    text += is_table ? "}},\n" : "}},\n";
  }
  if (is_table) text += "  }},\n";
}

// "topic.field" or "topic.field[3]", in the order of the struct.
std::vector<std::string> weight_names() {
  std::vector<std::string> names;
  for_each_weight(kBuiltInWeights, [&](std::string_view name, auto values, std::size_t) {
    for (std::size_t i = 0; i < values.size(); ++i)
      names.push_back(std::string(name) + (values.size() == 1 ? "" : "[" + std::to_string(i) + "]"));
  });
  return names;
}

std::string shortest(double value) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), end};
}
std::string shortest(float value) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), end};
}

// The numbers of one weight: what it is, what the best was, mean and variance of its gradient.
std::array<Parameters TexelState::*, 4> columns() {
  return {&TexelState::weights, &TexelState::best, &TexelState::mean, &TexelState::variance};
}

}  // namespace

std::string to_inc_text(const Weights& weights, std::string_view provenance) {
  std::string text;
  std::istringstream lines{std::string(provenance)};
  for (std::string line; std::getline(lines, line);) text += "// " + line + "\n";
  text += "// clang-format off\n";
  std::string topic;
  for_each_weight(weights, [&](std::string_view name, auto values, std::size_t columns) {
    const std::size_t dot = name.find('.');
    if (name.substr(0, dot) != topic) {
      if (!topic.empty()) text += "},\n";
      topic = name.substr(0, dot);
      text += "." + topic + " = {\n";
    }
    append_field(text, name.substr(dot + 1), values, columns);
  });
  return text + "},\n// clang-format on\n";
}

std::string to_text(const TexelState& state) {
  std::string text(kStateTitle);
  text += "\nepoch " + std::to_string(state.epoch) + "\nstep " + std::to_string(state.step) + "\nscale " +
          shortest(state.scale) + "\nbest_loss " + shortest(state.best_loss) + "\n";
  const std::vector<std::string> names = weight_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += names[i];
    for (const auto column : columns())
      for (const float value : (state.*column)[i]) text += " " + shortest(value);
    text += "\n";
  }
  return text;
}

base::Result<TexelState, std::string> parse_texel_state(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string title;
  std::getline(in, title);
  if (title != kStateTitle) return "line 1: expected '" + std::string(kStateTitle) + "'";
  TexelState state;
  const auto field = [&](std::string_view name, auto& value) {
    std::string word;
    return in >> word >> value && word == name;
  };
  if (!field("epoch", state.epoch) || !field("step", state.step) || !field("scale", state.scale) ||
      !field("best_loss", state.best_loss))
    return std::string("lines 2 to 5: expected epoch, step, scale and best_loss");
  int line = 5;
  for (const std::string& name : weight_names()) {
    ++line;
    std::string word;
    if (!(in >> word) || word != name) return "line " + std::to_string(line) + ": expected " + name;
    for (const auto column : columns()) {
      std::array<float, 2> both{};
      for (float& value : both) {
        std::string number;
        in >> number;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (number.empty() || error != std::errc() || end != number.data() + number.size())
          return "line " + std::to_string(line) + ": expected 8 numbers after " + name;
      }
      (state.*column).push_back(both);
    }
  }
  return state;
}

}  // namespace vitrine::lab
