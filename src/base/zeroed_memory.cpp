#include "base/zeroed_memory.h"

#include <sys/mman.h>

#include <new>

namespace vitrine::base {

ZeroedMemory::ZeroedMemory(std::size_t bytes)
    : bytes_(bytes), data_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  if (data_ == MAP_FAILED) throw std::bad_alloc();
  madvise(data_, bytes_, MADV_HUGEPAGE);  // a wish: without huge pages it is only slower
}

ZeroedMemory::~ZeroedMemory() { munmap(data_, bytes_); }

}  // namespace vitrine::base
