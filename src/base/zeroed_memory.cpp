#include "base/zeroed_memory.h"

#include <sys/mman.h>

#include <new>

namespace vitrine::base {

namespace {

// The first touch of a huge page clears two megabytes. A small table is touched all over at once, by someone
// who may have a millisecond to answer.
constexpr std::size_t kWorthHugePages = 32UL << 20;

}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t bytes)
    : bytes_(bytes), data_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  if (data_ == MAP_FAILED) throw std::bad_alloc();
  // A wish: without huge pages it is only slower.
  if (bytes_ >= kWorthHugePages) madvise(data_, bytes_, MADV_HUGEPAGE);
}

ZeroedMemory::~ZeroedMemory() { munmap(data_, bytes_); }

}  // namespace vitrine::base
