#include "lab/picture/history.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "lab/picture/svg.h"

namespace vitrine::lab {

namespace {

std::string model_path(const std::string& folder, std::size_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
  return folder + "/" + digits + ".txt";
}

std::size_t count_models(const std::string& folder) {
  std::size_t count = 0;
  while (std::filesystem::exists(model_path(folder, count))) ++count;
  return count;
}

eval::PieceSquareModel read_model(const std::string& path) {
  auto model = eval::load_model(path);
  if (model) return *std::move(model);
  throw std::runtime_error(path + ": " + model.error().to_string());
}

// The next of the values between commas; nothing if it is empty or, as where nothing is held out, nan. Throws
// what() without a place.
std::optional<double> take_number(std::string_view& line) {
  const std::size_t end = std::min(line.find(','), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  if (word.empty() || word == "nan") return {};
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || stop != word.data() + word.size() || !std::isfinite(value))
    throw std::runtime_error("'" + std::string(word) + "' is no number");
  return value;
}

Loss parse_loss(std::string_view line) {
  const auto step = take_number(line);
  const auto training = take_number(line);
  const auto held_out = take_number(line);
  if (!step || !training || *step < 0) throw std::runtime_error("expected step,training,held_out");
  return {*step, *training, held_out};
}

std::vector<Loss> read_losses(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": can't be read");
  std::vector<Loss> losses;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (number == 1 && !line.starts_with("step,training"))
      throw std::runtime_error(path + ":1: expected the heading step,training,held_out, found '" +
                               line.substr(0, 40) + "'");
    if (number == 1 || line.empty()) continue;
    try {
      losses.push_back(parse_loss(line));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return losses;
}

}  // namespace

std::vector<ChartLine> History::lines() const {
  ChartLine training{"training", {}}, held_out{"held out", {}};
  for (const Loss& loss : losses) {
    training.points.push_back({loss.step, loss.training});
    if (loss.held_out) held_out.points.push_back({loss.step, *loss.held_out});
  }
  if (held_out.points.empty()) return {training};
  return {training, held_out};
}

std::string caption_of(const HistoryStep& step) {
  if (!step.loss) return {};
  std::string text =
      "step " + svg_number(step.loss->step, 0) + "  training " + svg_number(step.loss->training, 4);
  if (step.loss->held_out) text += "  held out " + svg_number(*step.loss->held_out, 4);
  return text;
}

History read_history(const std::string& folder, std::size_t most_steps) {
  if (!std::filesystem::is_directory(folder)) throw std::runtime_error(folder + ": there is no such folder");
  const std::size_t models = count_models(folder);
  if (models == 0)
    throw std::runtime_error(model_path(folder, 0) +
                             ": there is no such file; 'vitrine lab train --history' writes it");
  History history;
  history.losses = read_losses(folder + "/loss.csv");

  const std::size_t shown = std::clamp<std::size_t>(most_steps, 1, models);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t number = shown == 1 ? models - 1 : i * (models - 1) / (shown - 1);
    const std::string path = model_path(folder, number);
    HistoryStep step{read_model(path)};
    if (number < history.losses.size()) step.loss = history.losses[number];
    if (!history.steps.empty()) {
      const eval::PieceSquareModel& first = history.steps.front().model;
      if (step.model.kind() != first.kind() || step.model.is_tapered() != first.is_tapered())
        throw std::runtime_error(path + ": a model of another kind than " + model_path(folder, 0));
    }
    history.steps.push_back(std::move(step));
  }
  return history;
}

}  // namespace vitrine::lab
