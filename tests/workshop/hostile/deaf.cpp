// Never reads. It says what an engine says in the beginning, and one move, without being asked.
#include <unistd.h>

#include "uci_bot.h"

struct Deaf {
  Deaf() {
    std::puts("id name hostile\nuciok\nreadyok\nreadyok\nbestmove e2e4");
    std::fflush(stdout);
    for (;;) sleep(1);
  }
} deaf;

void misbehave() {}
