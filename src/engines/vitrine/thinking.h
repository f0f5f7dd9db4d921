#pragma once

// One think of the flagship: all its threads look deeper and deeper until a limit is reached. The first
// thread watches the limits and reports. The others search the same, beginning with what nobody looks at, and
// help through the table they share; whoever finishes an iteration first finishes it for all.

#include <cstddef>
#include <memory>
#include <mutex>
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
  void lead();
  void help(Search& search);
  // One iteration of all lines, by this thread or whichever is faster; false: stopped.
  bool finish(Search& search, int depth);
  // One iteration of one line; false: interrupted.
  bool search_line(Search& search, int depth, std::size_t line, bool reports);
  [[nodiscard]] int last_depth() const;
  [[nodiscard]] bool is_settled(int depth) const;
  void finish_iteration(int depth);
  [[nodiscard]] double effort(int depth);
  // An interrupted iteration still counts for the move it had shown to be better.
  void take_unfinished();
  [[nodiscard]] std::uint64_t nodes() const;

  [[nodiscard]] Report state(int depth) const;
  void report(int depth, std::size_t line, const RootMove& move) const;
  void report_progress() const;

  Job job_;
  std::span<const std::unique_ptr<Search>> searches_;
  Search& main_;
  std::mutex mutex_;
  std::vector<RootMove> finished_;  // what the last iteration found, guarded by mutex_
  std::vector<RootMove> lines_;     // of the last finished iteration, the best first
  int depth_ = 0;                   // of lines_
  int current_depth_ = 0;           // being searched
  Settledness settledness_;
  std::vector<Iteration> iterations_;
  std::uint64_t nodes_before_ = 0;  // this iteration
};

}  // namespace vitrine::engines::flagship
