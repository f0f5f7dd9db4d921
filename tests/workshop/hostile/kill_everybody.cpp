#include <signal.h>

#include "uci_bot.h"

void misbehave() { tell("kill", kill(-1, SIGKILL) == 0); }
