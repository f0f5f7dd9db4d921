#pragma once

// The one contract of every player: the exhibits in this process, a bot in its sandbox, Stockfish behind a
// pipe.

#include <chrono>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "chess/game.h"
#include "chess/move.h"
#include "engines/limits.h"
#include "engines/options.h"
#include "engines/report.h"

namespace vitrine::engines {

// What the one who waits for a move may tell the engine meanwhile. Each is sent at most once a move.
struct Signals {
  std::stop_token stop = {};        // answer now
  std::stop_token ponder_hit = {};  // the expected move was played: the limits count from now
};

struct Choice {
  std::optional<chess::Move> move = {};    // nothing: there is no legal move, or the engine resigns
  std::optional<chess::Move> ponder = {};  // the reply it expects
  bool resigns = false;
  bool offers_draw = false;
  // From the moment it was told to go to the moment its answer came in, where the engine's side can tell that
  // better than whoever called it: an engine behind a pipe is first asked whether it is ready.
  std::optional<std::chrono::microseconds> time = {};
};

// An engine that can't go on: it died, fell silent, or broke its protocol. Only engines outside this process
// do.
class EngineFault : public std::runtime_error {
 public:
  enum class Kind { cannot_start, died, disconnected, silent, no_move, illegal_move, protocol };
  EngineFault(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  [[nodiscard]] Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Thinks about the game's current position and answers. Reports come from the calling thread or another,
  // one at a time, and none after the answer. Returns soon after a stop, always with a legal move if there is
  // one. An engine may answer an infinite search or a ponder early; whoever asked keeps that answer back.
  [[nodiscard]] virtual Choice choose(const chess::Game& game, const Limits& limits,
                                      const Listener& on_report, const Signals& signals) = 0;

  // What the position is worth to the side to move at first sight, without looking ahead; nothing: this
  // engine has no such opinion. May be asked while it thinks. Contract: there is a legal move.
  [[nodiscard]] virtual std::optional<Score> evaluate(const chess::Position&) const { return {}; }

  // How many plies make a bench of it that takes seconds.
  [[nodiscard]] virtual int bench_depth() const { return 5; }

  // The next position belongs to another game: forget what was learnt in this one.
  virtual void new_game() {}

  [[nodiscard]] Options& options() { return options_; }
  [[nodiscard]] const Options& options() const { return options_; }

 private:
  Options options_;
};

}  // namespace vitrine::engines
