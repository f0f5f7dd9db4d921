#pragma once

// Whether a bot's source may take part in the challenge: small enough, and no more used than bots may use.
// What it does when it runs is the sandbox's affair; this is told to its author before, and keeps the
// compiler from reading files for it.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine::workshop {

struct SourceCheck {
  int tokens = 0;
  std::string token_problem = {};  // too many, or can't be counted; empty: none
  // "line 3: <fstream>: …". What makes a text uncountable is among them: we don't know what it holds.
  std::vector<std::string> forbidden_uses = {};

  [[nodiscard]] bool is_fit() const { return token_problem.empty() && forbidden_uses.empty(); }
};

[[nodiscard]] SourceCheck check_source(std::string_view source);

}  // namespace vitrine::workshop
