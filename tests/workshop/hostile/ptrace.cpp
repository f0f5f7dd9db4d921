#include <sys/ptrace.h>
#include <unistd.h>

#include "uci_bot.h"

void misbehave() { tell("ptrace", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0); }
