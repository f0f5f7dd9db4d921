// Opens files and sockets without the calls of that name.
#include <sys/syscall.h>
#include <unistd.h>

#include "uci_bot.h"

void misbehave() {
  char parameters[256] = {};
  tell("io_uring", syscall(SYS_io_uring_setup, 8, parameters) >= 0);
}
