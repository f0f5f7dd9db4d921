#pragma once

// One think of the flagship: all its threads look deeper and deeper until a limit is reached. The first
// thread watches the limits and reports; the others search the same and help through the table they share.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/vitrine/search.h"
#include "engines/vitrine/watch.h"

namespace vitrine::engines::flagship {

class Thinking {
 public:
  struct Job {
    const chess::Game& game;
    const Limits& limits;
    Shared& shared;
    Watch& watch;
    const Listener& on_report;
    std::vector<chess::Move> moves;       // to choose from, at least one
    std::size_t lines = 1;                // how many best lines to find
    std::optional<int> table_score = {};  // what endgame tables say of the root
  };
  // Contract: at least one search.
  Thinking(const Job& job, std::span<const std::unique_ptr<Search>> searches);

  // The best line first; as many as were asked for and exist.
  [[nodiscard]] std::vector<RootMove> run();

 private:
  // What one thread has finished.
  struct Result {
    int depth = 0;
    RootMove best = {};
  };

  void lead();
  void help(std::size_t thread);
  // One iteration of one line; false: interrupted.
  bool search_line(Search& search, int depth, std::size_t line, bool reports);
  [[nodiscard]] int last_depth() const;
  [[nodiscard]] bool is_settled(int depth) const;
  void finish_iteration(int depth);
  [[nodiscard]] double effort(int depth);
  void choose_best_thread();
  [[nodiscard]] std::uint64_t nodes() const;

  [[nodiscard]] Report state(int depth) const;
  void report(int depth, std::size_t line, const RootMove& move) const;
  void report_progress() const;

  Job job_;
  std::span<const std::unique_ptr<Search>> searches_;
  Search& main_;
  std::vector<Result> results_;  // by thread
  std::vector<RootMove> lines_;  // of the last finished iteration, the best first
  int depth_ = 0;                // of lines_
  int current_depth_ = 0;        // being searched
  Settledness settledness_;
  std::vector<Iteration> iterations_;
  std::uint64_t nodes_before_ = 0;  // this iteration
};

}  // namespace vitrine::engines::flagship
