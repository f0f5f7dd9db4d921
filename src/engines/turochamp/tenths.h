#pragma once

// Tenths as Turing wrote them: one decimal.

#include <cstdlib>
#include <string>

namespace vitrine::engines::turochamp {

// "14.6", "-0.9", "0.0".
[[nodiscard]] inline std::string to_text(int tenths) {
  const int size = std::abs(tenths);
  return (tenths < 0 ? "-" : "") + std::to_string(size / 10) + '.' + std::to_string(size % 10);
}
// With its sign: "+4.4", "-0.9", "+0.0".
[[nodiscard]] inline std::string to_signed_text(int tenths) {
  return (tenths < 0 ? "" : "+") + to_text(tenths);
}

}  // namespace vitrine::engines::turochamp
