#pragma once

// Where a protocol sends its lines. Safe to use from the search and the command thread at once: a line is
// never torn by another.

#include <string_view>

namespace vitrine::protocols {

class LineSink {
 public:
  virtual ~LineSink() = default;
  // Sends the line, without its end, at once.
  virtual void send(std::string_view line) = 0;
};

}  // namespace vitrine::protocols
