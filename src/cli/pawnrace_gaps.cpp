// `vitrine pawnrace gaps`: the solved game as a table; and `perft`, the count of lines.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/add_command.h"
#include "cli/pawnrace_subcommands.h"
#include "pawnrace/notation.h"
#include "pawnrace/perft.h"
#include "pawnrace/setups.h"
#include "pawnrace/solution.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

using pawnrace::Gaps;
using pawnrace::letter_of;
using pawnrace::SolvedStart;

// "1. d4 f5 2. b4 c6".
std::string numbered(const std::vector<std::string>& line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!text.empty()) text += ' ';
    if (i % 2 == 0) text += fmt::format("{}. ", i / 2 + 1);
    text += line[i];
  }
  return text;
}

int show_as_json(bool has_lines) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Gaps gaps : pawnrace::allowed_setups()) {
    const SolvedStart start = pawnrace::solved_start(gaps);
    const std::string letter(1, letter_of(start.value.outcome));
    if (!has_lines) {
      json[to_text(gaps)] = letter;
      continue;
    }
    json[to_text(gaps)] = {{"value", letter}, {"line", start.line}};
    if (start.value.plies > 0) json[to_text(gaps)]["plies"] = start.value.plies;
  }
  std::cout << json.dump(1) << '\n';
  return 0;
}

int show_as_table() {
  std::cout
      << "For White, with the plies to the end under best play. Columns: Black's gap; rows: White's.\n\n   ";
  for (int black = 0; black < 8; ++black) std::cout << fmt::format("  {:<4}", static_cast<char>('a' + black));
  std::cout << '\n';
  for (int white = 0; white < 8; ++white) {
    std::cout << fmt::format("{:>3}", static_cast<char>('a' + white));
    for (int black = 0; black < 8; ++black) {
      const pawnrace::Value value = pawnrace::solved_start({white, black}).value;
      const std::string plies = value.plies > 0 ? std::to_string(value.plies) : "";
      std::cout << fmt::format("  {}{:<3}", letter_of(value.outcome), plies);
    }
    std::cout << '\n';
  }
  std::cout << "\nA best line of each; the starts that are not listed are mirror images.\n\n";
  for (const Gaps gaps : pawnrace::allowed_setups()) {
    if (!is_canonical(gaps)) continue;
    const SolvedStart start = pawnrace::solved_start(gaps);
    std::cout << fmt::format("{} {}  {}\n", to_text(gaps), letter_of(start.value.outcome),
                             numbered(start.line));
  }
  return 0;
}

constexpr const char* kGapsExamples = R"(Examples:
  vitrine pawnrace gaps
  vitrine pawnrace gaps --json | jq -r .af             L: Black wins
  vitrine pawnrace gaps --json --lines

'vitrine pawnrace verify' checks the values.
Exit status: 0 all is well, 2 the command line is wrong.)";

constexpr const char* kPerftExamples = R"(Examples:
  vitrine pawnrace perft 5 --gaps ad                   403814
  vitrine pawnrace perft 3 --position "8/p7/8/8/8/8/P7/8 w -"

Lines that end earlier don't count.
Exit status: 0 all is well, 2 the command line is wrong.)";

}  // namespace

void add_gaps(CLI::App& parent, int& exit_code) {
  struct Options {
    bool json = false;
    bool lines = false;
  };
  CLI::App* command = add_command(parent, "gaps", "The solved game: who wins each of the 64 starts, and how");
  auto options = std::make_shared<Options>();
  auto* json = command->add_flag("--json", options->json,
                                 "One JSON object: White's gap and Black's, such as \"af\", to W, D or L");
  command->add_flag("--lines", options->lines, "With --json: an object for each, with its plies and line")
      ->needs(json);
  command->footer(kGapsExamples);
  command->callback(
      [options, &exit_code] { exit_code = options->json ? show_as_json(options->lines) : show_as_table(); });
}

void add_perft(CLI::App& parent, int& exit_code) {
  struct Options {
    Where where;
    int depth = 0;
  };
  CLI::App* command = add_command(parent, "perft", "Count the lines of play of so many plies");
  auto options = std::make_shared<Options>();
  command->add_option("depth", options->depth, "How many plies")
      ->type_name("DEPTH")
      ->required()
      ->check(CLI::Range(0, 84));
  add_where(*command, options->where);
  command->footer(kPerftExamples);
  command->callback([options, &exit_code] {
    std::cout << pawnrace::perft(position_of(options->where), options->depth) << '\n';
    exit_code = 0;
  });
}

}  // namespace vitrine::cli::pawnrace_commands
