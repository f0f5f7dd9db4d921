#include <list>
#include <thread>

#include "uci_bot.h"

void misbehave() {
  std::list<std::jthread> threads;
  for (;;)
    threads.emplace_back([] {
      for (;;) std::this_thread::yield();
    });
}
