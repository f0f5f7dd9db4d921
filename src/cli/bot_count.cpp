// `vitrine bot count`: the tokens of a bot, as a bar and as a table.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cli/add_command.h"
#include "cli/bot_command.h"
#include "workshop/tokens.h"

namespace vitrine::cli {

namespace {

using workshop::kTokenLimit;
using workshop::TokenCount;
using workshop::TokenKind;

constexpr const char* kHelp = R"(Examples:
  vitrine bot count mine.cpp           the bar, and the tokens of each function
  vitrine bot count mine.cpp --lines   and of each line
  vitrine bot count mine.cpp --json    for programs

The bar is green up to 70% of 1024 tokens, yellow to 85%, orange to 100%, red beyond. NO_COLOR=1 in the environment
turns the colours off. Lines with #DEBUG in a comment don't count.
Exit status: 0 it is small enough, 1 it isn't, or can't be counted, 2 the command line is wrong.)";

struct Options {
  std::string file;
  bool lines = false;
  bool json = false;
};

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in) throw std::runtime_error("can't read " + file);
  return text;
}

// The colour of the bar as a terminal wants it; "" where colours are not wanted.
std::string_view color_of(workshop::Fullness fullness) {
  if (::isatty(STDOUT_FILENO) == 0 || std::getenv("NO_COLOR") != nullptr) return "";
  switch (fullness) {
    case workshop::Fullness::green: return "\033[32m";
    case workshop::Fullness::yellow: return "\033[33m";
    case workshop::Fullness::orange: return "\033[38;5;208m";
    default: return "\033[31m";
  }
}

std::string_view name_of(workshop::Fullness fullness) {
  constexpr std::string_view kNames[] = {"green", "yellow", "orange", "red"};
  return kNames[static_cast<int>(fullness)];
}

void print_bar(int total) {
  constexpr int kWidth = 40;
  const auto fullness = workshop::fullness(total);
  const std::string_view color = color_of(fullness);
  const int filled = std::min(kWidth, (total * kWidth + kTokenLimit - 1) / kTokenLimit);
  std::string bar;
  for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
  std::cout << fmt::format("{}{}{}  {} of {} tokens ({})", color, bar, color.empty() ? "" : "\033[0m", total,
                           kTokenLimit, name_of(fullness));
  if (total > kTokenLimit) std::cout << fmt::format(", {} too many", total - kTokenLimit);
  std::cout << '\n';
}

void print_table(const TokenCount& count) {
  std::cout << '\n';
  for (const TokenKind kind : {TokenKind::name, TokenKind::number, TokenKind::text, TokenKind::punctuation})
    std::cout << fmt::format("{:>6}  {}\n", count.by_kind[static_cast<std::size_t>(kind)], to_string(kind));
  std::cout << '\n';
  for (const TokenCount::Part& part : count.parts)
    std::cout << fmt::format("{:>6}  line {:<5} {}\n", part.tokens, part.line, part.title.substr(0, 80));
  if (count.debug_lines > 0)
    std::cout << fmt::format("\n#DEBUG lines, left out here and in tournaments: {}\n", count.debug_lines);
}

void print_lines(const TokenCount& count, const std::string& text) {
  std::cout << '\n';
  std::size_t begin = 0;
  for (const int tokens : count.by_line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string number = tokens > 0 ? std::to_string(tokens) : "";
    std::cout << fmt::format("{:>6}  {}\n", number, text.substr(begin, end - begin));
    begin = std::min(end + 1, text.size());
  }
}

void print_json(const TokenCount& count) {
  nlohmann::ordered_json json = {{"tokens", count.total},
                                 {"limit", kTokenLimit},
                                 {"color", name_of(workshop::fullness(count.total))},
                                 {"debug_lines", count.debug_lines},
                                 {"kinds", nlohmann::ordered_json::object()},
                                 {"parts", nlohmann::ordered_json::array()},
                                 {"lines", count.by_line}};
  for (const TokenKind kind : {TokenKind::name, TokenKind::number, TokenKind::text, TokenKind::punctuation})
    json["kinds"][std::string(to_string(kind))] = count.by_kind[static_cast<std::size_t>(kind)];
  for (const TokenCount::Part& part : count.parts)
    json["parts"].push_back({{"line", part.line}, {"title", part.title}, {"tokens", part.tokens}});
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  std::cout << json.dump(2, ' ', false, kReplace) << '\n';
}

int run(const Options& options) {
  const std::string text = read_text(options.file);
  const auto count = workshop::count_tokens(text);
  if (!count)
    throw std::runtime_error(
        fmt::format("{}:{}: {}", options.file, count.error().line, count.error().message));
  if (options.json) {
    print_json(*count);
  } else {
    print_bar(count->total);
    print_table(*count);
    if (options.lines) print_lines(*count, text);
  }
  return count->total > kTokenLimit ? 1 : 0;
}

}  // namespace

void add_bot_count(CLI::App& bot, int& exit_code) {
  CLI::App* command = add_command(bot, "count", "Count the tokens of a bot");
  auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "The bot's source file")->type_name("FILE")->required();
  command->add_flag("--lines", options->lines, "Also show every line with its tokens");
  command->add_flag("--json", options->json, "Print JSON instead");
  command->footer(kHelp);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
