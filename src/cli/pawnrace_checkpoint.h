#pragma once

// What `vitrine pawnrace solve` has found and what it took, as text for people, as JSON, in a folder from
// which a stopped solution goes on, and as the C++ text that the program carries.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/pawnrace_journal.h"
#include "pawnrace/solver.h"

namespace vitrine::cli {

struct SolveEffort {
  std::uint64_t outcome_nodes = 0;  // for win, draw or loss alone
  std::uint64_t nodes = 0;          // in all
  double seconds = 0;
  double cpu_seconds = 0;

  SolveEffort& operator+=(const SolveEffort& other);
};

struct SolvedPosition {
  pawnrace::Value value;  // for the side to move
  std::string line;       // moves that keep it; empty if only the outcome was asked for
  SolveEffort effort = {};
};

// Of the starts, by their gaps.
using SolvedStarts = std::map<std::string, SolvedPosition>;

// "af L in 30  (34.7 M nodes, 92.4 s)  f4 a5 ..."
[[nodiscard]] std::string describe(const std::string& name, const SolvedPosition& solved);
[[nodiscard]] nlohmann::ordered_json to_json(const SolvedPosition& solved);

// The rows of src/pawnrace/solution.inc. Contract: all starts with White's gap on files a to d are there.
// Throws std::runtime_error.
void write_solution(const std::string& path, const SolvedStarts& starts);

// With an empty name it keeps nothing. All throw std::runtime_error that names the file.
class SolveCheckpoint {
 public:
  explicit SolveCheckpoint(std::string folder);

  // What earlier runs have solved; a start of which only the outcome was found is there if that is enough.
  [[nodiscard]] SolvedStarts load(pawnrace::Solver& solver, bool is_outcome_enough);
  // Adds what the start has taken in earlier runs that were stopped, and remembers all of it.
  void add(const std::string& gaps, SolvedPosition& solved);
  void add_unfinished(const std::string& gaps, const SolveEffort& effort);
  // Nobody may search meanwhile.
  void save_table(pawnrace::Solver& solver) const;

 private:
  [[nodiscard]] std::string table_path() const { return folder_ + "/table.bin"; }
  void read_start(const std::string& line, SolvedStarts& starts, bool is_outcome_enough);

  std::string folder_;
  std::optional<LineJournal> journal_;  // of starts
  std::map<std::string, SolveEffort> unfinished_;
};

}  // namespace vitrine::cli
