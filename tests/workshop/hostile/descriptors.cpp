// What is open besides the three standard streams, and what is in the environment.
#include <fcntl.h>
#include <cstdlib>

#include "uci_bot.h"

void misbehave() {
  bool has_more = false;
  for (int fd = 3; fd < 4096; ++fd) has_more = has_more || fcntl(fd, F_GETFD) >= 0;
  tell("descriptor", has_more);
  tell("environment", std::getenv("PATH") != nullptr || std::getenv("HOME") != nullptr);
}
