#pragma once

// The parts of `vitrine lab compare`: who is compared, what each is worth on paper, and the table of it all.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/statistics/elo.h"
#include "eval/piece_square_model.h"
#include "lab/train/train.h"

namespace vitrine::cli {

// One of the players. All of them search alike, as challenger does; they differ in what a position is worth.
struct Contestant {
  enum class Origin {
    hand_made,  // challenger's own evaluation: material and mobility
    naive,      // its material alone, as boards
    trained,    // as the method's defaults have it
    adapting,   // a genetic algorithm that adapts its steps
    repaired,   // medians for the squares only: the material is the naive one's
  };

  std::string name;  // "ridge", "ridge-king"
  Origin origin;
  lab::Method method = lab::Method::random;
  eval::ModelKind kind = eval::ModelKind::piece_square;
  bool is_tapered = false;
};

// All there are, in the order of the ladder from the naive to the best.
[[nodiscard]] const std::vector<Contestant>& all_contestants();
[[nodiscard]] const Contestant* find_contestant(std::string_view name);
// The comparison that nobody has asked for in particular.
[[nodiscard]] std::vector<std::string> usual_contestants();

// The ancestor's material, P 1.01^rank, N 3, B 3, R 4.5, Q 8, as a model.
[[nodiscard]] eval::PieceSquareModel naive_model();
// The naive one with another's opinion on squares, but not on men: the other's boards less their means.
// Contract: of 384 weights.
[[nodiscard]] eval::PieceSquareModel with_naive_material(const eval::PieceSquareModel& squares);

// What a contestant is worth without playing. NaN where nothing can be said.
struct Marks {
  double held_out_error = 0;   // mean absolute, in pawns, against clipped scores
  double held_out_points = 0;  // mean squared, in points, against results, under the curve that suits it best
  double ten_to_one = 0;       // that curve's scale, in the contestant's own pawns
  std::optional<double> seconds = {};  // of training; none: not trained
  bool took_longer = false;            // those are of the last session only
};
[[nodiscard]] Marks judge(const eval::PieceSquareModel& model, const lab::SparsePositions& positions,
                          double clip, int threads);
// Challenger's own evaluation. It has learnt from none, so it is judged by all positions.
[[nodiscard]] Marks judge_hand_made(const std::vector<std::string>& data_sets,
                                    std::optional<std::uint64_t> limit, double clip,
                                    const std::stop_token& stop);
[[nodiscard]] std::string to_json(const Marks& marks);
// Nothing if it isn't what to_json() wrote.
[[nodiscard]] std::optional<Marks> parse_marks(const std::string& json);

struct ComparedRow {
  Contestant contestant;
  std::size_t weights = 0;  // 0: no boards
  std::optional<Marks> marks = {};
  std::int64_t games = 0;
  double score = 0;                         // share of the points
  std::optional<arena::Estimate> elo = {};  // above the reference
};

struct Comparison {
  std::vector<ComparedRow> rows;  // the strongest first
  std::string reference;          // whose Elo is 0
};

[[nodiscard]] std::string to_text(const Comparison& comparison);
[[nodiscard]] std::string to_markdown(const Comparison& comparison);
[[nodiscard]] std::string to_csv(const Comparison& comparison);

}  // namespace vitrine::cli
