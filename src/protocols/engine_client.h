#pragma once

// Engines of others, behind a pipe: started as programs, spoken to in UCI or CECP (xboard), used like any
// engine of ours. Nothing they do can hang or crash us: every wait has a deadline, every buffer a limit, and
// what they break becomes an EngineFault:
//
// - cannot_start: the program can't be run, or ends, falls silent or talks nonsense before it is ready
// - died, disconnected: it ended later, or closed its input or output
// - silent: it did not answer or did not read in time while it had nothing to think about
// - no_move: it did not move in time, though told to
// - illegal_move: its answer is not a legal move
// - protocol: it calls a legal move illegal, claims what isn't there, or can't be given this position
//
// The text says what happened while doing what, with the last lines it wrote. After the first four its
// processes are gone; and so they are when the object is.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.h"

namespace vitrine::protocols {

// How long we wait for an engine.
struct Patience {
  engines::Milliseconds start{
      10'000};  // until it says that it is ready, also after a new game or new settings
  engines::Milliseconds features{
      8'000};  // CECP: for its next feature, before we take it for an engine without more
  engines::Milliseconds ping{5'000};   // when it has nothing to do
  engines::Milliseconds stop{10'000};  // from a stop to its move
  engines::Milliseconds move_now{
      2'000};  // CECP: from `?` to its move, before we take its best line for the answer
  engines::Milliseconds margin{5'000};  // over its clock or its time for the move, before we stop it
  engines::Milliseconds move{600'000};  // for a move without a time, to a depth or a number of nodes
  engines::Milliseconds quit{1'000};    // from quit to the kill
};

struct EngineCommand {
  std::string name;               // for messages; empty: the program's
  std::vector<std::string> argv;  // see base::ChildCommand
  std::optional<std::string> directory = {};
  std::optional<std::vector<std::string>> environment = {};
  std::vector<std::string> first_lines = {};  // sent before anything else
  Patience patience = {};

  enum class Direction { to_engine, from_engine };
  // Sees every line, from the thread that uses the engine. For logs: the text may hold anything.
  std::function<void(Direction, std::string_view)> on_line = {};
};

class ExternalEngine : public engines::Engine {
 public:
  // The name it gives itself; empty: none.
  [[nodiscard]] virtual const std::string& reported_name() const = 0;
};

// Both start the program and greet it; its settings are then in options(). A setting that is changed is sent
// before the next game or move. They throw EngineFault with Kind::cannot_start, and
// std::system_error where this machine has no descriptor, process or memory left.
[[nodiscard]] std::unique_ptr<ExternalEngine> start_uci_engine(EngineCommand command);
[[nodiscard]] std::unique_ptr<ExternalEngine> start_cecp_engine(EngineCommand command);

// A command line as words: blanks separate, quotes ('…' or "…") and a backslash keep together. No shell is
// asked, so $, * and the like mean nothing.
[[nodiscard]] std::vector<std::string> split_command(std::string_view text);

}  // namespace vitrine::protocols
