#include "lab/data/rearrange.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace vitrine::lab {

namespace {

// A number for each position, or game: the same whoever asks, and as good as random.
std::uint64_t draw(std::uint64_t seed, std::uint64_t number) {
  const std::uint64_t mixed = base::Rng(seed).next();
  return base::Rng(mixed + number * 0x9E3779B97F4A7C15ULL).next();
}

// Calls visit(position, its number) for all, and says how far it is; false: stopped.
template <class Visit>
bool for_each_position(DatasetReader& reader, const Rearranging& how, double from, double to, Visit visit) {
  std::vector<PackedPosition> block;
  std::uint64_t number = 0;
  while (reader.read(block)) {
    if (how.stop.stop_requested()) return false;
    for (const PackedPosition& position : block) visit(position, number++);
    const double share =
        static_cast<double>(number) / static_cast<double>(std::max<std::uint64_t>(1, reader.size()));
    if (how.on_progress) how.on_progress(from + (to - from) * share);
  }
  return !how.stop.stop_requested();
}

struct Drawn {
  std::uint64_t rank;
  PackedPosition position;
};

// Those whose rank lies in one range, on the disk until it is their turn. The file has no name any more:
// however this process ends, it is gone.
class Bucket {
 public:
  explicit Bucket(const std::string& beside)
      : name_(beside + ".bucket-XXXXXX"), file_(nullptr, &std::fclose) {
    const int fd = ::mkstemp(name_.data());
    if (fd >= 0) ::unlink(name_.c_str());
    file_.reset(fd >= 0 ? ::fdopen(fd, "w+b") : nullptr);
    if (!file_) fail();
  }
  void add(const Drawn& drawn) {
    if (std::fwrite(&drawn, sizeof drawn, 1, file_.get()) != 1) fail();
    ++size_;
  }
  [[nodiscard]] std::vector<Drawn> take() {
    std::vector<Drawn> all(size_);
    if (std::fflush(file_.get()) != 0) fail();
    std::rewind(file_.get());
    if (std::fread(all.data(), sizeof(Drawn), size_, file_.get()) != size_) fail();
    file_.reset();
    return all;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::runtime_error("can't write " + name_ + ": " + std::generic_category().message(errno));
  }

  std::string name_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::size_t size_ = 0;
};

// How many buckets of `size` positions each fit into memory one at a time, with the sorting.
std::size_t buckets_for(std::uint64_t positions, std::uint64_t memory) {
  constexpr std::uint64_t kMostBuckets = 500;  // each is an open file
  const std::uint64_t bytes = positions * sizeof(Drawn);
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>((bytes + memory - 1) / std::max<std::uint64_t>(1, memory), 1, kMostBuckets));
}

void write_sorted(std::vector<Drawn> drawn, DatasetWriter& writer) {
  // Equal ranks keep their order, so that the result never depends on how the sorting is done.
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const Drawn& a, const Drawn& b) { return a.rank < b.rank; });
  for (const Drawn& one : drawn) writer.add(one.position);
}

}  // namespace

void shuffle(const std::string& from, const std::string& to, const Rearranging& how) {
  DatasetReader reader(from);
  DatasetWriter writer(to);
  // stable_sort may take as much again.
  const std::size_t count = buckets_for(2 * reader.size(), how.memory);
  std::vector<Drawn> in_memory;
  std::vector<Bucket> buckets;
  for (std::size_t i = 0; count > 1 && i < count; ++i) buckets.emplace_back(to);
  const auto bucket_of = [&](std::uint64_t rank) {
    return static_cast<std::size_t>((rank >> 32) * count >> 32);
  };
  const bool is_done =
      for_each_position(reader, how, 0, 0.6, [&](const PackedPosition& position, std::uint64_t number) {
        const Drawn drawn{draw(how.seed, number), position};
        if (count == 1)
          in_memory.push_back(drawn);
        else
          buckets[bucket_of(drawn.rank)].add(drawn);
      });
  if (!is_done) return;
  if (count == 1) write_sorted(std::move(in_memory), writer);
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    if (how.stop.stop_requested()) return;
    write_sorted(buckets[i].take(), writer);
    if (how.on_progress) how.on_progress(0.6 + 0.4 * static_cast<double>(i + 1) / static_cast<double>(count));
  }
  writer.finish();
}

SplitSizes split(const std::string& from, const std::string& kept, const std::string& held_out, double share,
                 const Rearranging& how) {
  DatasetReader reader(from);
  DatasetWriter large(kept);
  DatasetWriter small(held_out);
  const bool is_done =
      for_each_position(reader, how, 0, 1, [&](const PackedPosition& position, std::uint64_t) {
        const double drawn = static_cast<double>(draw(how.seed, position.game()) >> 11) * 0x1p-53;
        (drawn < share ? small : large).add(position);
      });
  if (!is_done) return {};
  small.finish();
  large.finish();
  return {large.size(), small.size()};
}

namespace {

// Marks all but the first of equal positions. Positions are compared by a 64-bit key: among 100 million, two
// different ones are taken for equal once in some thousand sets.
std::vector<bool> find_duplicates(DatasetReader& reader, const Rearranging& how, double until) {
  struct Seen {
    std::uint64_t key;
    std::uint64_t number;
    bool operator<(const Seen& o) const { return key != o.key ? key < o.key : number < o.number; }
  };
  std::vector<bool> is_duplicate(reader.size());
  const std::uint64_t bytes = reader.size() * sizeof(Seen);
  const std::uint64_t passes = bytes / std::max<std::uint64_t>(1, how.memory) + 1;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    std::vector<Seen> seen;
    seen.reserve(static_cast<std::size_t>(reader.size() / passes));
    const double part = until / static_cast<double>(passes);
    const bool is_done =
        for_each_position(reader, how, part * static_cast<double>(pass), part * static_cast<double>(pass + 1),
                          [&](const PackedPosition& position, std::uint64_t number) {
                            const std::uint64_t key = position.board_key();
                            if (key % passes == pass) seen.push_back({key, number});
                          });
    if (!is_done) return {};
    std::sort(seen.begin(), seen.end());
    for (std::size_t i = 1; i < seen.size(); ++i)
      if (seen[i].key == seen[i - 1].key) is_duplicate[seen[i].number] = true;
    reader.rewind();
  }
  return is_duplicate;
}

}  // namespace

std::uint64_t dedupe(const std::string& from, const std::string& to, const Rearranging& how) {
  DatasetReader reader(from);
  DatasetWriter writer(to);
  const std::vector<bool> is_duplicate = find_duplicates(reader, how, 0.7);
  if (how.stop.stop_requested()) return 0;
  const bool is_done =
      for_each_position(reader, how, 0.7, 1, [&](const PackedPosition& position, std::uint64_t number) {
        if (!is_duplicate[number]) writer.add(position);
      });
  if (!is_done) return 0;
  writer.finish();
  return reader.size() - writer.size();
}

std::uint64_t count_duplicates(const std::string& path, const Rearranging& how) {
  DatasetReader reader(path);
  const std::vector<bool> is_duplicate = find_duplicates(reader, how, 1);
  return static_cast<std::uint64_t>(std::count(is_duplicate.begin(), is_duplicate.end(), true));
}

}  // namespace vitrine::lab
