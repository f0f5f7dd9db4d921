#pragma once

// What `vitrine lab train --history FOLDER` keeps: the model at each checkpoint (0000.txt, 0001.txt, …) and
// in loss.csv the loss after each (step,training,held_out).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eval/piece_square_model.h"
#include "lab/picture/line_chart.h"

namespace vitrine::lab {

struct Loss {
  double step;
  double training;
  std::optional<double> held_out = {};
};

struct HistoryStep {
  eval::PieceSquareModel model;
  std::optional<Loss> loss = {};  // none: loss.csv ends before
};

struct History {
  std::vector<HistoryStep> steps;  // those to be shown
  std::vector<Loss> losses;        // all

  // Training, and held out where it is known.
  [[nodiscard]] std::vector<ChartLine> lines() const;
};

// "step 120  training 0.5231  held out 0.5302"; empty where nothing is known.
[[nodiscard]] std::string caption_of(const HistoryStep& step);

// At most so many steps, evenly chosen, the first and the last among them. Throws std::runtime_error with the
// file, the line and what is wrong there: nothing to read, a broken model, one of another kind than the
// first.
[[nodiscard]] History read_history(const std::string& folder, std::size_t most_steps);

}  // namespace vitrine::lab
