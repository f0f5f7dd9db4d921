#include "engines/vitrine/transposition_table.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

namespace vitrine::engines::flagship {

namespace {

using chess::Key;
using chess::Move;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr unsigned kGenerations = 32;
constexpr std::size_t kLarge = 32;  // MB

// The second word of an entry, from the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2,
// was_pv 1, generation 5.
std::uint64_t pack(const Known& known, unsigned generation) {
  return known.move.raw() | static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.score)) << 16 |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.evaluation)) << 32 |
         static_cast<std::uint64_t>(known.depth) << 48 | static_cast<std::uint64_t>(known.bound) << 56 |
         static_cast<std::uint64_t>(known.was_pv) << 58 | static_cast<std::uint64_t>(generation) << 59;
}

int depth_of(std::uint64_t data) { return static_cast<int>(data >> 48 & 0xFF); }
unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> 59); }

Known unpack(std::uint64_t data) {
  return {.move = Move::from_raw(static_cast<std::uint16_t>(data)),
          .score = static_cast<std::int16_t>(data >> 16),
          .evaluation = static_cast<std::int16_t>(data >> 32),
          .depth = depth_of(data),
          .bound = static_cast<Bound>(data >> 56 & 3),
          .was_pv = (data >> 58 & 1) != 0};
}

}  // namespace

void TranspositionTable::resize(std::size_t megabytes) {
  megabytes_ = megabytes;
  memory_.reset();
}

void TranspositionTable::clear(std::size_t threads) {
  generation_ = 0;
  if (megabytes_ < kLarge) {
    // In place: fresh pages instead would be asked of the kernel one by one, at every game of a self-play.
    if (memory_) std::memset(memory_->data(), 0, memory_->size());
    return;
  }
  try {
    if (!memory_) take_memory();
  } catch (const std::bad_alloc&) {
    return;
  }
  // Whole buckets each, rounded up: the last thread may have fewer.
  const std::size_t share = (size_ + threads - 1) / threads * sizeof(Bucket);
  char* const data = static_cast<char*>(memory_->data());
  std::vector<std::jthread> cleaners;
  for (std::size_t done = 0; done < memory_->size(); done += share) {
    const std::size_t size = std::min(share, memory_->size() - done);
    cleaners.emplace_back([part = data + done, size] { std::memset(part, 0, size); });
  }
}

void TranspositionTable::start_search() {
  if (!memory_) take_memory();
  generation_ = (generation_ + 1) % kGenerations;
}

void TranspositionTable::take_memory() {
  memory_ = std::make_unique<base::ZeroedMemory>(megabytes_ << 20);
  size_ = memory_->size() / sizeof(Bucket);
  // Zeroed memory is what an array of empty entries looks like; this only begins its lifetime.
  buckets_ = std::launder(static_cast<Bucket*>(memory_->data()));
}

std::optional<Known> TranspositionTable::find(Key key) const {
  for (const Entry& entry : bucket(key).entries) {
    const std::uint64_t data = entry.data.load(kRelaxed);
    if ((entry.lock.load(kRelaxed) ^ data) == key && data != 0) {
      Known known = unpack(data);
      known.is_current = generation_of(data) == generation_;
      return known;
    }
  }
  return {};
}

void TranspositionTable::store(Key key, const Known& known) {
  Bucket& all = bucket(key);
  Entry* place = nullptr;
  int worth_of_place = 0;
  for (Entry& entry : all.entries) {
    const std::uint64_t data = entry.data.load(kRelaxed);
    if (data == 0) {
      if (place == nullptr || worth_of_place > -1000) place = &entry;
      worth_of_place = -1000;
      continue;
    }
    if ((entry.lock.load(kRelaxed) ^ data) == key) {
      // The same position: a far shallower look at it in the same search isn't worth a deep one.
      const bool is_current = generation_of(data) == generation_;
      if (known.bound != Bound::exact && is_current && known.depth + 4 < depth_of(data)) return;
      Known kept = known;
      if (kept.move.is_none()) kept.move = unpack(data).move;
      const std::uint64_t packed = pack(kept, generation_);
      entry.data.store(packed, kRelaxed);
      entry.lock.store(key ^ packed, kRelaxed);
      return;
    }
    // Shallow and old entries go first.
    const auto age = static_cast<int>((generation_ + kGenerations - generation_of(data)) % kGenerations);
    const int worth = depth_of(data) - 4 * age;
    if (place == nullptr || worth < worth_of_place) {
      place = &entry;
      worth_of_place = worth;
    }
  }
  const std::uint64_t packed = pack(known, generation_);
  place->data.store(packed, kRelaxed);
  place->lock.store(key ^ packed, kRelaxed);
}

int TranspositionTable::full() const {
  const std::size_t sample = std::min<std::size_t>(size_, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (const Entry& entry : buckets_[i].entries) {
      const std::uint64_t data = entry.data.load(kRelaxed);
      used += data != 0 && generation_of(data) == generation_;
    }
  return static_cast<int>(used * 1000 / (sample * 4));
}

}  // namespace vitrine::engines::flagship
