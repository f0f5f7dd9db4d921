#pragma once

// What an engine says in UCI, line by line, as values. Nothing is too odd to be read: a field that makes no
// sense is left out, a line that makes none is unknown. Moves stay text, for only a position can tell what
// they mean.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/options.h"
#include "engines/report.h"

namespace vitrine::protocols {

struct UciName {
  std::string text;
};
struct UciAuthor {
  std::string text;
};
struct UciOptionOffer {
  engines::Option option;
};
struct UciOk {};
struct UciReadyOk {};
struct UciBestMove {
  std::string move;    // also "(none)", "0000" and what else engines write when there is none; may be empty
  std::string ponder;  // empty: none
};
struct UciInfo {
  engines::Report report;       // without its moves
  std::vector<std::string> pv;  // in the words of the engine
  std::string current_move;
};
struct UciRegistration {
  std::string status;  // "checking", "ok", "error"
};
struct UciUnknown {};

using UciReply = std::variant<UciUnknown, UciName, UciAuthor, UciOptionOffer, UciOk, UciReadyOk, UciBestMove,
                              UciInfo, UciRegistration>;

[[nodiscard]] UciReply parse_uci_reply(std::string_view line);

// Scores are forced into these ranges, so that nobody overflows on an engine's word.
inline constexpr int kMaxCentipawns = 1'000'000;
inline constexpr int kMaxMate = 10'000;

}  // namespace vitrine::protocols
