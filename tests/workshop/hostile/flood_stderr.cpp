#include "uci_bot.h"

void misbehave() {
  for (;;) std::fputs("and another thing\n", stderr);
}
