#pragma once

// A large block of zeroed memory straight from the operating system, in huge pages where it grants them: hash
// tables are read at random, and small pages would cost a page fault and a TLB miss each.

#include <cstddef>

namespace vitrine::base {

class ZeroedMemory {
 public:
  // Throws std::bad_alloc if there is not enough. Contract: bytes > 0.
  explicit ZeroedMemory(std::size_t bytes);
  ~ZeroedMemory();
  ZeroedMemory(const ZeroedMemory&) = delete;
  ZeroedMemory& operator=(const ZeroedMemory&) = delete;

  [[nodiscard]] void* data() const { return data_; }  // aligned to a page
  [[nodiscard]] std::size_t size() const { return bytes_; }

 private:
  std::size_t bytes_;
  void* data_;
};

}  // namespace vitrine::base
