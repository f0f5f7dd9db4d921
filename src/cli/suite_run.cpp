#include "cli/suite_run.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "chess/game.h"
#include "cli/engine_factory.h"

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;
using engines::Engine;
using engines::EngineFault;

constexpr engines::Milliseconds kLongestThought = 1h;  // to a depth or a number of nodes

// All engines of the first position, then of the second …
std::vector<SuitePlace> all_places(std::size_t players, const std::vector<Suite>& suites) {
  std::vector<SuitePlace> places;
  for (std::size_t suite = 0; suite < suites.size(); ++suite)
    for (std::size_t test = 0; test < suites[suite].cases.size(); ++test)
      for (std::size_t player = 0; player < players; ++player) places.push_back({player, suite, test});
  return places;
}

void set_if_there(Engine& engine, const std::string& player, const std::string& option,
                  std::optional<int> value, const SuiteRun::OnNote& on_note) {
  if (!value) return;
  if (engine.options().find(option) == nullptr) {
    if (on_note) on_note(player + " has no option " + option);
    return;
  }
  const std::string problem = engine.options().set(option, std::to_string(*value));
  if (!problem.empty()) throw std::invalid_argument(player + ": " + problem);
}

}  // namespace

SuiteRun::SuiteRun(SuiteRunSettings settings, std::vector<Suite> suites)
    : settings_(std::move(settings)),
      suites_(std::move(suites)),
      factory_(make_engine_factory(kLongestThought)),
      places_(all_places(settings_.players.size(), suites_)),
      answers_(places_.size()) {}

std::unique_ptr<Engine> SuiteRun::start(std::size_t player, const OnNote& on_note) const {
  auto engine = factory_(settings_.players[player]);
  set_if_there(*engine, settings_.players[player].name, "Hash", settings_.hash, on_note);
  set_if_there(*engine, settings_.players[player].name, "Threads", settings_.threads, on_note);
  return engine;
}

void SuiteRun::start_engines(const OnNote& on_note) {
  first_engines_.clear();
  for (std::size_t player = 0; player < settings_.players.size(); ++player)
    first_engines_.push_back(start(player, on_note));
}

void SuiteRun::run(const OnAnswer& on_answer, std::stop_token stop) {
  std::vector<std::jthread> workers;
  for (int i = 1; i < settings_.concurrency; ++i)
    workers.emplace_back([&, stop] { work(Engines(settings_.players.size()), on_answer, stop); });
  Engines first = std::move(first_engines_);
  first.resize(settings_.players.size());
  work(std::move(first), on_answer, stop);
  workers.clear();
  if (trouble_) std::rethrow_exception(trouble_);
}

void SuiteRun::work(Engines engines, const OnAnswer& on_answer, const std::stop_token& stop) {
  try {
    for (std::size_t i = next_++; i < places_.size() && !stop.stop_requested(); i = next_++) {
      SuiteAnswer answer = ask(engines, places_[i], stop);
      if (stop.stop_requested()) return;
      const std::lock_guard lock(mutex_);
      answers_[i] = std::move(answer);
      if (on_answer) on_answer(places_[i], *answers_[i]);
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    trouble_ = std::current_exception();
    next_ = places_.size();  // the others finish what they are at
  }
}

SuiteAnswer SuiteRun::ask(Engines& engines, const SuitePlace& place, const std::stop_token& stop) const {
  std::unique_ptr<Engine>& engine = engines[place.player];
  SuiteAnswer answer;
  try {
    if (!engine) engine = start(place.player, {});
    think(*engine, suites_[place.suite].cases[place.test], stop, answer);
  } catch (const EngineFault& fault) {
    answer.move.reset();
    answer.fault = fault.what();
    engine.reset();
  }
  return answer;
}

void SuiteRun::think(Engine& engine, const SuiteCase& test, const std::stop_token& stop,
                     SuiteAnswer& answer) const {
  engine.new_game();
  const auto start = std::chrono::steady_clock::now();
  const auto listen = [&](const engines::Report& report) {
    answer.nodes = std::max(answer.nodes, report.nodes);
    if (report.score && report.line == 1) answer.score = report.score;
  };
  const engines::Choice choice =
      engine.choose(chess::Game(test.position), settings_.limits, listen, {.stop = stop});
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  answer.move = choice.move;
}

const SuiteAnswer* SuiteRun::answer(const SuitePlace& place) const {
  std::size_t position = place.test;
  for (std::size_t suite = 0; suite < place.suite; ++suite) position += suites_[suite].cases.size();
  const auto& found = answers_[position * settings_.players.size() + place.player];
  return found ? &*found : nullptr;
}

std::size_t SuiteRun::answered() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(answers_, [](const auto& one) { return one.has_value(); }));
}

}  // namespace vitrine::cli
