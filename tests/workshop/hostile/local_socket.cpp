// A way out of the network's namespace, through the file system.
#include <sys/socket.h>

#include "uci_bot.h"

void misbehave() { tell("socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0); }
