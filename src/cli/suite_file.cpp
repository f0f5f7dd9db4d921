#include "cli/suite_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <utility>

#include "notation/byte_source.h"
#include "notation/in_quotes.h"
#include "notation/san.h"

namespace vitrine::cli {

namespace {

using chess::Move;
using engines::Score;
using notation::Epd;
using notation::EpdError;
using notation::EpdOperation;
using notation::in_quotes;

constexpr std::string_view kBlank = " \t\r";

std::vector<std::string> words_of(const Epd& epd, std::string_view opcode) {
  std::istringstream stream(epd.text(opcode).value_or(""));
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

std::optional<int> parse_points(std::string_view text) {
  int points = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), points);
  if (error != std::errc() || end != text.data() + text.size() || points < 0) return {};
  return points;
}

// c0 … c9 hold any comment; these two hold grades where c8 begins with a number and c9 is there as well.
bool has_grades(const Epd& epd) {
  const std::string points = epd.text("c8").value_or("");
  return epd.find("c9") != nullptr && !points.empty() && points[0] >= '0' && points[0] <= '9';
}

base::Result<std::vector<GradedMove>, EpdError> parse_grades(const Epd& epd) {
  const EpdOperation& points_operation = *epd.find("c8");
  const EpdOperation& moves_operation = *epd.find("c9");
  const std::vector<std::string> points = words_of(epd, "c8");
  const std::vector<std::string> moves = words_of(epd, "c9");
  if (points.size() != moves.size())
    return EpdError{points_operation.column, "c8 has " + std::to_string(points.size()) + " grades for the " +
                                                 std::to_string(moves.size()) + " moves in c9"};
  std::vector<GradedMove> graded;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto worth = parse_points(points[i]);
    if (!worth)
      return EpdError{points_operation.column, "c8: " + in_quotes(points[i]) + " is no number of points"};
    const auto move = notation::parse_san(epd.position, moves[i]);
    if (!move) return EpdError{moves_operation.column, "c9: " + move.error().message};
    graded.push_back({*move, *worth});
  }
  return graded;
}

// A mate that `score` proves, in moves: at most so many if positive, being mated if negative.
std::optional<int> proven_mate(const Score& score) {
  if (score.kind != Score::Kind::mate || score.value == 0) return {};
  const Score::Bound unproven = score.value > 0 ? Score::Bound::upper : Score::Bound::lower;
  if (score.bound == unproven) return {};
  return score.value;
}

bool is_mate_found(int wanted, const std::optional<Score>& score) {
  const auto found = score ? proven_mate(*score) : std::nullopt;
  if (!found || (*found > 0) != (wanted > 0)) return false;
  return std::abs(*found) <= std::abs(wanted);
}

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : std::string(between)) + text;
  return all;
}

std::string joined(const chess::Position& pos, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(notation::to_san(pos, move));
  return joined(texts, " or ");
}

std::string to_text(int mate) {
  return mate > 0 ? "mate in " + std::to_string(mate) : "being mated in " + std::to_string(-mate);
}

}  // namespace

int SuiteCase::max_points() const {
  int most = 0;
  for (const GradedMove& one : graded) most = std::max(most, one.points);
  return most;
}

int SuiteCase::points_for(Move move) const {
  const auto found = std::ranges::find(graded, move, &GradedMove::move);
  return found == graded.end() ? 0 : found->points;
}

std::string SuiteCase::wanted() const {
  std::vector<std::string> texts;
  if (mate) texts.push_back(to_text(*mate));
  if (!best.empty()) texts.push_back(joined(position, best));
  if (!avoid.empty()) texts.push_back("not " + joined(position, avoid));
  if (texts.empty())
    for (const auto& [move, points] : graded)
      texts.push_back(notation::to_san(position, move) + " (" + std::to_string(points) + ")");
  return joined(texts, ", ");
}

bool is_solved(const SuiteCase& test, const SuiteAnswer& answer) {
  if (!answer.move) return false;
  if (test.mate && !is_mate_found(*test.mate, answer.score)) return false;
  if (!test.best.empty() && std::ranges::find(test.best, *answer.move) == test.best.end()) return false;
  return std::ranges::find(test.avoid, *answer.move) == test.avoid.end();
}

base::Result<SuiteCase, EpdError> parse_suite_case(std::string_view line) {
  auto epd = notation::parse_epd(line);
  if (!epd) return epd.error();
  if (!epd->position.has_legal_moves()) return EpdError{1, "there is no legal move in this position"};
  SuiteCase test{.position = epd->position, .id = epd->id()};
  auto best = epd->best_moves();
  if (!best) return best.error();
  test.best = *std::move(best);
  auto avoid = epd->avoid_moves();
  if (!avoid) return avoid.error();
  test.avoid = *std::move(avoid);
  test.mate = epd->mate_in();
  if (const EpdOperation* const dm = epd->find("dm"); (dm != nullptr && !test.mate) || test.mate == 0)
    return EpdError{dm != nullptr ? dm->column : epd->find("bm")->column,
                    "a mate needs its number of moves: dm 3 or bm #3"};
  if (has_grades(*epd)) {
    auto graded = parse_grades(*epd);
    if (!graded) return graded.error();
    test.graded = *std::move(graded);
  }
  if (!test.has_solution() && test.max_points() == 0)
    return EpdError{1, "there is nothing to find: no bm, am or dm, and no grades in c8 and c9"};
  return test;
}

std::string Suite::name() const { return std::filesystem::path(path).stem().string(); }

bool Suite::has_solutions() const { return std::ranges::any_of(cases, &SuiteCase::has_solution); }

bool Suite::has_grades() const {
  return std::ranges::any_of(cases, [](const SuiteCase& test) { return !test.graded.empty(); });
}

Suite parse_suite(std::istream& in, std::string path, std::optional<std::size_t> limit) {
  Suite suite{.path = std::move(path)};
  int number = 0;
  for (std::string line; (!limit || suite.cases.size() < *limit) && std::getline(in, line);) {
    ++number;
    // Old files end in a NUL.
    std::erase(line, '\0');
    const std::size_t first = line.find_first_not_of(kBlank);
    if (first == std::string::npos || line[first] == '#') continue;
    auto test = parse_suite_case(line);
    if (!test) {
      suite.errors.push_back({number, test.error().column, test.error().message});
      continue;
    }
    test->line = number;
    suite.cases.push_back(*std::move(test));
  }
  return suite;
}

Suite read_suite(const std::string& path, std::optional<std::size_t> limit) {
  notation::FileSource file(path);
  std::string text;
  std::array<char, 65536> buffer;
  while (const std::size_t size = file.read(buffer.data(), buffer.size())) text.append(buffer.data(), size);
  std::istringstream lines(std::move(text));
  return parse_suite(lines, path, limit);
}

}  // namespace vitrine::cli
