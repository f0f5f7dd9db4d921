#include "notation/pgn_text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace vitrine::notation {

namespace {

bool is_ascii(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  std::uint64_t seen = 0;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    seen |= word;
  }
  for (; i < text.size(); ++i) seen |= static_cast<unsigned char>(text[i]);
  return (seen & kHighBits) == 0;
}

// The length of the well-formed UTF-8 sequence at the front, 0 if there is none (RFC 3629: no overlong
// forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool is_overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool is_outside = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
  return is_overlong || is_outside ? 0 : length;
}

bool is_utf8(std::string_view text) {
  if (is_ascii(text)) return true;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

std::string_view as_utf8(std::string_view text, std::string& scratch) {
  if (is_utf8(text)) return text;
  scratch.clear();
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      scratch += c;
    } else {
      scratch += static_cast<char>(0xC0 | byte >> 6);
      scratch += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return scratch;
}

std::string clean_comment(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  bool owes_blank = false;
  for (const char c : text) {
    if (c == ' ' || is_control(c)) {
      owes_blank = !clean.empty();
      continue;
    }
    if (owes_blank) clean += ' ';
    owes_blank = false;
    clean += c == '}' ? ')' : c;
  }
  return clean;
}

std::string clean_tag_value(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(clean), [](char c) { return !is_control(c); });
  return clean;
}

bool is_tag_name(std::string_view text) {
  const auto is_alphanumeric = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  return !text.empty() && is_alphanumeric(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_alphanumeric(c) || std::string_view("_+#=:-").find(c) != std::string_view::npos;
  });
}

std::string escape_tag_value(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string_view unescape_tag_value(std::string_view text, std::string& scratch) {
  if (text.find('\\') == std::string_view::npos) return text;
  scratch.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    if (is_escape) ++i;
    scratch += text[i];
  }
  return scratch;
}

}  // namespace vitrine::notation
