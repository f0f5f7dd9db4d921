// Past the allocator: straight from the kernel.
#include <sys/mman.h>

#include <cstring>

#include "uci_bot.h"

void misbehave() {
  constexpr std::size_t kSize = 1 << 20;
  for (;;)
    std::memset(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, kSize);
}
