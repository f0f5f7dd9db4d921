#include "uci_bot.h"

int* volatile nowhere = nullptr;  // what the compiler can't know it can't leave out

struct Crasher {
  Crasher() { *nowhere = 1; }
} crasher;

void misbehave() {}
