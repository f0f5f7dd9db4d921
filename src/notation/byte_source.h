#pragma once

// Where bytes come from, a piece at a time: a file, standard input, a stream, a text in memory. Readers
// of large files take this instead of the whole text, so that memory doesn't grow with the file.

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

namespace vitrine::notation {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Writes at least one and at most `capacity` bytes and returns how many; 0 at the end and ever after.
  // Throws std::system_error when reading fails. Contract: capacity > 0.
  [[nodiscard]] virtual std::size_t read(char* into, std::size_t capacity) = 0;
};

class FileSource : public ByteSource {
 public:
  // Throws std::system_error, with the path in its text, if this is no readable file.
  explicit FileSource(const std::string& path);
  // Takes over an open file; `name` is what errors call it.
  FileSource(int descriptor, std::string name);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_;
};

class StreamSource : public ByteSource {
 public:
  explicit StreamSource(std::istream& stream) : stream_(stream) {}
  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override;

 private:
  std::istream& stream_;
};

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override;

 private:
  std::string_view rest_;
};

}  // namespace vitrine::notation
