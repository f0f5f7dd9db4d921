// Plays one move, and from then on wants to stay whatever it is told: quit, the end of its input, SIGTERM.
#include <signal.h>
#include <unistd.h>

#include "uci_bot.h"

void misbehave() {
  signal(SIGTERM, SIG_IGN);
  std::puts("bestmove e2e4");
  std::fflush(stdout);
  char line[4096];
  for (;;)
    if (std::fgets(line, sizeof line, stdin) == nullptr) sleep(1);
}
