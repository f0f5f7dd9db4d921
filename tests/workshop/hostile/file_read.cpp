#include <initializer_list>

#include "uci_bot.h"

void misbehave() {
  for (const char* const path :
       {"/etc/passwd", "/proc/self/status", "/usr/lib/os-release", "/dev/zero", "/tmp"})
    tell(path, std::fopen(path, "r") != nullptr);
}
