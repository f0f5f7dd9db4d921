#pragma once

// A pair of games as text that travels to a worker, and its results as text that travels back. Both are read
// as strictly as if a stranger had written them: a broken text gives an error, never a crash.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/job_queue.h"
#include "base/result.h"

namespace vitrine::arena {

struct PairMessage {
  std::string tournament;  // its id: letters a-z and digits
  std::string session;     // of the process that runs the tournament; comes back with the result
  PairJob job = {};
};

// What became of a pair: its games, or why this worker can't play it.
struct ResultMessage {
  std::string session;  // from the pair
  std::string worker;   // who it was: "host (1234)"
  std::int64_t pair = 0;
  std::vector<FinishedGame> games = {};
  std::string refusal = {};  // a sentence; empty: there are games
};

struct MessageError {
  std::string text;
  // From whom a pair comes, where at least that could be read: then a worker can say what is wrong.
  std::string tournament = {};
  std::string session = {};
  std::int64_t pair = 0;
};

[[nodiscard]] bool is_tournament_id(std::string_view text);

[[nodiscard]] std::string to_text(const PairMessage& message);
[[nodiscard]] base::Result<PairMessage, MessageError> parse_pair_message(std::string_view text);

// Every record comes back as it was, but for bytes in its texts that aren't UTF-8.
[[nodiscard]] std::string to_text(const ResultMessage& message);
// The moves of each game are legal and its end and winner go together.
[[nodiscard]] base::Result<ResultMessage, MessageError> parse_result_message(std::string_view text);

}  // namespace vitrine::arena
