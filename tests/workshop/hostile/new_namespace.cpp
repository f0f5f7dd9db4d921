#include <sched.h>

#include "uci_bot.h"

void misbehave() { tell("unshare", unshare(CLONE_NEWUSER) == 0); }
