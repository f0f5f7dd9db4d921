#include "lab/labelled_position.h"

#include <charconv>

#include "notation/fen.h"
#include "notation/in_quotes.h"

namespace vitrine::lab {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::optional<double> parse_result(std::string_view text) {
  if (text == "1-0" || text == "1.0" || text == "1") return 1.0;
  if (text == "0-1" || text == "0.0" || text == "0") return 0.0;
  if (text == "1/2-1/2" || text == "0.5" || text == "1/2") return 0.5;
  return {};
}

std::optional<int> parse_int(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace

base::Result<LabelledPosition, std::string> parse_labelled_position(std::string_view line) {
  const std::size_t fen_end = line.find_first_of("|;");
  if (fen_end == std::string_view::npos)
    return std::string("expected 'FEN | centipawns | result' or 'FEN;result'");
  const std::string_view fen = trimmed(line.substr(0, fen_end));
  std::string_view rest = line.substr(fen_end + 1);

  std::optional<int> centipawns;
  if (line[fen_end] == '|') {
    const std::size_t middle = rest.find('|');
    if (middle == std::string_view::npos) return std::string("no result after the centipawns");
    const std::string_view number = trimmed(rest.substr(0, middle));
    centipawns = parse_int(number);
    if (!centipawns) return notation::in_quotes(number) + " is no number of centipawns";
    rest.remove_prefix(middle + 1);
  }
  const auto result = parse_result(trimmed(rest));
  if (!result) return notation::in_quotes(trimmed(rest)) + " is no result";

  auto pos = notation::parse_fen(fen, notation::FenMode::lenient);
  if (!pos) return pos.error().to_string();
  return LabelledPosition{*std::move(pos), centipawns, *result};
}

}  // namespace vitrine::lab
