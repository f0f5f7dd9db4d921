#include "uci_bot.h"

int dig(volatile int* above) {
  volatile int here[1024] = {};
  here[0] = *above + 1;
  return dig(here) + here[0];
}

void misbehave() {
  volatile int bottom = 0;
  std::printf("info string %d\n", dig(&bottom));
}
