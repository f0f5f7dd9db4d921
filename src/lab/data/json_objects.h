#pragma once

// Cuts a text of JSON into its outermost objects, whether they come as a list or one a line, in little
// memory. A broken object costs no more than itself: the next one is found again.

#include <cstddef>
#include <string>
#include <vector>

#include "notation/byte_source.h"

namespace vitrine::lab {

class JsonObjects {
 public:
  struct Piece {
    std::string text = {};
    std::size_t line = 0;    // where it starts, from 1
    std::string fault = {};  // empty: the text is an object as far as its brackets tell
  };

  explicit JsonObjects(notation::ByteSource& source) : source_(source), buffer_(std::size_t{1} << 17) {}
  // False: there is none left.
  bool next(Piece& piece);

 private:
  bool get(char& c);

  notation::ByteSource& source_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::size_t line_ = 1;
  bool starts_again_ = false;  // the '{' of the next object has been taken
};

}  // namespace vitrine::lab
