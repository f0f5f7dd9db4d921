#include "cli/perft_counter.h"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <new>
#include <stdexcept>

namespace vitrine::cli {

TimedPerft PerftCounter::count(const chess::Position& pos, int depth, std::string label) {
  progress_.start(std::move(label));
  const chess::PerftOptions options{
      .threads = resources_.threads,
      .hash_bytes = resources_.hash_mb << 20,
      .stop = &interrupt_.flag(),
      .on_progress = [this](const chess::PerftProgress& progress) { progress_.update(progress); }};
  const auto start = std::chrono::steady_clock::now();
  try {
    chess::PerftResult result = chess::perft(pos, depth, options);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (result.nodes == std::numeric_limits<std::uint64_t>::max())
      throw std::runtime_error(fmt::format("there are more lines of {} plies than 64 bits can count", depth));
    return {std::move(result), elapsed.count()};
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(fmt::format("not enough memory for a hash table of {} MB", resources_.hash_mb));
  }
}

}  // namespace vitrine::cli
