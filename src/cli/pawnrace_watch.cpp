#include "cli/pawnrace_watch.h"

#include <fmt/format.h>

#include <chrono>
#include <stop_token>

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

}  // namespace

SolverWatch::SolverWatch(const pawnrace::Solver& solver, std::string what)
    : thread_([this, &solver, what = std::move(what)](const std::stop_token& stop) {
        const auto begin = Clock::now();
        const std::uint64_t nodes_before = solver.nodes();
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, stop, 200ms, [&] { return stop.stop_requested(); })) {
          const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
          const double millions = static_cast<double>(solver.nodes() - nodes_before) / 1e6;
          line_.show(fmt::format("{}: {:.1f} M nodes, {:.0f} s, {:.2f} M nodes/s", what, millions, seconds,
                                 millions / seconds));
        }
      }) {}

}  // namespace vitrine::cli
