#pragma once

// What the parts of `vitrine lab spsa` share.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/settings.h"
#include "cli/status_line.h"
#include "lab/spsa/spsa.h"

namespace vitrine::cli {

struct SpsaArguments {
  std::string state;
  std::string tune;  // a file; empty: the flagship's parameters
  bool only_prints_options = false;
  std::vector<std::string> engine = {};   // the keys of `match`; empty: the flagship
  std::vector<std::string> options = {};  // NAME=VALUE
  std::optional<std::uint64_t> nodes = {};
  std::string clock = {};
  std::vector<std::string> openings = {};  // the keys of `match`
  bool is_played_out = false;
  int pairs = 8;
  int concurrency = 1;
  double c_share = 0.05;
  double r_end = 0.002;
  lab::SpsaRules rules = {};
};

// The games, as a match of the engine with itself. Throws UsageError.
[[nodiscard]] arena::TournamentSettings spsa_match(const SpsaArguments& arguments);
// All that decides the games, as JSON.
[[nodiscard]] std::string spsa_games_text(const SpsaArguments& arguments,
                                          const arena::TournamentSettings& match);

// What is tuned: the lines of the file, or the parameters that the flagship has in a build made for tuning.
// Throws UsageError, and std::runtime_error for a file that can't be read.
[[nodiscard]] std::vector<lab::TunedOption> spsa_options(const SpsaArguments& arguments,
                                                         const engines::Options& options);
// The same without a file, as far as there are such options; else every whole-number option.
[[nodiscard]] std::vector<lab::TunedOption> spsa_proposals(const SpsaArguments& arguments,
                                                           const engines::Options& options);
[[nodiscard]] bool has_search_parameters(const engines::Options& options);

// How far it is: a line that redraws itself on a terminal, and now and then one that stays. From any thread.
class SpsaProgress {
 public:
  SpsaProgress(const lab::Spsa& spsa, int pairs);

  void add_game();
  // Contract: nobody changes the run meanwhile.
  void add_step(const lab::Spsa& spsa);
  // Something else to be told, on a line of its own.
  void tell(const std::string& text);
  void hide();

 private:
  [[nodiscard]] std::string text() const;

  std::mutex mutex_;
  StatusLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t steps_;
  std::int64_t steps_done_;
  std::int64_t games_of_step_;
  std::int64_t first_step_;
  std::int64_t games_ = 0;  // of this session
  std::string changes_;
};

// "Futility +12.3, …": those that have moved the furthest, by their range.
[[nodiscard]] std::string largest_changes(const lab::Spsa& spsa, std::size_t count);
// The table, and the same as lines to use.
[[nodiscard]] std::string spsa_result(const lab::Spsa& spsa);

}  // namespace vitrine::cli
