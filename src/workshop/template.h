#pragma once

// The file a new bot starts from: a bot that plays, with a comment on everything one needs to go on.

#include <string>
#include <string_view>

namespace vitrine::workshop {

// Letters, digits, '-' and '_', so that the name can be a file's everywhere.
[[nodiscard]] bool is_bot_name(std::string_view name);

// Contract: is_bot_name(name).
[[nodiscard]] std::string starter_bot(std::string_view name);

}  // namespace vitrine::workshop
