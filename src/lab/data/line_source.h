#pragma once

// A text of any size, line by line.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "notation/byte_source.h"

namespace vitrine::lab {

class LineSource {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 16;

  explicit LineSource(notation::ByteSource& source) : source_(source), buffer_(std::size_t{1} << 17) {}

  // The next line without its end; false: there is none left. A line longer than kLongest is cut and
  // is_too_long().
  bool next(std::string& line);
  [[nodiscard]] bool is_too_long() const { return is_too_long_; }
  [[nodiscard]] std::size_t number() const { return number_; }  // of the line last read, from 1

 private:
  notation::ByteSource& source_;
  std::vector<char> buffer_;
  std::string_view rest_;
  std::size_t number_ = 0;
  bool is_too_long_ = false;
};

}  // namespace vitrine::lab
