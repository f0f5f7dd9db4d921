// Proof tables on disk, so that a long solution survives Ctrl-C and power cuts.

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "pawnrace/proof_table.h"

namespace vitrine::pawnrace {

namespace {

constexpr char kMagic[8] = {'V', 'P', 'R', 'T', 'A', 'B', '1', '\n'};

struct Header {
  char magic[8];
  std::uint64_t buckets;
  std::uint64_t entries;
};

struct Record {
  std::uint64_t place;  // bucket * 4 + slot
  std::uint64_t check;
  std::uint64_t data;
};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": " + what);
}

}  // namespace

void ProofTable::save(const std::string& path, std::uint64_t least_effort) const {
  const std::string unfinished = path + ".new";
  std::ofstream file(unfinished, std::ios::binary);
  Header header{{}, size_, 0};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  for (std::size_t i = 0; i < size_ * 4; ++i) {
    const Entry& entry = buckets_[i / 4][i % 4];
    const Record record{i, entry.check.load(std::memory_order_relaxed),
                        entry.data.load(std::memory_order_relaxed)};
    if (record.data == 0 || effort_of_data(record.data) < least_effort) continue;
    file.write(reinterpret_cast<const char*>(&record), sizeof record);
    ++header.entries;
  }
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.close();
  if (!file) fail(unfinished, "can't be written");
  std::filesystem::rename(unfinished, path);  // so that there is always a whole one
}

void ProofTable::load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Header header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file) fail(path, "can't be read");
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) fail(path, "is no proof table of this version");
  if (header.buckets != size_)
    fail(path, "was made with a table of " + std::to_string(header.buckets * sizeof(Bucket) >> 20) + " MiB");
  for (std::uint64_t i = 0; i < header.entries; ++i) {
    Record record{};
    file.read(reinterpret_cast<char*>(&record), sizeof record);
    if (!file || record.place >= size_ * 4) fail(path, "is damaged");
    Entry& entry = buckets_[record.place / 4][record.place % 4];
    entry.check.store(record.check, std::memory_order_relaxed);
    entry.data.store(record.data, std::memory_order_relaxed);
  }
}

}  // namespace vitrine::pawnrace
