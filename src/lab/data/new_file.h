#pragma once

// A file that appears under its name only when it is whole: it is written beside it, as NAME.part, and
// renamed at the end. Whatever interrupts the writing, a half-written file never looks like a whole one, and
// a file that was there before stays until then. What is no ordinary file, such as a pipe, is written to
// directly.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"

namespace vitrine::lab {

class NewFile {
 public:
  // All functions throw std::runtime_error with the name and the system's reason.
  explicit NewFile(std::string path);
  ~NewFile();  // not finished: nothing is left behind
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  // Over bytes that have been written before.
  void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);
  // All of it is on the disk, and the file has its name.
  void finish();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void flush();
  [[noreturn]] void fail(int error) const;

  std::string path_;    // in messages
  std::string target_;  // where the file will be; empty where it is written directly
  std::string draft_;
  base::FileDescriptor file_;
  std::vector<std::byte> waiting_;
  bool is_finished_ = false;
};

}  // namespace vitrine::lab
