#include "lab/data/judged_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/in_quotes.h"

namespace vitrine::lab {

namespace {

using Line = base::Result<std::optional<JudgedPosition>, std::string>;
using Judged = base::Result<JudgedPosition, std::string>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\"";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

template <class Number>
bool parse_whole(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// Centipawns as written, for the side that `habits` or the format name, become White's.
int for_white(int centipawns, PointOfView view, const chess::Position& pos) {
  return view == PointOfView::mover && pos.turn() == chess::Color::black ? -centipawns : centipawns;
}

// The fields after the FEN: an evaluation, a result or both. An empty field is missing.
Judged judge(std::string_view fen, std::optional<std::string_view> evaluation,
             std::optional<std::string_view> result, const TextHabits& habits) {
  auto pos = notation::parse_fen(trimmed(fen), notation::FenMode::lenient);
  if (!pos) return pos.error().to_string();
  Judgement judgement;
  if (evaluation && !evaluation->empty()) {
    const auto centipawns = parse_evaluation(*evaluation, habits.unit.value_or(Unit::centipawns));
    if (!centipawns) return centipawns.error();
    judgement.centipawns = for_white(*centipawns, habits.view, *pos);
  }
  if (result && !result->empty()) {
    const auto points = parse_game_result(*result);
    if (!points) return notation::in_quotes(*result) + " is no result";
    judgement.result = *points;
  }
  if (!judgement.centipawns && judgement.result == GameResult::unknown)
    return std::string("neither an evaluation nor a result");
  return JudgedPosition{*std::move(pos), judgement};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = text.find(separator);
    fields.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

Judged parse_fields(std::string_view line, char separator, const TextHabits& habits) {
  const auto fields = split(line, separator);
  if (fields.size() > 3)
    return "expected FEN, evaluation and result, found " + std::to_string(fields.size()) + " fields";
  return judge(fields[0], fields.size() > 1 ? std::optional(fields[1]) : std::nullopt,
               fields.size() == 3 ? std::optional(fields[2]) : std::nullopt, habits);
}

Judged parse_epd_line(std::string_view line) {
  const auto epd = notation::parse_epd(line);
  if (!epd) return epd.error().to_string();
  Judgement judgement;
  std::optional<int> for_mover;
  if (const auto text = epd->text("ce")) {
    const auto centipawns = parse_evaluation(*text, Unit::centipawns);
    if (!centipawns) return "ce: " + centipawns.error();
    for_mover = *centipawns;
  } else if (const auto mate = epd->mate_in()) {
    for_mover = mate_to_centipawns(*mate);
  }
  if (for_mover) judgement.centipawns = for_white(*for_mover, PointOfView::mover, epd->position);
  if (const auto points = epd->white_score())
    judgement.result = static_cast<GameResult>(std::lround(2 * *points));
  if (!judgement.centipawns && judgement.result == GameResult::unknown)
    return std::string("neither an evaluation (ce) nor a result (c9)");
  return JudgedPosition{epd->position, judgement};
}

bool is_heading(std::string_view line) {
  constexpr std::string_view kFen = "fen";
  return line.size() > kFen.size() &&
         std::equal(kFen.begin(), kFen.end(), line.begin(), [](char a, char b) { return a == (b | 0x20); });
}

Judged parse_any(std::string_view line, const TextHabits& habits) {
  if (line.find('|') != std::string_view::npos) return parse_fields(line, '|', habits);
  if (line.starts_with('"')) return parse_fields(line, ',', habits);
  // A comma in the text of an EPD comes after its first semicolon or quotation mark.
  const std::size_t end = line.find_first_of(",;\"");
  if (end != std::string_view::npos && line[end] == ',') return parse_fields(line, ',', habits);
  const std::size_t semicolon = line.find(';');
  if (semicolon != std::string_view::npos) {
    const std::string_view rest = trimmed(line.substr(semicolon + 1));
    if (parse_game_result(rest)) return judge(line.substr(0, semicolon), {}, rest, habits);
  }
  return parse_epd_line(line);
}

}  // namespace

int mate_to_centipawns(long long moves) {
  constexpr long long kMostMoves = 1'000;  // further mates count like this one
  const int size = kMostCentipawns - static_cast<int>(std::min(std::llabs(moves), kMostMoves));
  return moves > 0 ? size : -size;
}

base::Result<int, std::string> parse_evaluation(std::string_view text, Unit unit) {
  const std::string_view whole = trimmed(text);
  std::string_view rest = whole;
  const auto take_sign = [&rest] {
    const bool is_negative = rest.starts_with('-');
    if (is_negative || rest.starts_with('+')) rest.remove_prefix(1);
    return is_negative;
  };
  const auto no_number = [&] { return notation::in_quotes(whole) + " is no evaluation"; };
  bool is_negative = take_sign();
  if (rest.starts_with('#') || rest.starts_with('M')) {
    rest.remove_prefix(1);
    if (!is_negative) is_negative = take_sign();
    unsigned moves = 0;
    if (!parse_whole(rest, moves)) return no_number();
    const int size = mate_to_centipawns(std::max(1U, moves));
    return is_negative ? -size : size;
  }
  double value = 0;
  if (rest.starts_with('-') || !parse_whole(rest, value)) return no_number();
  if (!std::isfinite(value)) return notation::in_quotes(whole) + " is no finite number";
  if (unit == Unit::pawns) value *= 100;
  if (value > kMostCentipawns)
    return notation::in_quotes(whole) + " is out of range: at most " +
           (unit == Unit::pawns ? "300 pawns" : "30000 centipawns");
  const int centipawns = static_cast<int>(std::lround(value));
  return is_negative ? -centipawns : centipawns;
}

std::optional<GameResult> parse_game_result(std::string_view text) {
  if (text == "1-0" || text == "1.0" || text == "1") return GameResult::white_won;
  if (text == "0-1" || text == "0.0" || text == "0") return GameResult::black_won;
  if (text == "1/2-1/2" || text == "0.5" || text == "1/2") return GameResult::drawn;
  if (text == "*") return GameResult::unknown;
  return {};
}

Line parse_judged_line(std::string_view line, const TextHabits& habits) {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos || line[first] == '#' || is_heading(line.substr(first)))
    return std::optional<JudgedPosition>();
  auto judged = parse_any(line.substr(first), habits);
  if (!judged) return judged.error();
  return std::optional(*std::move(judged));
}

std::string to_judged_line(const chess::Position& pos, const Judgement& judgement) {
  constexpr const char* kResults[] = {"0-1", "1/2-1/2", "1-0", "*"};
  const std::string result = kResults[static_cast<int>(judgement.result)];
  const std::string fen = notation::to_fen(pos);
  if (!judgement.centipawns) return fen + ";" + result;
  return fen + " | " + std::to_string(*judgement.centipawns) + " | " + result;
}

}  // namespace vitrine::lab
