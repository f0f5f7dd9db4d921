#include <unistd.h>

#include "uci_bot.h"

struct Forker {
  Forker() { tell("fork", fork() >= 0); }
} forker;

void misbehave() {}
