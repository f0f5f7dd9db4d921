#include <CLI/App.hpp>
#include <algorithm>

#include "cli/add_command.h"
#include "cli/lab_data.h"
#include "cli/lab_subcommands.h"

namespace vitrine::cli::lab_commands {

namespace {

constexpr const char* kExamples = R"(Examples:
  vitrine lab data import games.pgn lichess.jsonl.zst --out all.set
  vitrine lab data stats all.set
  vitrine lab data shuffle all.set --out shuffled.set
  vitrine lab data split shuffled.set --held-out 0.05 --out train.set --test test.set
  vitrine lab data export test.set --limit 10

A data set is a binary file of judged positions, 32 bytes each, checksummed; docs/lab-data.md describes it. A small one
comes with the program: it is called 'sample'. Files appear under their names only when they are whole. Ctrl-C ends a
command without writing anything (exit status 130).)";

}  // namespace

void add_data(CLI::App& lab, int& exit_code) {
  CLI::App* data = add_command(lab, "data", "Make and look at data sets of judged positions");
  data->require_subcommand(1);
  data->footer(kExamples);
  add_data_import(*data, exit_code);
  add_data_stats(*data, exit_code);
  add_data_rearrange(*data, exit_code);
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

void ShareBar::show(double share) {
  if (!line_.is_due()) return;
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * kWidth);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::string text =
      fmt::format("{} [{:#<{}}{:.<{}}] {:3.0f}%", what_, "", filled, "", kWidth - filled, share * 100);
  if (share > 0.02) text += fmt::format("  {:.0f} s left", seconds * (1 - share) / share);
  line_.show(text);
}

}  // namespace vitrine::cli::lab_commands
