#include "uci_bot.h"

void misbehave() {
  for (;;) std::putchar('x');
}
