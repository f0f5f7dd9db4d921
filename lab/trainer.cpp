#include "trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <stdexcept>

namespace vitrine::trainer {

namespace {

using Clock = std::chrono::steady_clock;

torch::Device device_named(const std::string& name) {
  const bool has_cuda = torch::cuda::is_available();
  if (name == "cuda" && !has_cuda) throw std::runtime_error("--device cuda: this machine has none");
  return name == "cuda" || (name == "auto" && has_cuda) ? torch::kCUDA : torch::kCPU;
}

template <class T>
torch::Tensor tensor_of(const std::vector<T>& numbers, torch::Dtype type, torch::Device device) {
  // from_blob does not write.
  return torch::from_blob(const_cast<T*>(numbers.data()), {static_cast<std::int64_t>(numbers.size())}, type)
      .to(device, /*non_blocking=*/false, /*copy=*/true);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Trainer::Trainer(const Options& options, const Splits& splits)
    : options_(options),
      device_(device_named(options.device)),
      training_(on_device(splits.training)),
      held_out_(on_device(splits.held_out)) {
  if (splits.training.size() == 0) throw std::runtime_error("there is no position to learn from");
  torch::manual_seed(options.seed);
  at::globalContext().setAllowTF32CuBLAS(true);  // more digits than the rounded network keeps
  model_ = std::make_shared<Model>(architecture_named(options.architecture));
  model_->to(device_);
  optimizer_ = std::make_unique<torch::optim::AdamW>(
      model_->parameters(), torch::optim::AdamWOptions(options.rate).weight_decay(0.01));
  const double samples = options.epochs * static_cast<double>(training_.size());
  steps_ = std::max<std::int64_t>(1, std::llround(samples / static_cast<double>(options.batch)));
  if (std::filesystem::exists(options.checkpoint))
    resume();
  else if (!options.start.empty())
    take_weights();
}

Trainer::Data Trainer::on_device(const TrainingSet& set) const {
  Data data;
  data.positions.men = tensor_of(set.men, torch::kShort, device_).view({-1, kMostMen});
  data.positions.kings = tensor_of(set.kings, torch::kShort, device_);
  data.positions.counts = tensor_of(set.counts, torch::kByte, device_);
  const torch::Tensor scores = tensor_of(set.scores, torch::kShort, device_).to(torch::kFloat);
  const torch::Tensor points = tensor_of(set.points, torch::kByte, device_).to(torch::kFloat) / 2;
  const double weight = options_.imitate > 0 ? 0 : options_.result_weight;
  data.targets = points * weight + torch::sigmoid(scores / options_.scale) * (1 - weight);
  return data;
}

torch::Tensor Trainer::loss(const Data& data, const torch::Tensor& which) {
  const Batch batch{data.positions.men.index_select(0, which), data.positions.kings.index_select(0, which),
                    data.positions.counts.index_select(0, which)};
  const torch::Tensor expected =
      torch::sigmoid(model_->forward(batch) * (eval::nnue::kScale / options_.scale));
  return torch::mse_loss(expected, data.targets.index_select(0, which));
}

double Trainer::rate_at(std::int64_t step) const {
  const double part = static_cast<double>(step) / static_cast<double>(steps_);
  const double wave = (1 + std::cos(std::numbers::pi * part)) / 2;
  return options_.last_rate + (options_.rate - options_.last_rate) * wave;
}

void Trainer::learn(const torch::Tensor& which, double& sum) {
  for (auto& group : optimizer_->param_groups())
    static_cast<torch::optim::AdamWOptions&>(group.options()).lr(rate_at(step_));
  optimizer_->zero_grad();
  const torch::Tensor mistake = loss(training_, which);
  mistake.backward();
  optimizer_->step();
  model_->clip();
  ++step_;
  constexpr std::int64_t kAsked = 20;  // asking for the loss waits for the GPU
  if (step_ % kAsked == 0) sum = mistake.item<double>();
}

bool Trainer::run(const std::function<void(const Progress&)>& tell, const std::atomic<bool>& stop) {
  const Clock::time_point begin = Clock::now();
  Clock::time_point saved = begin;
  Clock::time_point told = begin;
  const std::int64_t first = step_;
  const std::int64_t size = training_.size();
  const std::int64_t batch = std::min(options_.batch, size);
  const std::int64_t steps_of_epoch = std::max<std::int64_t>(1, size / batch);
  double last_loss = 0;
  torch::Tensor order;
  std::int64_t epoch_of_order = -1;
  while (step_ < steps_ && !stop) {
    // The order of an epoch depends on the seed and its number alone, so that a run can go on in its middle.
    if (const std::int64_t epoch = step_ / steps_of_epoch; epoch != epoch_of_order) {
      torch::manual_seed(options_.seed + 1 + static_cast<std::uint64_t>(epoch));
      order = torch::randperm(size, torch::TensorOptions(torch::kLong).device(device_));
      epoch_of_order = epoch;
    }
    learn(order.narrow(0, step_ % steps_of_epoch * batch, batch), last_loss);
    if (seconds_since(told) > 1) {
      told = Clock::now();
      const double elapsed = seconds_since(begin);
      const double rate = static_cast<double>(step_ - first) / elapsed;
      tell({step_, steps_, last_loss, rate * static_cast<double>(batch),
            static_cast<double>(steps_ - step_) / rate});
    }
    if (seconds_since(saved) > options_.checkpoint_seconds) {
      save();
      saved = Clock::now();
    }
  }
  const double elapsed = seconds_since(begin);
  tell({step_, steps_, last_loss, static_cast<double>((step_ - first) * batch) / elapsed, 0});
  save();
  return step_ >= steps_;
}

std::optional<double> Trainer::held_out_loss() {
  if (held_out_.size() == 0) return {};
  torch::NoGradGuard guard;
  double sum = 0;
  constexpr std::int64_t kPart = 65'536;
  for (std::int64_t begin = 0; begin < held_out_.size(); begin += kPart) {
    const std::int64_t end = std::min(held_out_.size(), begin + kPart);
    const torch::Tensor which = torch::arange(begin, end, torch::TensorOptions(torch::kLong).device(device_));
    sum += loss(held_out_, which).item<double>() * static_cast<double>(end - begin);
  }
  return sum / static_cast<double>(held_out_.size());
}

// What a checkpoint must have been made for.
std::string Trainer::fingerprint() const {
  return options_.architecture + " " + std::to_string(training_.size()) + " " +
         std::to_string(options_.batch) + " " + std::to_string(steps_) + " " + std::to_string(options_.seed) +
         " " + std::to_string(options_.rate) + " " + std::to_string(options_.result_weight) + " " +
         std::to_string(options_.scale) +
         (options_.imitate > 0 ? " imitate " + std::to_string(options_.imitate) : "") +
         (options_.start.empty() ? "" : " start " + options_.start);
}

// Under another name first, so that a power cut leaves the last one whole.
void Trainer::save() {
  const std::string next = options_.checkpoint + ".new";
  torch::serialize::OutputArchive archive;
  archive.write("fingerprint", c10::IValue(fingerprint()));
  archive.write("step", c10::IValue(step_));
  torch::serialize::OutputArchive model;
  model_->save(model);
  archive.write("model", model);
  torch::serialize::OutputArchive optimizer;
  optimizer_->save(optimizer);
  archive.write("optimizer", optimizer);
  archive.save_to(next);
  std::filesystem::rename(next, options_.checkpoint);
  save_network(model_->quantised(options_.name), options_.out + ".new");
  std::filesystem::rename(options_.out + ".new", options_.out);
}

void Trainer::resume() {
  torch::serialize::InputArchive archive;
  c10::IValue made_for;
  try {
    archive.load_from(options_.checkpoint, device_);
    archive.read("fingerprint", made_for);
  } catch (const c10::Error&) {
    throw std::runtime_error(options_.checkpoint +
                             ": no checkpoint of this program; remove it to begin anew");
  }
  if (made_for.toStringRef() != fingerprint())
    throw std::runtime_error(options_.checkpoint + ": of another run (" + made_for.toStringRef() +
                             " instead of " + fingerprint() + "); remove it to begin anew");
  c10::IValue step;
  archive.read("step", step);
  step_ = step.toInt();
  torch::serialize::InputArchive model;
  archive.read("model", model);
  model_->load(model);
  torch::serialize::InputArchive optimizer;
  archive.read("optimizer", optimizer);
  optimizer_->load(optimizer);
}

void Trainer::take_weights() {
  const auto network = eval::nnue::load_network(options_.start);
  if (!network) throw std::runtime_error(network.error());
  try {
    model_->take(*network);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(options_.start + ": " + error.what());
  }
}

}  // namespace vitrine::trainer
