#include "uci_bot.h"

struct Spinner {
  Spinner() {
    for (volatile int i = 0;; i = i + 1) {
    }
  }
} spinner;

void misbehave() {}
