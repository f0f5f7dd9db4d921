#pragma once

// Work in fixed blocks, done by any number of threads. What a block is doesn't depend on how many threads
// there are: whoever adds the blocks' results in their order gets the same sum, to the last bit.

#include <atomic>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

namespace vitrine::lab {

// Calls work(thread, block) for each block in [0, blocks); thread is in [0, threads). Contract: `work`
// doesn't throw.
template <class Work>
void for_each_block(std::size_t blocks, int threads, Work work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&](std::size_t thread) {
    for (std::size_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < blocks;)
      work(thread, block);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < static_cast<std::size_t>(threads) && i < blocks; ++i)
    helpers.emplace_back(take, i);
  take(0);
}

// The half-open part [first, second) of [0, size) that is block number `block` of `blocks`.
[[nodiscard]] inline std::pair<std::size_t, std::size_t> part_of(std::size_t size, std::size_t block,
                                                                 std::size_t blocks) {
  return {size * block / blocks, size * (block + 1) / blocks};
}

}  // namespace vitrine::lab
