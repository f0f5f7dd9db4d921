#pragma once

// Shows at the foot of the terminal how far a solver of Pawn Race has come, while the object lives.

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "cli/status_line.h"
#include "pawnrace/solver.h"

namespace vitrine::cli {

class SolverWatch {
 public:
  // `what` is being solved. The solver must outlive this.
  SolverWatch(const pawnrace::Solver& solver, std::string what);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  StatusLine line_;
  std::jthread thread_;  // the last, so that it ends first
};

}  // namespace vitrine::cli
