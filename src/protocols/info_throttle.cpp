#include "protocols/info_throttle.h"

#include <algorithm>

namespace vitrine::protocols {

bool InfoThrottle::admits_line(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - refilled_).count();
  credit_ = std::min(kBurst, credit_ + seconds * kLinesPerSecond);
  refilled_ = now;
  return credit_ >= 1;
}

bool InfoThrottle::admits_progress(Clock::time_point now) {
  if (!is_late(now) || now - last_progress_ < std::chrono::milliseconds(100)) return false;
  last_progress_ = now;
  return true;
}

}  // namespace vitrine::protocols
