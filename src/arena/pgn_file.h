#pragma once

// The PGN file of a tournament. Each game is appended whole, in one write. After an interruption the file is
// made anew from the store, so that it has each game once whatever the interruption left half written. What
// was in the file before the tournament stays.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"

namespace vitrine::arena {

class PgnFile {
 public:
  // How long the file is; 0 if there is none, or if it is a pipe or a device.
  [[nodiscard]] static std::int64_t size(const std::string& path);

  // Opens it for appending. Throws std::system_error, as all functions here.
  explicit PgnFile(const std::string& path);

  void append(std::string_view text);

  // Keeps the first `begin` bytes and writes after them what `write_games` hands over, in a file of another
  // name that then takes the place of this one. A pipe or device is left as it is.
  using Sink = std::function<void(std::string_view)>;
  static void rebuild(const std::string& path, std::int64_t begin,
                      const std::function<void(const Sink&)>& write_games);

 private:
  std::string path_;
  base::FileDescriptor file_;
};

}  // namespace vitrine::arena
