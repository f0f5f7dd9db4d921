#pragma once

// Puts the positions of test suites to several engines. All engines answer a position before the next one
// comes, so that a run that is stopped early still compares like with like. An engine that dies costs itself
// that position and is started again for its next.

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/player.h"
#include "cli/suite_file.h"
#include "engines/engine.h"
#include "engines/limits.h"

namespace vitrine::cli {

struct SuiteRunSettings {
  std::vector<arena::Player> players;  // in the order of the table
  engines::Limits limits = {};         // for each position
  std::optional<int> hash = {};        // MB, for engines that have the option Hash
  std::optional<int> threads = {};     // likewise Threads
  int concurrency = 1;                 // positions thought about at the same time
};

// Which engine, which suite, which of its positions.
struct SuitePlace {
  std::size_t player;
  std::size_t suite;
  std::size_t test;
};

class SuiteRun {
 public:
  // Called from any thread, one at a time.
  using OnAnswer = std::function<void(const SuitePlace&, const SuiteAnswer&)>;
  // What somebody should know who does not wait for the end, such as an option that isn't there.
  using OnNote = std::function<void(const std::string&)>;

  // Contract: at least one player.
  SuiteRun(SuiteRunSettings settings, std::vector<Suite> suites);

  // Starts every engine once and sets it up, so that what can't work is known before hours have passed.
  // Throws engines::EngineFault, or std::invalid_argument for an option that can't have its value.
  void start_engines(const OnNote& on_note);
  // Answers, until all have been given or `stop` says so; a thought that was cut short is no answer. Throws
  // what is no engine's fault, such as a machine without descriptors.
  void run(const OnAnswer& on_answer, std::stop_token stop);

  [[nodiscard]] const SuiteRunSettings& settings() const { return settings_; }
  [[nodiscard]] const std::vector<Suite>& suites() const { return suites_; }
  // Null: not yet.
  [[nodiscard]] const SuiteAnswer* answer(const SuitePlace& place) const;
  [[nodiscard]] std::size_t size() const { return places_.size(); }  // how many answers there are to give
  [[nodiscard]] std::size_t answered() const;

 private:
  using Engines = std::vector<std::unique_ptr<engines::Engine>>;  // by player; null: not started

  [[nodiscard]] std::unique_ptr<engines::Engine> start(std::size_t player, const OnNote& on_note) const;
  void work(Engines engines, const OnAnswer& on_answer, const std::stop_token& stop);
  [[nodiscard]] SuiteAnswer ask(Engines& engines, const SuitePlace& place, const std::stop_token& stop) const;
  void think(engines::Engine& engine, const SuiteCase& test, const std::stop_token& stop,
             SuiteAnswer& answer) const;

  SuiteRunSettings settings_;
  std::vector<Suite> suites_;
  arena::EngineFactory factory_;
  std::vector<SuitePlace> places_;
  Engines first_engines_;  // from start_engines(), for the first worker
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;                                 // of what follows, while workers are at work
  std::vector<std::optional<SuiteAnswer>> answers_;  // by place
  std::exception_ptr trouble_;
};

}  // namespace vitrine::cli
