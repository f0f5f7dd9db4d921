#pragma once

// An engine that can be relied on, made from one that can't: it never throws, always answers with a legal
// move where there is one, and knows a finished game when it sees one. What a protocol owes its GUI does not
// depend on the engine's health.

#include <functional>
#include <string>

#include "engines/engine.h"

namespace vitrine::protocols {

class CarefulEngine : public engines::Engine {
 public:
  // Called, before the answer, with a sentence on what the engine did wrong.
  using OnFault = std::function<void(const std::string&)>;

  CarefulEngine(engines::Engine& engine, OnFault on_fault)
      : engine_(engine), on_fault_(std::move(on_fault)) {}

  // Without a legal move: one report of depth 0 with the score of the finished game, and an empty answer. An
  // engine that resigns gets its last best line or any legal move played for it, for UCI has no word for
  // that.
  [[nodiscard]] engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                                       const engines::Listener& on_report,
                                       const engines::Signals& signals) override;
  void new_game() override;

 private:
  engines::Engine& engine_;
  OnFault on_fault_;
};

}  // namespace vitrine::protocols
