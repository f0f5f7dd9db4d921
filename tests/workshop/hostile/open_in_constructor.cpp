#include "uci_bot.h"

struct Opener {
  Opener() { tell("write", std::fopen("/tmp/vitrine-was-here", "w") != nullptr); }
} opener;

void misbehave() {}
