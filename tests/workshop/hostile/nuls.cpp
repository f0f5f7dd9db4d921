#include "uci_bot.h"

void misbehave() {
  const char words[] = "info string a\0b\nbestmove e2\0e4\n";
  std::fwrite(words, 1, sizeof words - 1, stdout);
  std::fflush(stdout);
}
