#include <unistd.h>

#include "uci_bot.h"

void misbehave() {
  for (;;) static_cast<void>(fork());
}
