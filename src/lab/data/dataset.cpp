#include "lab/data/dataset.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "lab/data/checksum.h"
#include "lab/data/sample_set.h"

namespace vitrine::lab {

namespace {

constexpr std::array<char, 8> kMagic = {'V', 'I', 'T', 'R', 'D', 'A', 'T', 'A'};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kPositionsInBlock = 4096;
constexpr std::uint32_t kMostInAnyBlock = 1 << 16;  // a false number takes no more memory than this

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t most_in_block = kPositionsInBlock;
  std::uint64_t positions = 0;
  std::uint64_t sum = 0;  // of the bytes before

  [[nodiscard]] std::uint64_t computed_sum() const { return checksum(this, offsetof(Header, sum)); }
};
static_assert(sizeof(Header) == 32);

struct BlockHead {
  std::uint32_t positions;
  std::uint32_t number;
};
static_assert(sizeof(BlockHead) == 8);

}  // namespace

DatasetReader::DatasetReader(const std::string& name)
    : path_(dataset_path(name)), file_(path_, std::ios::binary) {
  if (!file_) fail(std::generic_category().message(errno));
  Header header;
  file_.read(reinterpret_cast<char*>(&header), sizeof header);
  if (file_.bad() || (file_.gcount() == 0 && !file_.eof())) fail("can't be read");
  if (file_.gcount() < static_cast<std::streamsize>(sizeof header) || header.magic != kMagic)
    fail("this is no data set");
  if (header.version != kVersion)
    fail("a data set of version " + std::to_string(header.version) + "; this program knows version 1");
  if (header.sum != header.computed_sum() || header.most_in_block == 0 ||
      header.most_in_block > kMostInAnyBlock)
    fail("the header is damaged");
  size_ = header.positions;
  most_in_block_ = header.most_in_block;
}

bool DatasetReader::is_dataset(const std::string& path) {
  std::ifstream file(dataset_path(path), std::ios::binary);
  std::array<char, 8> magic = {};
  return file.read(magic.data(), magic.size()) && magic == kMagic;
}

void DatasetReader::fail(const std::string& what) const { throw std::runtime_error(path_ + ": " + what); }

void DatasetReader::read_bytes(void* into, std::size_t count) {
  file_.read(static_cast<char*>(into), static_cast<std::streamsize>(count));
  if (static_cast<std::size_t>(file_.gcount()) == count) return;
  fail("the file ends after " + std::to_string(seen_) + " of " + std::to_string(size_) + " positions");
}

bool DatasetReader::read(std::vector<PackedPosition>& block) {
  block.clear();
  if (seen_ == size_) {
    if (file_.peek() != std::ifstream::traits_type::eof()) fail("bytes after the last position");
    return false;
  }
  const auto where = [&] { return "block " + std::to_string(next_block_ + 1) + ": "; };
  BlockHead head;
  read_bytes(&head, sizeof head);
  if (head.positions == 0 || head.positions > most_in_block_ || head.positions > size_ - seen_ ||
      head.number != next_block_)
    fail(where() + "damaged");
  const std::size_t positions_bytes = head.positions * sizeof(PackedPosition);
  bytes_.resize(sizeof head + positions_bytes);
  std::memcpy(bytes_.data(), &head, sizeof head);
  read_bytes(bytes_.data() + sizeof head, positions_bytes);
  std::uint64_t sum = 0;
  read_bytes(&sum, sizeof sum);
  if (sum != checksum(bytes_.data(), bytes_.size())) fail(where() + "damaged (the checksum is wrong)");

  block.resize(head.positions);
  std::memcpy(block.data(), bytes_.data() + sizeof head, positions_bytes);
  for (std::size_t i = 0; i < block.size(); ++i)
    if (const auto fault = block[i].find_fault())
      fail("position " + std::to_string(seen_ + i + 1) + ": " + *fault);
  seen_ += block.size();
  ++next_block_;
  return true;
}

void DatasetReader::rewind() {
  file_.clear();
  file_.seekg(sizeof(Header));
  if (!file_) fail("can't be read twice");
  seen_ = 0;
  next_block_ = 0;
}

DatasetWriter::DatasetWriter(const std::string& path) : file_(path) {
  const Header header;  // its numbers follow at the end
  file_.write(std::as_bytes(std::span(&header, 1)));
  block_.reserve(kPositionsInBlock);
}

void DatasetWriter::add(const PackedPosition& position) {
  block_.push_back(position);
  ++size_;
  if (block_.size() == kPositionsInBlock) write_block();
}

void DatasetWriter::write_block() {
  if (block_.empty()) return;
  const BlockHead head{static_cast<std::uint32_t>(block_.size()), blocks_++};
  std::vector<std::byte> bytes(sizeof head + block_.size() * sizeof(PackedPosition));
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + sizeof head, block_.data(), bytes.size() - sizeof head);
  const std::uint64_t sum = checksum(bytes.data(), bytes.size());
  file_.write(bytes);
  file_.write(std::as_bytes(std::span(&sum, 1)));
  block_.clear();
}

void DatasetWriter::finish() {
  write_block();
  Header header;
  header.positions = size_;
  header.sum = header.computed_sum();
  file_.overwrite(0, std::as_bytes(std::span(&header, 1)));
  file_.finish();
}

}  // namespace vitrine::lab
