#include <cstring>
#include <list>
#include <vector>

#include "uci_bot.h"

void misbehave() {
  std::list<std::vector<char>> hoard;
  for (;;) hoard.emplace_back(1 << 20, 'x');
}
