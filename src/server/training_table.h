#pragma once

// A model that learns while people look on: the lab trains it on the sample set that comes with the program,
// and this table tells how far off it is after each step and what its boards look like. A page chooses the
// method, never a file. Its state lies in a temporary folder, so that it can be stopped and continued.

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "lab/picture/heat_boards.h"
#include "lab/train/train.h"
#include "server/table.h"

namespace vitrine::server {

struct TrainingTableSettings {
  lab::Method method = lab::Method::ridge;
  bool knows_king = false;  // king-piece-square: a weight for each square of his own king too
  lab::TrainOptions options = {};
};

// What `new_training` asks for. Throws ApiError.
[[nodiscard]] TrainingTableSettings read_training_table(const Fields& fields);

// A training takes every core it gets: there is room for one at a time.
class TrainingRoom {
 public:
  [[nodiscard]] bool enter() { return !is_taken_.exchange(true); }
  void leave() { is_taken_ = false; }

 private:
  std::atomic<bool> is_taken_ = false;
};

class TrainingTable final : public Table {
 public:
  static constexpr std::size_t kMostLosses = 500;
  static constexpr std::size_t kMostSnapshots = 60;

  // The room must outlive it. Throws ApiError if it is taken.
  TrainingTable(std::string id, TrainingTableSettings settings, TrainingRoom& room);
  ~TrainingTable() override;

  Json obey(std::string_view command, const Fields& fields) override;
  void shut_down() override;
  void rest() override;
  [[nodiscard]] bool is_busy() const override;

 protected:
  [[nodiscard]] Json state() const override;
  [[nodiscard]] std::vector<Search> searches() const override { return {}; }

 private:
  using Steady = std::chrono::steady_clock;

  void begin();
  void stop(std::string why);

  // The training's own thread.
  void run(const std::stop_token& stop);
  // True: it was not stopped before its end.
  [[nodiscard]] bool learn(const std::stop_token& stop);
  [[nodiscard]] lab::SparsePositions load(const std::stop_token& stop) const;
  void note(const lab::TrainProgress& progress);

  void publish_progress();

  const TrainingTableSettings settings_;
  TrainingRoom& room_;
  std::string folder_;  // for the training's thread; made when first needed

  // Guarded by the table's lock.
  Json progress_;                // where it stands: what every event tells
  std::vector<Json> losses_;     // [step, training error, held-out error]
  std::vector<Json> snapshots_;  // {step, boards}
  std::size_t told_losses_ = 0;
  std::size_t told_snapshots_ = 0;
  Steady::time_point told_at_ = {};
  Json positions_;  // how many there are, once they are read
  Json result_;     // once it has ended
  bool is_running_ = false;
  bool is_finished_ = false;
  std::string why_stopped_;
  std::string why_;  // it does not run
  std::stop_source stop_;
  std::thread thread_;
};

// Six boards of 64 centipawns, a1 first, and again for the endgame if the model tells it apart.
[[nodiscard]] Json boards_json(const lab::HeatRows& rows);

}  // namespace vitrine::server
