#include "uci_bot.h"

void misbehave() {
  for (;;) std::puts("info string and another thing");
}
