#include <sys/resource.h>

#include "uci_bot.h"

void misbehave() {
  const rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  tell("setrlimit", setrlimit(RLIMIT_AS, &none) == 0);
}
