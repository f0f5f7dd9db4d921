#include "server/training_table.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "lab/data/sample_set.h"
#include "protocols/clean_text.h"

namespace vitrine::server {

namespace {

constexpr std::chrono::milliseconds kBetweenEvents{250};

std::string make_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "vitrine-training-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::system_error(errno, std::generic_category(), path);
  return path;
}

// JSON has no word for what is not a number.
Json error_json(double error) { return std::isfinite(error) ? Json(error) : Json(); }

Json row_json(const lab::HeatRow& row) {
  Json boards = Json::array();
  for (const lab::HeatBoard& board : row.boards) {
    Json squares = Json::array();
    for (const double pawns : board.pawns) squares.push_back(std::lround(pawns * 100));
    boards.push_back(std::move(squares));
  }
  return boards;
}

Json settings_json(const TrainingTableSettings& settings) {
  constexpr std::array kTargets = {"score", "result", "mix"};
  const lab::TrainOptions& options = settings.options;
  return {{"kind", settings.knows_king ? "king-piece-square" : "piece-square"},
          {"tapered", options.is_tapered},
          {"target", kTargets[static_cast<std::size_t>(options.target)]},
          {"seed", options.seed},
          {"steps", options.steps ? Json(*options.steps) : Json()}};
}

// What lies between two points of a curve, or two pictures of a film, so that there are at most so many: the
// first and the last come besides.
std::uint64_t stride(std::uint64_t steps, std::size_t most) {
  const std::uint64_t room = most - 2;
  return (steps + room - 1) / room;
}

// Only runs whose length was chosen are long enough for their curves to be thinned.
std::uint64_t milestone_every(const lab::TrainOptions& options) {
  return stride(options.steps.value_or(1), TrainingTable::kMostLosses);
}

std::uint64_t snapshot_every(std::uint64_t steps, std::uint64_t milestone_every) {
  const std::uint64_t milestones = std::max<std::uint64_t>(1, steps / milestone_every);
  return milestone_every * stride(milestones, TrainingTable::kMostSnapshots);
}

Json tail_json(const std::vector<Json>& all, std::size_t begin) {
  Json tail = Json::array();
  for (std::size_t i = begin; i < all.size(); ++i) tail.push_back(all[i]);
  return tail;
}

}  // namespace

Json boards_json(const lab::HeatRows& rows) {
  Json boards = {{"middlegame", row_json(rows.front())}};
  if (rows.size() > 1) boards["endgame"] = row_json(rows.back());
  return boards;
}

TrainingTable::TrainingTable(std::string id, TrainingTableSettings settings, TrainingRoom& room)
    : Table(std::move(id), "training", std::string("Training: ") + lab::to_string(settings.method)),
      settings_(std::move(settings)),
      room_(room),
      progress_({{"step", 0},
                 {"steps", nullptr},
                 {"unit", "step"},
                 {"measure", nullptr},
                 {"training_error", nullptr},
                 {"held_out_error", nullptr},
                 {"seconds", 0},
                 {"boards", nullptr}}) {
  const std::lock_guard lock(mutex_);
  begin();
}

