// The one call that sends signals and is allowed, for abort() needs it: it must reach nobody.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "uci_bot.h"

void misbehave() {
  syscall(SYS_tgkill, getppid(), getppid(), SIGKILL);
  syscall(SYS_tgkill, getppid(), getppid(), SIGTERM);
  tell("suicide", true);
}
