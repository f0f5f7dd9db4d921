#pragma once

// What the parts of `vitrine lab data` share.

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <string>

#include "cli/status_line.h"

namespace CLI {
class App;
}

namespace vitrine::cli::lab_commands {

void add_data_import(CLI::App& data, int& exit_code);
void add_data_stats(CLI::App& data, int& exit_code);
// shuffle, split, dedupe, export
void add_data_rearrange(CLI::App& data, int& exit_code);

inline constexpr int kInterrupted = 130;

// 1234567 as 1,234,567.
[[nodiscard]] std::string with_commas(std::uint64_t number);

// A bar from 0 to 1 on the status line.
class ShareBar {
 public:
  explicit ShareBar(std::string what) : what_(std::move(what)) {}
  void show(double share);

 private:
  std::string what_;
  StatusLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace vitrine::cli::lab_commands
