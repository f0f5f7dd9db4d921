// Executing is allowed, for bubblewrap must start the bot; but there is nothing to execute.
#include <unistd.h>

#include <initializer_list>

#include "uci_bot.h"

void misbehave() {
  for (const char* const program : {"/bin/sh", "/usr/bin/env", "/usr/bin/bwrap"}) {
    execl(program, program, nullptr);
    tell(program, false);
  }
}
