#include <sys/socket.h>

#include "uci_bot.h"

void misbehave() { tell("socket", socket(AF_INET, SOCK_STREAM, 0) >= 0); }
