#include "lab/train/history.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "lab/data/new_file.h"

namespace vitrine::lab {

namespace {

constexpr const char* kHeading = "step,training,held_out\n";

void write(const std::string& path, const std::string& text) {
  NewFile file(path);
  file.write(text);
  file.finish();
}

std::string number_text(double value) {
  if (std::isnan(value)) return "";
  std::array<char, 32> buffer;
  const int size = std::snprintf(buffer.data(), buffer.size(), "%.9g", value);
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::optional<std::uint64_t> step_of(const std::string& line) {
  std::uint64_t step = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), step);
  if (error != std::errc() || end == line.data() + line.size() || *end != ',') return {};
  return step;
}

}  // namespace

TrainHistory::TrainHistory(std::string folder, std::uint64_t step)
    : folder_(std::move(folder)), table_(kHeading) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw std::runtime_error(folder_ + ": can't make the folder: " + error.message());
  if (step > 0) {
    std::ifstream old(folder_ + "/loss.csv");
    std::string line;
    std::getline(old, line);
    while (std::getline(old, line)) {
      const auto its_step = step_of(line);
      if (!its_step || *its_step > step) break;
      table_ += line + "\n";
      ++next_;
    }
  }
  // Models of a longer run before this one would look like its future.
  for (std::uint64_t i = next_;; ++i)
    if (!std::filesystem::remove(path_of(i), error)) break;
}

void TrainHistory::add(std::uint64_t step, double training_error, double held_out_error,
                       const eval::PieceSquareModel& model) {
  write(path_of(next_++), eval::to_text(model));
  table_ +=
      std::to_string(step) + "," + number_text(training_error) + "," + number_text(held_out_error) + "\n";
  write(folder_ + "/loss.csv", table_);
}

std::string TrainHistory::path_of(std::uint64_t number) const {
  std::string digits = std::to_string(number);
  if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
  return folder_ + "/" + digits + ".txt";
}

}  // namespace vitrine::lab
