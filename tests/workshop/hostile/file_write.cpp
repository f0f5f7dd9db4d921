#include <initializer_list>

#include "uci_bot.h"

void misbehave() {
  for (const char* const path :
       {"/tmp/vitrine-was-here", "vitrine-was-here", "/bot", "/dev/shm/vitrine-was-here"})
    tell(path, std::fopen(path, "w") != nullptr);
}
