#pragma once

// The first half of `vitrine lab compare`: a folder with a model and marks for each contestant.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "cli/lab_compare.h"
#include "cli/status_line.h"

namespace vitrine::cli {

struct CompareOptions {
  std::vector<std::string> data;
  std::vector<std::string> players = usual_contestants();
  std::string out = "lab-compare";
  int games = 600;
  std::uint64_t nodes = 2'000;
  std::optional<std::uint64_t> limit;
  double held_out = 0.1;
  std::uint64_t seed = 1;
  int threads = 2;
  int concurrency = 2;
  std::uint64_t generations = 300;
  int children = 500;
};

// Trains whoever is missing in the folder, and measures everybody. What it has finished stays there.
class CompareTraining {
 public:
  // Contract: the options outlive this.
  CompareTraining(const CompareOptions& options, std::stop_token stop)
      : options_(options), stop_(std::move(stop)) {}

  // False: stopped before its end.
  bool prepare(const Contestant& contestant);
  // As prepare() left them; nothing if it hasn't.
  [[nodiscard]] std::optional<Marks> marks(const Contestant& contestant) const;
  // Empty where there is no model.
  [[nodiscard]] std::string model_path(const Contestant& contestant) const;

 private:
  [[nodiscard]] std::string marks_path(const Contestant& contestant) const;
  const lab::SparsePositions& positions(eval::ModelKind kind);
  Marks keep(const Contestant& contestant, const eval::PieceSquareModel& model);
  std::optional<Marks> train(const Contestant& contestant);
  void set_genetic(const Contestant& contestant, lab::TrainOptions& train) const;

  const CompareOptions& options_;
  std::stop_token stop_;
  StatusLine line_;
  std::optional<lab::SparsePositions> plain_;
  std::optional<lab::SparsePositions> with_king_;
};

// A whole file, or nothing if it can't be read.
[[nodiscard]] std::optional<std::string> read_whole_file(const std::string& path);
// Whole or not at all. Throws std::runtime_error.
void write_whole_file(const std::string& path, const std::string& text);

}  // namespace vitrine::cli
