#include "cli/perft_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "cli/perft_report.h"
#include "cli/perft_suite.h"
#include "cli/position_argument.h"
#include "notation/byte_source.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

constexpr int kMismatch = 1;
constexpr int kUnreadable = 2;
constexpr int kInterrupted = 130;

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

// The whole text, "-" for standard input. It is read before counting starts, while Ctrl-C still ends the
// program. Throws std::system_error if it can't be read.
std::istringstream read_all(const std::string& path) {
  notation::FileSource file =
      path == "-" ? notation::FileSource(::dup(STDIN_FILENO), shown_name(path)) : notation::FileSource(path);
  std::string text;
  std::array<char, 65536> buffer;
  while (const std::size_t size = file.read(buffer.data(), buffer.size())) text.append(buffer.data(), size);
  return std::istringstream(std::move(text));
}

void report_line(const std::string& path, int line, std::string_view message) {
  std::cerr << shown_name(path) << ':' << line << ": " << message << '\n';
}

struct SuiteTotals {
  std::size_t positions = 0;
  std::size_t counts = 0;
  std::size_t mismatches = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// Counts one position to all depths it has counts for.
void check_case(const PerftCase& test, int max_depth, const std::string& label, const std::string& path,
                PerftCounter& counter, SuiteTotals& totals) {
  for (const auto& [line, depth, expected] : test.counts) {
    if (depth > max_depth) continue;
    const TimedPerft timed = counter.count(test.position, depth, label);
    if (counter.is_stopped()) return;
    ++totals.counts;
    totals.nodes += timed.result.nodes;
    totals.seconds += timed.seconds;
    if (timed.result.nodes == expected) continue;
    ++totals.mismatches;
    counter.hide_progress();
    std::cout << fmt::format("{}:{}: {} depth {}: expected {}, got {}\n", shown_name(path), line,
                             notation::to_fen(test.position), depth, expected, timed.result.nodes)
              << std::flush;
  }
  ++totals.positions;
}

}  // namespace

int count_fens(const PerftFensOptions& options, PerftResources resources) {
  std::istringstream lines = read_all(options.file);
  PerftCounter counter(resources);
  int exit_code = 0;
  int line_number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    const auto pos = notation::parse_fen(line, notation::FenMode::lenient, chess::Unreachable::allowed);
    if (!pos) {
      counter.hide_progress();
      report_line(options.file, line_number, pos.error().to_string());
      exit_code = kUnreadable;
      continue;
    }
    if (const auto ignored = find_ignored_right(line))
      report_line(options.file, line_number, "note: " + *ignored + ", ignored");
    const TimedPerft timed = counter.count(*pos, options.depth, fmt::format("line {}", line_number));
    if (counter.is_stopped()) return kInterrupted;
    counter.hide_progress();
    if (options.json) {
      auto object = to_json(*pos, options.depth, timed);
      if (options.divide) object["divide"] = divide_to_json(*pos, timed.result, options.chess960);
      std::cout << object.dump() << '\n';
    } else {
      std::cout << fmt::format("{} ;D{} {}\n", notation::to_fen(*pos), options.depth, timed.result.nodes);
    }
  }
  return exit_code;
}

int check_perft_suite(const std::string& path, std::optional<int> max_depth, PerftResources resources) {
  std::istringstream text = read_all(path);
  const PerftSuite suite = parse_perft_suite(text);
  for (const auto& [line, message] : suite.errors) report_line(path, line, message);
  PerftCounter counter(resources);

  SuiteTotals totals;
  for (const PerftCase& test : suite.cases) {
    const std::string label = fmt::format("position {} of {}", totals.positions + 1, suite.cases.size());
    check_case(test, max_depth.value_or(kMaxPerftDepth), label, path, counter, totals);
    if (counter.is_stopped()) break;
  }
  counter.hide_progress();
  if (totals.counts == 0 && suite.errors.empty() && !counter.is_stopped())
    throw std::runtime_error(shown_name(path) + ": there is nothing to check");

  std::cout << fmt::format(
      "{}{} positions, {} counts, {} mismatches, {} malformed lines; {} nodes in {:.2f} s ({:.1f} M/s)\n",
      counter.is_stopped() ? "stopped, incomplete: " : "", totals.positions, totals.counts, totals.mismatches,
      suite.errors.size(), totals.nodes, totals.seconds,
      totals.seconds > 0 ? static_cast<double>(totals.nodes) / totals.seconds / 1e6 : 0);
  if (counter.is_stopped()) return kInterrupted;
  if (!suite.errors.empty()) return kUnreadable;
  return totals.mismatches > 0 ? kMismatch : 0;
}

}  // namespace vitrine::cli
