#include <signal.h>
#include <unistd.h>

#include "uci_bot.h"

void misbehave() { tell("kill", kill(getppid(), SIGKILL) == 0); }
