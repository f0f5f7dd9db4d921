#pragma once

// Just enough UCI for a bot that means harm: it greets like any engine and, told to move, does its worst. If
// it still lives then, it plays 1. e4.

#include <cstdio>
#include <cstring>

void misbehave();

// For what it got hold of; the test reads it.
inline void tell(const char* what, bool has_succeeded) {
  std::printf("info string %s %s\n", what, has_succeeded ? "succeeded" : "failed");
  std::fflush(stdout);
}

int main() {
  char line[4096];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    if (std::strncmp(line, "uci\n", 4) == 0) std::puts("id name hostile\nuciok");
    if (std::strncmp(line, "isready", 7) == 0) std::puts("readyok");
    if (std::strncmp(line, "go", 2) == 0) {
      misbehave();
      std::puts("bestmove e2e4");
    }
    if (std::strncmp(line, "quit", 4) == 0) return 0;
    std::fflush(stdout);
  }
}
