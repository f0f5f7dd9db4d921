#pragma once

// Text from an engine, made fit for logs, PGN files, terminals and web pages.

#include <string>
#include <string_view>

namespace vitrine::protocols {

// Without control characters (a tab becomes a blank), and with '?' for every byte that is not UTF-8.
[[nodiscard]] std::string clean_text(std::string_view text);

}  // namespace vitrine::protocols
