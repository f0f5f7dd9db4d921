#include <cstdlib>

#include "uci_bot.h"

void misbehave() { std::exit(0); }
