#pragma once

// Lines from standard input, until its end or Ctrl-C.

#include <optional>
#include <string>

#include "cli/interrupt.h"

namespace vitrine::cli {

class LineReader {
 public:
  // The next line without its end; nothing at the end of the input and after Ctrl-C. Of a line that is longer
  // than anybody types only the beginning is kept. Throws std::system_error when reading fails.
  [[nodiscard]] std::optional<std::string> next();
  [[nodiscard]] bool is_interrupted() const { return interrupt_.is_requested(); }

 private:
  bool refill();

  Interrupt interrupt_;
  std::string buffer_;
  std::size_t position_ = 0;  // in the buffer
};

}  // namespace vitrine::cli
