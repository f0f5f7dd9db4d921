#include "lab/train/train_state.h"

#include <array>
#include <charconv>
#include <stdexcept>

#include "lab/data/checksum.h"

namespace vitrine::lab {

namespace {

constexpr std::string_view kTitle = "vitrine lab checkpoint 1\n";
constexpr std::string_view kChecksum = "checksum ";

template <class... Format>
void append_number(std::string& text, auto value, Format... format) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...).ptr;
  text.append(buffer.data(), end);
}

// Takes words off the front of a text. What isn't there makes it fail for good.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  std::string_view word() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    const std::string_view found = rest_.substr(0, rest_.find_first_of(" \n"));
    rest_.remove_prefix(found.size());
    if (found.empty()) has_failed_ = true;
    return found;
  }
  template <class Number, class... Format>
  Number number(Format... format) {
    Number value = 0;
    const std::string_view text = word();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (error != std::errc() || end != text.data() + text.size()) has_failed_ = true;
    return value;
  }
  void expect(std::string_view wanted) {
    if (word() != wanted) has_failed_ = true;
  }
  [[nodiscard]] bool is_empty() const { return rest_.find_first_not_of(" \n") == std::string_view::npos; }
  [[nodiscard]] bool has_failed() const { return has_failed_; }

 private:
  std::string_view rest_;
  bool has_failed_ = false;
};

}  // namespace

const std::vector<double>& TrainState::get(const std::string& name, std::size_t count) const {
  const auto found = numbers.find(name);
  if (found == numbers.end() || found->second.size() != count)
    throw std::runtime_error("it lacks the " + std::to_string(count) + " numbers of '" + name + "'");
  return found->second;
}

std::string to_text(const TrainState& state) {
  std::string text(kTitle);
  text += "run ";
  append_number(text, state.run, 16);
  text += "\nstep ";
  append_number(text, state.step);
  text += "\n";
  for (const auto& [name, values] : state.numbers) {
    text += "numbers " + name + " ";
    append_number(text, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      text += i % 8 == 0 ? '\n' : ' ';
      append_number(text, values[i], std::chars_format::hex);
    }
    text += '\n';
  }
  const std::uint64_t sum = checksum(text.data(), text.size());
  text += kChecksum;
  append_number(text, sum, 16);
  return text + "\n";
}

base::Result<TrainState, std::string> parse_train_state(std::string_view text) {
  if (!text.starts_with(kTitle)) return std::string("this is no checkpoint of `vitrine lab train`");
  const std::size_t end = text.rfind(kChecksum);
  if (end == std::string_view::npos) return std::string("the checkpoint is cut short");
  Words last(text.substr(end + kChecksum.size()));
  if (last.number<std::uint64_t>(16) != checksum(text.data(), end) || last.has_failed())
    return std::string("the checkpoint is damaged: its checksum is wrong");

  TrainState state;
  Words words(text.substr(kTitle.size(), end - kTitle.size()));
  words.expect("run");
  state.run = words.number<std::uint64_t>(16);
  words.expect("step");
  state.step = words.number<std::uint64_t>();
  while (!words.is_empty() && !words.has_failed()) {
    words.expect("numbers");
    std::vector<double>& values = state.numbers[std::string(words.word())];
    const auto count = words.number<std::size_t>();
    for (std::size_t i = 0; i < count && !words.has_failed(); ++i)
      values.push_back(words.number<double>(std::chars_format::hex));
  }
  if (words.has_failed()) return std::string("the checkpoint is damaged");
  return state;
}

}  // namespace vitrine::lab
