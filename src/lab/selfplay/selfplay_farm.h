#pragma once

// Self-play on many machines through a Gearman server, as the arena does it (arena/gearman_queue.h). A block
// of game numbers is a background job of kBlockFunction; the worker that plays it submits the games as a job
// of result_function(run) with the same key and completes its own. What the server forgets is found missing
// by asking for the key of every unfinished block now and then, and submitted again. A game is the same
// whoever plays it, so played or reported twice is harmless.

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "arena/gearman.h"
#include "lab/selfplay/selfplay.h"

namespace vitrine::lab {

inline constexpr const char* kBlockFunction = "vitrine-selfplay";

// A block as it travels to a worker, and back as text and games. Read as strictly as if a stranger had
// written them.
struct BlockMessage {
  std::string run;        // its id: letters a-z and digits
  std::string signature;  // of the engine: a worker with another plays other games
  SelfplayRules rules = {};
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};
struct BlockResult {
  std::uint32_t first = 0;
  std::string worker = {};   // who it was: "host (1234)"
  std::string refusal = {};  // why it can't; empty: there are games
  std::vector<SelfplayGame> games = {};
};
[[nodiscard]] std::string to_text(const BlockMessage& message);
[[nodiscard]] base::Result<BlockMessage, std::string> parse_block_message(std::string_view text);
[[nodiscard]] std::string to_text(const BlockResult& result);
[[nodiscard]] base::Result<BlockResult, std::string> parse_block_result(std::string_view text);

struct FarmSettings {
  arena::GearmanAddress server;
  std::string signature;
  std::uint32_t block = 8;      // games
  std::size_t in_flight = 256;  // blocks
  std::chrono::milliseconds check_interval{30'000};
  arena::Tell tell = {};
};

// As run_selfplay, by workers. The server need not be there yet. Throws if a worker refuses, with its reason.
void run_selfplay_farm(const SelfplayRules& rules, const FarmSettings& farm, std::uint32_t first,
                       std::uint32_t count, const std::function<void(SelfplayGame&&)>& on_game,
                       const std::stop_token& stop);

struct FarmWorkerSettings {
  arena::GearmanAddress server;
  std::string signature;
  int threads = 1;
  arena::Tell tell_problem = {};
  arena::Tell tell_block = {};
};

// Until somebody asks to stop; what is being played is then given back to the server.
void run_selfplay_worker(const FarmWorkerSettings& settings, const EngineMaker& make_engine,
                         const std::stop_token& stop);

}  // namespace vitrine::lab
