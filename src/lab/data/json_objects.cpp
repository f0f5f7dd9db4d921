#include "lab/data/json_objects.h"

namespace vitrine::lab {

namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;

}  // namespace

bool JsonObjects::get(char& c) {
  if (used_ == filled_) {
    filled_ = source_.read(buffer_.data(), buffer_.size());
    used_ = 0;
    if (filled_ == 0) return false;
  }
  c = buffer_[used_++];
  if (c == '\n') ++line_;
  return true;
}

bool JsonObjects::next(Piece& piece) {
  piece = {};
  char c = 0;
  // Between objects there are only brackets, commas and blanks. Anything else is passed over up to the end of
  // its line, and told.
  while (!starts_again_) {
    if (!get(c)) return false;
    if (c == '{') break;
    if (c == '[' || c == ']' || c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    if (c == '\xEF' || c == '\xBB' || c == '\xBF') continue;  // a byte-order mark
    piece.line = line_;
    piece.fault = "no JSON object";
    while (get(c) && c != '\n') {
      if (c == '{') {
        starts_again_ = true;
        break;
      }
    }
    return true;
  }
  starts_again_ = false;
  piece.line = line_;
  piece.text = "{";
  std::string open = "{";  // brackets that are not closed yet
  bool is_in_string = false;
  bool is_escaped = false;
  char last = '{';  // that is no blank
  while (get(c)) {
    if (is_in_string) {
      if (c == '\n') return piece.fault = "a text without its closing quotation mark", true;
      if (!is_escaped && c == '"') is_in_string = false;
      is_escaped = !is_escaped && c == '\\';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '{' || c == '[') {
      if (c == '{' && open.back() == '{' && last != ':') {
        starts_again_ = true;  // no object may start here: it is the next one
        return piece.fault = "an object without its closing brace", true;
      }
      open += c;
    } else if (c == '}' || c == ']') {
      if ((c == '}') != (open.back() == '{')) return piece.fault = "a bracket that closes nothing", true;
      open.pop_back();
    }
    piece.text += c;
    if (open.empty()) return true;
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') last = c;
    if (piece.text.size() > kLongest) return piece.fault = "an object without end", true;
  }
  piece.fault = "the file ends inside an object";
  return true;
}

}  // namespace vitrine::lab
