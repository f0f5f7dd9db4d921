#include "trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <stdexcept>

#include "repeated.h"

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
  optimizer_ = std::make_unique<AdamW>(model_->parameters());
  batch_ = std::min(options.batch, training_.size());
  which_ = torch::zeros({batch_}, torch::TensorOptions(torch::kLong).device(device_));
  numbers_ = torch::zeros({3}, device_);
  loss_ = torch::zeros({}, device_);
  const double samples = options.epochs * static_cast<double>(training_.size());
  steps_ = std::max<std::int64_t>(1, std::llround(samples / static_cast<double>(options.batch)));
  if (!options.is_profile && std::filesystem::exists(options.checkpoint))
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

Batch Trainer::drawn(const Data& data, const torch::Tensor& which) {
  return {data.positions.men.index_select(0, which), data.positions.kings.index_select(0, which),
          data.positions.counts.index_select(0, which)};
}

torch::Tensor Trainer::mistakes(const Data& data, const torch::Tensor& which) {
  const torch::Tensor expected =
      torch::sigmoid(model_->forward(drawn(data, which)) * (eval::nnue::kScale / options_.scale));
  return expected - data.targets.index_select(0, which);
}

double Trainer::rate_at(std::int64_t step) const {
  const double part = static_cast<double>(step) / static_cast<double>(steps_);
  const double wave = (1 + std::cos(std::numbers::pi * part)) / 2;
  return options_.last_rate + (options_.rate - options_.last_rate) * wave;
}

void Trainer::learn() {
  optimizer_->forget_gradients();
  const torch::Tensor mistake = mistakes(training_, which_).abs().pow(options_.power).mean();
  mistake.backward();
  optimizer_->step(numbers_);
  model_->clip();
  loss_.copy_(mistake.detach());
}

bool Trainer::run(const std::function<void(const Progress&)>& tell, const std::atomic<bool>& stop) {
  leave_default_stream(device_);
  const Clock::time_point begin = Clock::now();
  Clock::time_point saved = begin;
  Clock::time_point told = begin;
  const std::int64_t first = step_;
  const std::int64_t size = training_.size();
  const std::int64_t steps_of_epoch = std::max<std::int64_t>(1, size / batch_);
  std::vector<double> rates;
  for (std::int64_t step = 0; step < steps_; ++step) rates.push_back(rate_at(step));
  const torch::Tensor schedule = AdamW::schedule(rates).to(device_);
  Repeated learn_once([this] { learn(); }, device_);
  torch::Tensor order;
  std::int64_t epoch_of_order = -1;
  while (step_ < steps_ && !stop) {
    // The order of an epoch depends on the seed and its number alone, so that a run can go on in its middle.
    if (const std::int64_t epoch = step_ / steps_of_epoch; epoch != epoch_of_order) {
      torch::manual_seed(options_.seed + 1 + static_cast<std::uint64_t>(epoch));
      order = torch::randperm(size, torch::TensorOptions(torch::kLong).device(device_));
      epoch_of_order = epoch;
    }
    which_.copy_(order.narrow(0, step_ % steps_of_epoch * batch_, batch_));
    numbers_.copy_(schedule[step_]);
    learn_once();
    ++step_;
    if (seconds_since(told) > 1) {
      const double loss = loss_.item<double>();  // waits for the GPU
      told = Clock::now();
      const double rate = static_cast<double>(step_ - first) / seconds_since(begin);
      tell({step_, steps_, loss, rate * static_cast<double>(batch_),
            static_cast<double>(steps_ - step_) / rate});
    }
    if (seconds_since(saved) > options_.checkpoint_seconds) {
      save();
      saved = Clock::now();
    }
  }
  const double loss = loss_.item<double>();
  tell({step_, steps_, loss, static_cast<double>((step_ - first) * batch_) / seconds_since(begin), 0});
  save();
  return step_ >= steps_;
}

std::vector<PartTime> Trainer::profile() {
  leave_default_stream(device_);
  constexpr int kTimes = 100;
  const auto milliseconds = [this](const std::function<void()>& part) {
    for (int i = 0; i < 10; ++i) part();
    wait_for(device_);
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < kTimes; ++i) part();
    wait_for(device_);
    return seconds_since(begin) * 1e3 / kTimes;
  };
  which_.copy_(torch::randint(training_.size(), {batch_}, which_.options()));
  const std::vector<std::pair<const char*, std::function<void()>>> parts = {
      {"drawing positions", [this] { static_cast<void>(drawn(training_, which_)); }},
      {"what the network says",
       [this] {
         const torch::NoGradGuard guard;
         loss_.copy_(mistakes(training_, which_).square().mean());
       }},
      {"gradients",
       [this] {
         optimizer_->forget_gradients();
         mistakes(training_, which_).square().mean().backward();
       }},
      {"the whole step", [this] { learn(); }},
  };
  std::vector<PartTime> times;
  for (const auto& [name, part] : parts) {
    const double by_orders = milliseconds(part);
    Repeated recorded(part, device_);
    times.push_back({name, by_orders, milliseconds([&recorded] { recorded(); })});
  }
  return times;
}

std::optional<double> Trainer::held_out_loss() {
  if (held_out_.size() == 0) return {};
  torch::NoGradGuard guard;
  double sum = 0;
  constexpr std::int64_t kPart = 65'536;
  for (std::int64_t begin = 0; begin < held_out_.size(); begin += kPart) {
    const std::int64_t end = std::min(held_out_.size(), begin + kPart);
    const torch::Tensor which = torch::arange(begin, end, torch::TensorOptions(torch::kLong).device(device_));
    sum += mistakes(held_out_, which).square().sum().item<double>();
  }
  return sum / static_cast<double>(held_out_.size());
}

// What a checkpoint must have been made for.
std::string Trainer::fingerprint() const {
  return options_.architecture + " " + std::to_string(training_.size()) + " " +
         std::to_string(options_.batch) + " " + std::to_string(steps_) + " " + std::to_string(options_.seed) +
         " " + std::to_string(options_.rate) + " " + std::to_string(options_.result_weight) + " " +
         std::to_string(options_.scale) + " " + std::to_string(options_.power) +
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
  c10::IValue step;
  torch::serialize::InputArchive model;
  torch::serialize::InputArchive optimizer;
  try {
    archive.load_from(options_.checkpoint, device_);
    archive.read("fingerprint", made_for);
    archive.read("step", step);
    archive.read("model", model);
    archive.read("optimizer", optimizer);
  } catch (const c10::Error&) {
    throw std::runtime_error(options_.checkpoint +
                             ": no checkpoint of this program; remove it to begin anew");
  }
  if (made_for.toStringRef() != fingerprint())
    throw std::runtime_error(options_.checkpoint + ": of another run (" + made_for.toStringRef() +
                             " instead of " + fingerprint() + "); remove it to begin anew");
  step_ = step.toInt();
  model_->load(model);
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
