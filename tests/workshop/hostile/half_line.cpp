#include <unistd.h>

#include "uci_bot.h"

void misbehave() {
  std::fputs("bestmove e2e4", stdout);
  std::fflush(stdout);
  for (;;) sleep(1);
}
