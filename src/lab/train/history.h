#pragma once

// The history of a training run in a folder, for pictures and films of it: the model at each milestone,
// 0000.txt, 0001.txt, …, and loss.csv with a line for each: step,training,held_out. A run that goes on from a
// checkpoint goes on with its history, whatever was written after that checkpoint.

#include <cstdint>
#include <string>

#include "eval/piece_square_model.h"

namespace vitrine::lab {

class TrainHistory {
 public:
  // Makes the folder if need be. Keeps what an earlier run wrote up to `step`; drops the rest of loss.csv,
  // and all of it at step 0. Throws std::runtime_error, "FILE: why not".
  TrainHistory(std::string folder, std::uint64_t step);

  void add(std::uint64_t step, double training_error, double held_out_error,
           const eval::PieceSquareModel& model);

 private:
  [[nodiscard]] std::string path_of(std::uint64_t number) const;

  std::string folder_;
  std::string table_;  // loss.csv
  std::uint64_t next_ = 0;
};

}  // namespace vitrine::lab
