#pragma once

// What a GUI may say to a UCI engine, as values. Reading a line knows no chess and no state: it asks only
// what the text says, so that it can be tested and fuzzed alone. Nothing is refused outright; what makes no
// sense is skipped, as the protocol asks, and noted where the user should hear of it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vitrine::protocols {

namespace uci {

// Nothing to do: an empty line, or a comment that starts with #.
struct Empty {
  bool operator==(const Empty&) const = default;
};
// No word of the line is a command.
struct Unknown {
  std::string word;  // the first one
  bool operator==(const Unknown&) const = default;
};
struct Uci {
  bool operator==(const Uci&) const = default;
};
struct Debug {
  bool on = true;
  bool operator==(const Debug&) const = default;
};
struct IsReady {
  bool operator==(const IsReady&) const = default;
};
struct SetOption {
  std::string name;  // words joined by single spaces; empty: the command named none
  std::string value;
  bool has_value = false;  // the word `value` was there, perhaps with nothing behind it
  bool operator==(const SetOption&) const = default;
};
struct Register {
  bool operator==(const Register&) const = default;
};
struct UciNewGame {
  bool operator==(const UciNewGame&) const = default;
};
struct PositionCommand {
  std::optional<std::string> fen = {};  // nothing: the start position
  std::vector<std::string> moves = {};
  std::string problem = {};  // not empty: neither `startpos` nor `fen` was there
  bool operator==(const PositionCommand&) const = default;
};
// Numbers are as they were sent, negative ones too; those too large for 64 bits are the largest there is.
struct Go {
  std::optional<std::int64_t> white_time = {};  // milliseconds
  std::optional<std::int64_t> black_time = {};
  std::optional<std::int64_t> white_increment = {};
  std::optional<std::int64_t> black_increment = {};
  std::optional<std::int64_t> moves_to_go = {};
  std::optional<std::int64_t> depth = {};
  std::optional<std::int64_t> nodes = {};
  std::optional<std::int64_t> mate = {};
  std::optional<std::int64_t> move_time = {};
  std::optional<std::int64_t> perft = {};  // count the lines of so many plies instead of searching
  bool infinite = false;
  bool ponder = false;
  std::vector<std::string> search_moves = {};
  std::vector<std::string> problems = {};  // one sentence for each part that was ignored
  bool operator==(const Go&) const = default;
};
struct Stop {
  bool operator==(const Stop&) const = default;
};
struct PonderHit {
  bool operator==(const PonderHit&) const = default;
};
struct Quit {
  bool operator==(const Quit&) const = default;
};

// Not in the protocol, but expected of engines by those who work on them. These must be the first word of a
// line.
struct Display {  // d
  bool operator==(const Display&) const = default;
};
struct Evaluate {  // eval
  bool operator==(const Evaluate&) const = default;
};
struct Bench {
  std::optional<std::int64_t> depth = {};
  bool operator==(const Bench&) const = default;
};
struct Flip {
  bool operator==(const Flip&) const = default;
};
struct Help {
  bool operator==(const Help&) const = default;
};

using Command =
    std::variant<Empty, Unknown, Uci, Debug, IsReady, SetOption, Register, UciNewGame, PositionCommand, Go,
                 Stop, PonderHit, Quit, Display, Evaluate, Bench, Flip, Help>;

}  // namespace uci

// Words before the first command of the line are skipped: `joho debug on` still switches debug on.
[[nodiscard]] uci::Command parse_uci_command(std::string_view line);

// This word begins a command of the protocol or one of the extras.
[[nodiscard]] bool is_uci_word(std::string_view word);

}  // namespace vitrine::protocols
