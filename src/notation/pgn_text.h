#pragma once

// The text inside PGN: bytes of unknown encoding become UTF-8, and whatever could break a file when it is
// written again becomes harmless. PGN has no escape for '}' in a comment, and breaks comments at blanks.

#include <string>
#include <string_view>

namespace vitrine::notation {

// The text itself if it is valid UTF-8; otherwise it is taken for Latin-1 and converted into `scratch`.
[[nodiscard]] std::string_view as_utf8(std::string_view text, std::string& scratch);

// A comment as it can be written: '}' becomes ')', control characters and white space become single
// blanks, none at either end.
[[nodiscard]] std::string clean_comment(std::string_view text);

// The value of a tag without control characters. An engine can put anything into its name.
[[nodiscard]] std::string clean_tag_value(std::string_view text);

// A tag's name is made of letters, digits and _+#=:- and starts with a letter or digit.
[[nodiscard]] bool is_tag_name(std::string_view text);

// \" and \\ with their backslash put before and taken away.
[[nodiscard]] std::string escape_tag_value(std::string_view text);
[[nodiscard]] std::string_view unescape_tag_value(std::string_view text, std::string& scratch);

}  // namespace vitrine::notation
