#pragma once

// What the user asked for makes no sense: main prints it, points to the help and exits with 2.

#include <stdexcept>

namespace vitrine::cli {

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace vitrine::cli
