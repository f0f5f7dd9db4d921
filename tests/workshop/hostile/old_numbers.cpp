// The numbers of 32-bit system calls: 20 is writev to a 64-bit filter, but getpid to the kernel here.
#include "uci_bot.h"

void misbehave() {
#if defined(__x86_64__)
  long result = 20;
  asm volatile("int $0x80" : "+a"(result) : : "memory");
  tell("getpid", result > 0);
#else
  __builtin_trap();
#endif
}
