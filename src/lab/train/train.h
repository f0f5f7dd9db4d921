#pragma once

// Finds the weights of a piece-square model from judged positions, by whichever method. All of them: the same
// positions, options and seed give the same model, whatever the number of threads; a run can be stopped, or
// killed, and goes on from its checkpoint to the same model.
//
// Data are centipawns for White and results; models are pawns. A model values a position antisymmetrically
// (colours swapped, the sign swaps), so it has no constant term and no tempo. Scores are clipped: beyond ten
// pawns they say who wins, not by how much, and such tails would rule a squared error.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "eval/piece_square_model.h"
#include "lab/train/sparse_positions.h"

namespace vitrine::lab {

enum class Method { genetic, medians, means, ridge, logistic, random };
[[nodiscard]] const char* to_string(Method method);
[[nodiscard]] std::optional<Method> parse_method(std::string_view name);

// What is to be foretold: the score, the game's result, or a mixture of the result and the points that the
// score promises (one of them where a position has no other). Only logistic losses can use results.
enum class Target { score, result, mix };

struct GeneticOptions {
  // How children mix their parents' genes: a child has one parent; or takes each gene from one of two; or
  // starts from the average of the elite, who are then the best of the last generation only.
  enum class Crossover { none, uniform, mean };
  enum class Fitness { absolute, logistic };

  int children = 500;  // of a generation
  int elite = 1;       // the best so far, who are their parents
  double step = 0.5;   // pawns: every gene is changed by up to this, either way
  Crossover crossover = Crossover::none;
  bool adapts_step = false;  // each child inherits its step, a little changed
  Fitness fitness = Fitness::absolute;
  double range = 10;  // pawns: genes stay within, and begin anywhere within
};

struct LogisticOptions {
  std::size_t batch = 16'384;
  double rate = 0.02;  // pawns a step at first; it falls to a fiftieth
  double pull = 1e-7;  // towards the start (material): its loss for a pawn squared
};

struct TrainOptions {
  bool is_tapered = false;
  Target target = Target::score;
  double result_share = 0.5;  // of Target::mix
  double clip = 10;           // pawns
  std::uint64_t seed = 1;
  int threads = 2;
  // Generations, epochs or iterations; none: 300 generations, 30 epochs, 100 iterations. Medians, means,
  // random and ridge of 384 weights take one step in any case.
  std::optional<std::uint64_t> steps = {};
  double ridge = 10;  // how many positions' worth of evidence there is that a weight is 0
  GeneticOptions genetic = {};
  LogisticOptions logistic = {};

  std::string checkpoint = {};  // a file to go on from, and to keep the state in; empty: none
  std::chrono::milliseconds checkpoint_every{10'000};
  // A folder for the model at each milestone, 0000.txt, 0001.txt, …, and loss.csv (step,training,held_out in
  // TrainProgress's units); empty: none.
  std::string history = {};
  std::uint64_t milestone_every = 0;  // steps; 0: a hundredth of them, at least one
};

// What an error is measured in: the mean absolute one in pawns, or the mean squared one in points, for
// methods with a logistic loss.
enum class Measure { pawns, points };

struct TrainProgress {
  Method method;
  std::uint64_t step;        // done, since the beginning
  std::uint64_t steps;       // in all
  std::uint64_t first_step;  // where this run began: not 0 if it went on from a checkpoint
  const char* unit;          // "generation"
  bool is_milestone;         // else only a sign of life
  Measure measure;
  double training_error;
  double held_out_error;  // NaN: nothing is held out
  double seconds;         // of this run
  const eval::PieceSquareModel& model;
};

struct TrainReport {
  eval::PieceSquareModel model;
  // Mean absolute, in pawns, against the clipped scores. NaN: no position has a score.
  double training_error;
  double held_out_error;
  // Mean squared, in points, against results (or, without results, the points that scores promise), under the
  // curve that suits the model best: whatever its scale, how well does it tell who wins?
  double held_out_logistic;
  double seconds;  // of this run, reading not counted
  std::uint64_t step;
  bool is_finished;  // not stopped before
};

// Throws std::invalid_argument if the positions or options don't suit the method, and std::runtime_error,
// "FILE: what is wrong", about checkpoints and histories. On a stop it keeps a checkpoint and reports what it
// has. Progress is told at milestones and twice a second.
[[nodiscard]] TrainReport train(Method method, const SparsePositions& positions, const TrainOptions& options,
                                const std::function<void(const TrainProgress&)>& on_progress = {},
                                const std::stop_token& stop = {});

}  // namespace vitrine::lab
