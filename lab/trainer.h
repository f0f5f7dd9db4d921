#pragma once

// Learns: batches in an order that the seed decides, AdamW with a cosine schedule, a checkpoint now and then.

#include <torch/torch.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "adamw.h"
#include "model.h"
#include "options.h"
#include "training_set.h"

namespace vitrine::trainer {

struct Progress {
  std::int64_t step = 0;
  std::int64_t steps = 0;
  double loss = 0;                  // of the last steps
  double positions_per_second = 0;  // since it began or went on
  double seconds_left = 0;
};

// Milliseconds of a part of a step, given order by order and as one recording (the same on the CPU).
struct PartTime {
  const char* name;
  double by_orders = 0;
  double recorded = 0;
};

class Trainer {
 public:
  // Throws std::runtime_error: no position to learn from, or a checkpoint or network that does not fit.
  Trainer(const Options& options, const Splits& splits);

  // Until all is learnt or somebody asks to stop; false: stopped. Either way the checkpoint and the network
  // are written.
  bool run(const std::function<void(const Progress&)>& tell, const std::atomic<bool>& stop);
  // Of positions of games that were not learnt from; nothing: there are none.
  [[nodiscard]] std::optional<double> held_out_loss();
  // Where the time of a step goes; each part has those before it in it. Steps are taken, so nothing is learnt
  // after this.
  [[nodiscard]] std::vector<PartTime> profile();
  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] torch::Device device() const { return device_; }
  [[nodiscard]] std::int64_t batch() const { return batch_; }

 private:
  struct Data {
    Batch positions;
    torch::Tensor targets;  // [n]
    [[nodiscard]] std::int64_t size() const { return targets.size(0); }
  };
  [[nodiscard]] Data on_device(const TrainingSet& set) const;
  [[nodiscard]] static Batch drawn(const Data& data, const torch::Tensor& which);
  // How far its judgement is from the targets, in points; [n].
  [[nodiscard]] torch::Tensor mistakes(const Data& data, const torch::Tensor& which);
  [[nodiscard]] double rate_at(std::int64_t step) const;
  [[nodiscard]] std::string fingerprint() const;
  void learn();
  void save();
  void resume();
  void take_weights();

  Options options_;
  torch::Device device_;
  Data training_;
  Data held_out_;
  std::shared_ptr<Model> model_;
  std::unique_ptr<AdamW> optimizer_;
  std::int64_t step_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t batch_ = 0;
  // Of the step at hand, written to in place: a recording knows where they are.
  torch::Tensor which_;    // [batch]: positions
  torch::Tensor numbers_;  // of AdamW
  torch::Tensor loss_;
};

}  // namespace vitrine::trainer
