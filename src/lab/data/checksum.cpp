#include "lab/data/checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vitrine::lab {

std::uint64_t checksum(const void* bytes, std::size_t count) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ULL;  // 2^64 over the golden ratio
  const auto* next = static_cast<const unsigned char*>(bytes);
  std::uint64_t sum = count * kOdd;
  while (count > 0) {
    std::uint64_t word = 0;
    const std::size_t step = std::min<std::size_t>(count, sizeof word);
    std::memcpy(&word, next, step);
    // Each step is one-to-one in the sum and in the word: a single wrong word is never missed.
    sum = std::rotl((sum ^ word) * kOdd, 29);
    next += step;
    count -= step;
  }
  sum ^= sum >> 32;
  sum *= 0xD6E8FEB86659FD93ULL;
  return sum ^ sum >> 32;
}

}  // namespace vitrine::lab
