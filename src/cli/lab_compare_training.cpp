#include "cli/lab_compare_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "lab/data/new_file.h"
#include "lab/picture/board_svg.h"

namespace vitrine::cli {

namespace {

double clip() { return lab::TrainOptions().clip; }

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string training_text(const Contestant& contestant, const lab::TrainProgress& progress) {
  const auto done = static_cast<double>(progress.step - progress.first_step);
  const auto left = static_cast<double>(progress.steps - progress.step);
  return fmt::format("{}: {} {} of {}, error {:.4f}, held out {:.4f} {}, {} left", contestant.name,
                     progress.unit, progress.step, progress.steps, progress.training_error,
                     progress.held_out_error,
                     progress.measure == lab::Measure::pawns ? "pawns" : "points squared",
                     clock_text(done > 0 ? progress.seconds * left / done : 0));
}

}  // namespace

void write_whole_file(const std::string& path, const std::string& text) {
  lab::NewFile file(path);
  file.write(text);
  file.finish();
}

std::optional<std::string> read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

bool CompareTraining::prepare(const Contestant& contestant) {
  if (this->marks(contestant)) return true;
  std::optional<Marks> marks;
  switch (contestant.origin) {
    case Contestant::Origin::hand_made:
      line_.show("looking at every position with challenger's own eyes");
      marks = judge_hand_made(options_.data, options_.limit, clip(), stop_);
      break;
    case Contestant::Origin::naive: marks = keep(contestant, naive_model()); break;
    default: marks = train(contestant); break;
  }
  if (!marks || stop_.stop_requested()) return false;
  write_whole_file(marks_path(contestant), to_json(*marks));
  line_.hide();
  std::cerr << fmt::format("{}: {:.3f} pawns off on positions held out{}\n", contestant.name,
                           marks->held_out_error,
                           marks->seconds ? fmt::format(", trained in {:.2f} s", *marks->seconds) : "");
  return true;
}

std::optional<Marks> CompareTraining::marks(const Contestant& contestant) const {
  return parse_marks(read_whole_file(marks_path(contestant)).value_or(""));
}

std::string CompareTraining::model_path(const Contestant& contestant) const {
  if (contestant.origin == Contestant::Origin::hand_made) return {};
  return options_.out + "/models/" + contestant.name + ".txt";
}

std::string CompareTraining::marks_path(const Contestant& contestant) const {
  return options_.out + "/models/" + contestant.name + ".json";
}

// Read when first asked for, and kept: 60 bytes a position or so.
const lab::SparsePositions& CompareTraining::positions(eval::ModelKind kind) {
  auto& place = kind == eval::ModelKind::piece_square ? plain_ : with_king_;
  if (place) return *place;
  const lab::LoadOptions load{.limit = options_.limit, .held_out = options_.held_out, .seed = options_.seed};
  const auto tell = [&](std::uint64_t read, std::uint64_t of) {
    if (line_.is_due()) line_.show(fmt::format("reading positions: {} of {}", read, of));
  };
  place = lab::load_positions(options_.data, kind, load, tell, stop_);
  return *place;
}

// The model and a picture of it, and its marks.
Marks CompareTraining::keep(const Contestant& contestant, const eval::PieceSquareModel& model) {
  write_whole_file(model_path(contestant), eval::to_text(model));
  write_whole_file(options_.out + "/models/" + contestant.name + ".svg",
                   lab::boards_svg(lab::heat_rows(model), {contestant.name, model.provenance()}));
  const lab::SparsePositions& positions = this->positions(model.kind());
  if (stop_.stop_requested()) return {};  // not all were read
  return judge(model, positions, clip(), options_.threads);
}

std::optional<Marks> CompareTraining::train(const Contestant& contestant) {
  const lab::SparsePositions& positions = this->positions(contestant.kind);
  if (stop_.stop_requested()) return {};
  lab::TrainOptions train{.is_tapered = contestant.is_tapered};
  train.seed = options_.seed;
  train.threads = options_.threads;
  train.checkpoint = options_.out + "/models/" + contestant.name + ".checkpoint";
  train.history = options_.out + "/history/" + contestant.name;
  set_genetic(contestant, train);
  if (contestant.method == lab::Method::logistic) train.target = lab::Target::mix;
  bool went_on = false;
  const auto tell = [&](const lab::TrainProgress& progress) {
    went_on = progress.first_step > 0;
    if (line_.is_due()) line_.show(training_text(contestant, progress));
  };
  line_.show(contestant.name + ": training");
  lab::TrainReport report = lab::train(contestant.method, positions, train, tell, stop_);
  if (!report.is_finished) return {};
  if (contestant.origin == Contestant::Origin::repaired) report.model = with_naive_material(report.model);
  Marks marks = keep(contestant, report.model);
  marks.seconds = report.seconds;
  marks.took_longer = went_on;
  std::filesystem::remove(train.checkpoint);
  return marks;
}

void CompareTraining::set_genetic(const Contestant& contestant, lab::TrainOptions& train) const {
  if (contestant.method != lab::Method::genetic) return;
  train.steps = options_.generations;
  train.genetic.children = options_.children;
  if (contestant.origin != Contestant::Origin::adapting) return;
  // What evolution strategies do: children of the average of a quarter, and steps that are inherited too.
  train.steps = 5 * options_.generations;
  train.genetic.elite = std::max(1, options_.children / 4);
  train.genetic.crossover = lab::GeneticOptions::Crossover::mean;
  train.genetic.adapts_step = true;
}

}  // namespace vitrine::cli
