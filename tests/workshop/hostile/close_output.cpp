// Out of hearing, but not dead.
#include <unistd.h>

#include "uci_bot.h"

void misbehave() {
  close(STDOUT_FILENO);
  for (;;) sleep(1);
}
