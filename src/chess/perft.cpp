#include "chess/perft.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>

#include "base/zeroed_memory.h"
#include "chess/movegen.h"

namespace vitrine::chess {

namespace {

// Counts of positions already seen, shared by all threads without locks: each entry holds its count and the
// exclusive or of count and key, so that an entry torn between two writers matches no key.
class CountTable {
 public:
  explicit CountTable(std::size_t bytes)
      : size_(std::max<std::size_t>(1, bytes / sizeof(Bucket))),
        memory_(size_ * sizeof(Bucket)),
        buckets_(static_cast<Bucket*>(memory_.data())) {}

  void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

  [[nodiscard]] std::uint64_t find(Key key) const {  // 0: not there; nothing worth storing has no moves
    for (const Entry& entry : bucket(key)) {
      const std::uint64_t count = entry.count.load(std::memory_order_relaxed);
      if ((entry.check.load(std::memory_order_relaxed) ^ count) == key) return count;
    }
    return 0;
  }

  // Takes the place of the smallest count in the bucket: that one is the cheapest to find again.
  void store(Key key, std::uint64_t count) {
    Bucket& entries = bucket(key);
    Entry& smallest = *std::min_element(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.count.load(std::memory_order_relaxed) < b.count.load(std::memory_order_relaxed);
    });
    smallest.count.store(count, std::memory_order_relaxed);
    smallest.check.store(key ^ count, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check;
    std::atomic<std::uint64_t> count;
  };
  using Bucket = std::array<Entry, 4>;  // one cache line

  __extension__ using Wide = unsigned __int128;
  Bucket& bucket(Key key) const {
    return buckets_[static_cast<std::size_t>((static_cast<Wide>(key) * size_) >> 64)];
  }

  // Zeroed bytes are a valid empty bucket: two plain words an entry.
  static_assert(std::is_trivially_destructible_v<Bucket> && std::atomic<std::uint64_t>::is_always_lock_free);
  std::size_t size_;
  base::ZeroedMemory memory_;
  Bucket* buckets_;
};

// The same position counted to different depths is told apart by this.
Key at_depth(Key key, int depth) { return key ^ (static_cast<Key>(depth) * 0x9E3779B97F4A7C15ULL); }

std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b) {
  return a + b < a ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

class Counter {
 public:
  Counter(CountTable* table, const std::atomic<bool>* stop) : table_(table), stop_(stop) {}

  [[nodiscard]] std::uint64_t count(const Position& pos, int depth) const {
    if (depth == 0) return 1;
    return pos.turn() == Color::white ? count<Color::white>(pos, depth) : count<Color::black>(pos, depth);
  }
  [[nodiscard]] bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

 private:
  template <Color us>
  std::uint64_t count(const Position& pos, int depth) const {
    if (depth == 1) return static_cast<std::uint64_t>(count_moves<us>(pos));
    const Key key = at_depth(pos.key(), depth);
    if (table_ != nullptr)
      if (const std::uint64_t known = table_->find(key)) return known;
    if (depth >= kStopDepth && is_stopped()) return 0;

    MoveList moves;
    generate_into<us>(pos, moves);
    std::uint64_t nodes = 0;
    NoWatcher nobody;
    for (const Move move : moves) {
      Position next = pos;
      next.advance<us>(move, nobody);
      if (table_ != nullptr && depth > 2) table_->prefetch(at_depth(next.key(), depth - 1));
      nodes = add_saturated(nodes, count<!us>(next, depth - 1));
    }
    if (table_ != nullptr && nodes != 0 && !is_stopped()) table_->store(key, nodes);
    return nodes;
  }

  static constexpr int kStopDepth = 4;  // deep enough to ask rarely, shallow enough to stop soon
  CountTable* table_;
  const std::atomic<bool>* stop_;
};

// One piece of work: a position and the root move that led there.
struct Task {
  std::size_t root_index;
  Position pos;
  int depth;
};

// Adds the positions that many plies on.
void split(std::size_t root_index, const Position& pos, int depth, int plies, std::vector<Task>& tasks) {
  if (plies == 0) {
    tasks.push_back({root_index, pos, depth});
    return;
  }
  for (const Move move : pos.legal_moves()) split(root_index, pos.after(move), depth - 1, plies - 1, tasks);
}

// Pieces small enough to keep every thread busy to the end, and to tell how far the count has come.
std::vector<Task> split(const Position& pos, int depth, const MoveList& root_moves) {
  const int plies = depth < 4 ? 1 : depth < 8 ? 2 : 3;
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < root_moves.size(); ++i)
    split(i, pos.after(root_moves[i]), depth - 1, plies - 1, tasks);
  return tasks;
}

class Run {
 public:
  Run(std::vector<Task> tasks, PerftResult& result, const Counter& counter, const PerftOptions& options)
      : tasks_(std::move(tasks)), result_(result), counter_(counter), options_(options) {}

  void work() {
    for (;;) {
      const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= tasks_.size() || counter_.is_stopped()) return;
      const std::uint64_t nodes = counter_.count(tasks_[i].pos, tasks_[i].depth);
      if (counter_.is_stopped()) return;  // a part of a count is no count
      const std::lock_guard lock(mutex_);
      std::uint64_t& of_root_move = result_.root_moves[tasks_[i].root_index].nodes;
      result_.nodes = add_saturated(result_.nodes, nodes);
      of_root_move = add_saturated(of_root_move, nodes);
      ++finished_;
      if (options_.on_progress)
        options_.on_progress(
            {result_.nodes, static_cast<double>(finished_) / static_cast<double>(tasks_.size())});
    }
  }
  [[nodiscard]] bool is_complete() const { return finished_ == tasks_.size(); }

 private:
  const std::vector<Task> tasks_;
  PerftResult& result_;
  const Counter& counter_;
  const PerftOptions& options_;
  std::atomic<std::size_t> next_ = 0;
  std::size_t finished_ = 0;
  std::mutex mutex_;
};

}  // namespace

PerftResult perft(const Position& pos, int depth, const PerftOptions& options) {
  assert(depth >= 0 && options.threads >= 1);
  PerftResult result;
  if (depth == 0) {
    result.nodes = 1;
    return result;
  }
  const MoveList root_moves = pos.legal_moves();
  for (const Move move : root_moves) result.root_moves.push_back({move, 0});

  std::unique_ptr<CountTable> table;
  if (options.hash_bytes > 0) table = std::make_unique<CountTable>(options.hash_bytes);
  const Counter counter(table.get(), options.stop);
  Run run(split(pos, depth, root_moves), result, counter, options);
  {
    std::vector<std::jthread> helpers;
    for (int i = 1; i < options.threads; ++i) helpers.emplace_back([&run] { run.work(); });
    run.work();
  }
  result.is_complete = run.is_complete();
  return result;
}

}  // namespace vitrine::chess