TrainingTable::~TrainingTable() {
  shut_down();
  if (thread_.joinable()) thread_.join();
  std::error_code ignored;  // a temporary folder that stays is no harm
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void TrainingTable::shut_down() {
  const std::lock_guard lock(mutex_);
  stop("The table was closed.");
}

void TrainingTable::rest() {
  const std::lock_guard lock(mutex_);
  stop("Stopped: nobody looked on.");
}

bool TrainingTable::is_busy() const {
  const std::lock_guard lock(mutex_);
  return is_running_;
}

void TrainingTable::begin() {
  if (!room_.enter())
    throw bad_request("Another training is under way; there is room for one at a time.", "do", 429);
  if (thread_.joinable()) thread_.join();  // it has ended
  stop_ = {};
  try {
    thread_ = std::thread([this, stop = stop_.get_token()] { run(stop); });
  } catch (...) {
    room_.leave();
    throw;
  }
  is_running_ = true;
  why_.clear();
  why_stopped_.clear();
}

// The first who stops it says why.
void TrainingTable::stop(std::string why) {
  if (stop_.request_stop()) why_stopped_ = std::move(why);
}

Json TrainingTable::obey(std::string_view command, const Fields&) {
  const std::lock_guard lock(mutex_);
  if (command == "stop") {
    stop("Stopped.");
  } else if (command == "go_on") {
    if (is_running_) throw bad_request("It is learning.", "table", 409);
    if (is_finished_) throw bad_request("It has learnt all it can; begin another training.", "table", 409);
    begin();
    publish_state();
  } else {
    throw bad_request("A training can't do that.", "do");
  }
  return Json::object();
}

void TrainingTable::run(const std::stop_token& stop) {
  std::string fault;
  bool is_finished = false;
  try {
    is_finished = learn(stop);
  } catch (const std::exception& error) {
    fault = "It failed: " + protocols::clean_text(error.what());
  }
  const std::lock_guard lock(mutex_);
  is_running_ = false;
  is_finished_ = is_finished;
  why_ = !fault.empty() ? fault : is_finished ? "It has learnt all it can." : why_stopped_;
  room_.leave();
  publish_progress();
  publish({{"kind", "ended"}, {"why", why_}, {"finished", is_finished_}, {"result", result_}});
}

bool TrainingTable::learn(const std::stop_token& stop) {
  const lab::SparsePositions positions = load(stop);
  if (stop.stop_requested()) return false;  // not all of them are there
  {
    const std::lock_guard lock(mutex_);
    positions_ = {{"training", positions.training().size()}, {"held_out", positions.held_out().size()}};
  }
  if (folder_.empty()) folder_ = make_folder();
  lab::TrainOptions options = settings_.options;
  options.milestone_every = milestone_every(options);
  options.checkpoint = folder_ + "/state";
  const lab::TrainReport report = lab::train(
      settings_.method, positions, options, [this](const lab::TrainProgress& progress) { note(progress); },
      stop);
  const std::lock_guard lock(mutex_);
  result_ = {{"step", report.step},
             {"training_error", error_json(report.training_error)},
             {"held_out_error", error_json(report.held_out_error)},
             {"held_out_logistic", error_json(report.held_out_logistic)}};
  return report.is_finished;
}

lab::SparsePositions TrainingTable::load(const std::stop_token& stop) const {
  using Kind = eval::ModelKind;  // as the lab asks for it
  const Kind kind = settings_.knows_king ? Kind::king_piece_square : Kind::piece_square;
  try {
    return lab::load_positions({lab::dataset_path(lab::kSampleName)}, kind, {.seed = settings_.options.seed},
                               {}, stop);
  } catch (const std::runtime_error&) {  // it names a path, which is no business of a page
    throw std::runtime_error("the sample data set can't be read; `vitrine lab data stats sample` says why");
  }
}

void TrainingTable::note(const lab::TrainProgress& progress) {
  const Json training = error_json(progress.training_error);
  const Json held_out = error_json(progress.held_out_error);
  Json boards = boards_json(lab::heat_rows(progress.model));
  const std::uint64_t every = snapshot_every(progress.steps, milestone_every(settings_.options));
  const std::lock_guard lock(mutex_);
  if (progress.is_milestone) losses_.push_back(Json::array({progress.step, training, held_out}));
  if (progress.step == 1 || progress.step % every == 0)
    snapshots_.push_back({{"step", progress.step}, {"boards", boards}});
  progress_ = {{"step", progress.step},
               {"steps", progress.steps},
               {"unit", progress.unit},
               {"measure", progress.measure == lab::Measure::pawns ? "pawns" : "points"},
               {"training_error", training},
               {"held_out_error", held_out},
               {"seconds", progress.seconds},
               {"boards", std::move(boards)}};
  if (Steady::now() - told_at_ >= kBetweenEvents) publish_progress();
}

// A state may have told some of it already; whoever reads this goes by the steps.
void TrainingTable::publish_progress() {
  Json told = progress_;
  told["kind"] = "progress";
  told["positions"] = positions_;
  told["losses"] = tail_json(losses_, told_losses_);
  told["snapshots"] = tail_json(snapshots_, told_snapshots_);
  told_losses_ = losses_.size();
  told_snapshots_ = snapshots_.size();
  told_at_ = Steady::now();
  publish(std::move(told));
}

Json TrainingTable::state() const {
  Json state = {{"kind", "training"},
                {"method", lab::to_string(settings_.method)},
                {"settings", settings_json(settings_)},
                {"positions", positions_},
                {"losses", losses_},
                {"snapshots", snapshots_},
                {"running", is_running_},
                {"finished", is_finished_},
                {"why", why_},
                {"result", result_}};
  state.update(progress_);
  return state;
}

}  // namespace vitrine::server
