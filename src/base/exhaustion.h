#pragma once

// Whether an error means that this machine has none left of what was asked for: descriptors, processes,
// memory. Then nobody else is to blame.

#include <system_error>

namespace vitrine::base {

[[nodiscard]] inline bool is_exhaustion(const std::error_code& code) {
  for (const std::errc want : {std::errc::too_many_files_open, std::errc::too_many_files_open_in_system,
                               std::errc::resource_unavailable_try_again, std::errc::not_enough_memory})
    if (code == want) return true;
  return false;
}

}  // namespace vitrine::base
