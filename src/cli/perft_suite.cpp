#include "cli/perft_suite.h"

#include <charconv>
#include <string_view>

#include "cli/position_argument.h"
#include "notation/fen.h"
#include "notation/in_quotes.h"

namespace vitrine::cli {

namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// Cuts off and returns everything before the separator, trimmed; the whole text if there is none.
std::string_view cut(std::string_view& rest, std::string_view separators) {
  const auto end = rest.find_first_of(separators);
  const std::string_view word = trimmed(rest.substr(0, end));
  rest = end == std::string_view::npos ? std::string_view{} : trimmed(rest.substr(end + 1));
  return word;
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return number;
}

class SuiteParser {
 public:
  PerftSuite parse(std::istream& in) {
    std::string text;
    while (std::getline(in, text)) {
      ++line_;
      const std::string_view line = trimmed(text);
      if (!line.empty() && line[0] != '#') parse_line(line);
    }
    return std::move(suite_);
  }

 private:
  void parse_line(std::string_view line) {
    std::string_view rest = line;
    const std::string_view keyword = cut(rest, kBlank);
    if (keyword == "id") return;
    if (keyword == "epd") return begin_case(rest);
    if (keyword == "perft") return parse_perft_line(rest);

    rest = line;
    begin_case(cut(rest, ";"));
    if (is_open_ && rest.empty()) error("no counts behind the position, such as ;D1 20");
    while (!rest.empty()) parse_count(cut(rest, ";"));
    is_open_ = false;
    after_bad_position_ = false;
  }

  void begin_case(std::string_view fen) {
    const auto pos = notation::parse_fen(fen, notation::FenMode::lenient, chess::Unreachable::allowed);
    is_open_ = pos.has_value();
    after_bad_position_ = !is_open_;
    if (pos)
      suite_.cases.push_back({*pos});
    else
      error(pos.error().to_string());
  }

  // "D5 4865609"
  void parse_count(std::string_view text) {
    std::string_view nodes = text;
    std::string_view depth = cut(nodes, kBlank);
    if (depth.empty() || (depth[0] != 'D' && depth[0] != 'd'))
      return error("expected a count such as D5 4865609, not " + notation::in_quotes(text));
    depth.remove_prefix(1);
    add_count(depth, nodes);
  }

  // "5 4865609"
  void parse_perft_line(std::string_view text) {
    if (!is_open_ && !after_bad_position_) return error("perft without an epd line above");
    const std::string_view depth = cut(text, kBlank);
    add_count(depth, text);
  }

  void add_count(std::string_view depth_text, std::string_view nodes_text) {
    const auto depth = parse_number<int>(depth_text);
    const auto nodes = parse_number<std::uint64_t>(nodes_text);
    if (!depth || *depth < 0 || *depth > kMaxPerftDepth)
      return error("the depth must be 0 to " + std::to_string(kMaxPerftDepth) + ", not " +
                   notation::in_quotes(depth_text));
    if (!nodes) return error("the count must be a whole number, not " + notation::in_quotes(nodes_text));
    if (is_open_) suite_.cases.back().counts.push_back({line_, *depth, *nodes});
  }

  void error(std::string message) { suite_.errors.push_back({line_, std::move(message)}); }

  PerftSuite suite_;
  int line_ = 0;
  bool is_open_ = false;             // counts belong to the last case
  bool after_bad_position_ = false;  // counts belong to a position that could not be read
};

}  // namespace

PerftSuite parse_perft_suite(std::istream& in) { return SuiteParser().parse(in); }

}  // namespace vitrine::cli
