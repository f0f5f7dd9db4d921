#pragma once

// A set of judged positions as a file: a header, and blocks of packed positions, each with its checksum, so
// that it is written and read in one pass and in little memory. docs/lab-data.md gives it byte by byte.

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "lab/data/new_file.h"
#include "lab/data/packed_position.h"

namespace vitrine::lab {

// All errors are std::runtime_error: "FILE: what is wrong".
class DatasetReader {
 public:
  // A file, or "sample" (sample_set.h).
  explicit DatasetReader(const std::string& name);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  // The next positions, all of them without fault (PackedPosition::find_fault); false at the end. The file is
  // whole only when the end was reached without an error.
  bool read(std::vector<PackedPosition>& block);
  // Starts again at the first position.
  void rewind();

  // Whether a file starts like a data set; false if it can't be read.
  [[nodiscard]] static bool is_dataset(const std::string& path);

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void read_bytes(void* into, std::size_t count);

  std::string path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
  std::uint32_t most_in_block_ = 0;
  std::uint64_t seen_ = 0;
  std::uint32_t next_block_ = 0;
  std::vector<char> bytes_;
};

class DatasetWriter {
 public:
  explicit DatasetWriter(const std::string& path);

  void add(const PackedPosition& position);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Until this is called there is no file of that name, or the old one.
  void finish();

 private:
  void write_block();

  NewFile file_;
  std::vector<PackedPosition> block_;
  std::uint64_t size_ = 0;
  std::uint32_t blocks_ = 0;
};

}  // namespace vitrine::lab
