#include "lab/data/line_source.h"

#include <algorithm>

namespace vitrine::lab {

bool LineSource::next(std::string& line) {
  line.clear();
  is_too_long_ = false;
  bool has_any = false;
  for (;;) {
    if (rest_.empty()) {
      rest_ = {buffer_.data(), source_.read(buffer_.data(), buffer_.size())};
      if (rest_.empty()) break;
    }
    has_any = true;
    const std::size_t end = rest_.find('\n');
    const std::string_view part = rest_.substr(0, end);
    const std::size_t room = kLongest - line.size();
    if (part.size() > room) is_too_long_ = true;
    line += part.substr(0, room);
    rest_.remove_prefix(std::min(part.size() + 1, rest_.size()));
    if (end != std::string_view::npos) break;
  }
  if (has_any) ++number_;
  if (line.ends_with('\r')) line.pop_back();
  return has_any;
}

}  // namespace vitrine::lab
