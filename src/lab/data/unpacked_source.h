#pragma once

// A file's bytes, unpacked if the file is compressed by gzip or zstd: its first bytes tell, not its name.

#include <cstdint>
#include <memory>
#include <string>

#include "notation/byte_source.h"

namespace vitrine::lab {

class UnpackedSource : public notation::ByteSource {
 public:
  // Throws std::system_error if this is no readable file; reading throws std::runtime_error with the file's
  // name where the compressed data is damaged or ends early. "-" is standard input.
  explicit UnpackedSource(const std::string& path);
  ~UnpackedSource() override;

  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override;
  // Of the file as it lies on the disk, for a progress bar.
  [[nodiscard]] std::uint64_t bytes_taken() const;

 private:
  class Raw;
  std::unique_ptr<Raw> raw_;
  std::unique_ptr<notation::ByteSource> unpacker_;  // null: the file is not compressed
};

}  // namespace vitrine::lab
