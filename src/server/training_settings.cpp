// What a page may ask a training to do.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "server/training_table.h"

namespace vitrine::server {

namespace {

constexpr std::int64_t kMostSteps = 10'000;
constexpr std::int64_t kMostSeed = std::int64_t{1} << 53;  // what a page can count to

lab::Method read_method(const Fields& fields) {
  const auto method = lab::parse_method(fields.text("method"));
  if (method && *method != lab::Method::random) return *method;
  throw bad_request("A method is genetic, medians, means, ridge or logistic.", fields.place("method"));
}

bool read_knows_king(const Fields& fields) {
  const std::string word = fields.text("kind", "piece-square");
  if (word == "piece-square") return false;
  if (word == "king-piece-square") return true;
  throw bad_request("A kind of model is piece-square or king-piece-square.", fields.place("kind"));
}

lab::Target read_target(const Fields& fields, lab::Method method) {
  const std::string word = fields.text("target", "score");
  if (word == "score") return lab::Target::score;
  if (word != "result" && word != "mix")
    throw bad_request("A target is score, result or mix.", fields.place("target"));
  if (method != lab::Method::logistic)
    throw bad_request("This method learns from scores: results and mixtures are for logistic.",
                      fields.place("target"));
  return word == "result" ? lab::Target::result : lab::Target::mix;
}

// As on the command line, each method's word for a step will do.
std::optional<std::uint64_t> read_steps(const Fields& fields) {
  std::optional<std::uint64_t> steps;
  for (const char* const name : {"steps", "generations", "epochs", "iterations"}) {
    const auto number = fields.find_number(name, 1, kMostSteps);
    if (!number) continue;
    if (steps) throw bad_request("How long it learns is said twice.", fields.place(name));
    steps = static_cast<std::uint64_t>(*number);
  }
  return steps;
}

}  // namespace

TrainingTableSettings read_training_table(const Fields& fields) {
  TrainingTableSettings settings{.method = read_method(fields), .knows_king = read_knows_king(fields)};
  lab::TrainOptions& options = settings.options;
  options.is_tapered = fields.flag("tapered", false);
  options.target = read_target(fields, settings.method);
  options.seed = static_cast<std::uint64_t>(fields.find_number("seed", 0, kMostSeed).value_or(1));
  options.steps = read_steps(fields);
  // Half of the machine is left to other tables and to the page itself; the numbers don't depend on it.
  options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency() / 2));
  // The state is only wanted when somebody stops it.
  options.checkpoint_every = std::chrono::hours(24);
  return settings;
}

}  // namespace vitrine::server
