#include <sys/mman.h>

#include "uci_bot.h"

void misbehave() { tell("memfd", memfd_create("hoard", 0) >= 0); }
