#include "uci_bot.h"

void misbehave() {
  for (volatile int i = 0;; i = i + 1) {
  }
}
