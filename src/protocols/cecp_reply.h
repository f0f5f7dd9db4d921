#pragma once

// What an engine says in CECP (the xboard protocol), line by line, as values. Real engines print banners,
// boards and statistics between their answers, so whatever is not understood is unknown and harmless. Moves
// stay text, for only a position can tell what they mean.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "chess/color.h"
#include "engines/options.h"
#include "engines/report.h"

namespace vitrine::protocols {

struct CecpFeature {
  std::string name;
  std::string value;  // without its quotes
};
struct CecpFeatures {
  std::vector<CecpFeature> features;
};
struct CecpMove {
  std::string text;
};
struct CecpIllegal {  // the engine refuses a move; some answer unknown commands so
  std::string text;
};
struct CecpError {
  std::string type;     // "unknown command"
  std::string command;  // what it did not like
};
struct CecpPong {
  std::int64_t number;
};
struct CecpThinking {
  engines::Report report;       // without its moves
  std::vector<std::string> pv;  // in the words of the engine
};
struct CecpResult {
  enum class Claim { white_wins, black_wins, draw };
  Claim claim;
  std::string comment;
  bool is_resignation = false;
};
struct CecpResign {};
struct CecpDrawOffer {};
struct CecpHint {
  std::string move;
};
struct CecpTell {
  std::string text;  // for the user
};
struct CecpUnknown {};

using CecpReply = std::variant<CecpUnknown, CecpFeatures, CecpMove, CecpIllegal, CecpError, CecpPong,
                               CecpThinking, CecpResult, CecpResign, CecpDrawOffer, CecpHint, CecpTell>;

[[nodiscard]] CecpReply parse_cecp_reply(std::string_view line);

// The value of `feature option=`: "NAME -spin 1 0 100". Nothing if it is malformed.
[[nodiscard]] std::optional<engines::Option> parse_cecp_option(std::string_view text);

}  // namespace vitrine::protocols
