#pragma once

// What the tests of the flagship share: positions, engines with options set, and thoughts without their time.

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engines/exhibit_support.h"
#include "engines/vitrine/vitrine.h"

namespace vitrine::engines {

inline constexpr const char* kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
inline constexpr const char* kPawns = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

inline std::unique_ptr<Engine> with(std::initializer_list<std::pair<const char*, std::string>> options) {
  auto engine = make_vitrine();
  for (const auto& [name, value] : options) EXPECT_EQ(engine->options().set(name, value), "") << name;
  return engine;
}

// What was thought about a move, all but the time it took.
struct Trace {
  std::string move;
  std::uint64_t nodes = 0;
  int depth = 0;
  Score score;
  std::vector<chess::Move> pv;
  bool operator==(const Trace&) const = default;
};

inline Trace trace(Engine& engine, const chess::Game& game, const Limits& limits) {
  const Thought thought = think(engine, game, limits);
  const Report& last = thought.reports.back();
  return {notation::to_uci(*thought.choice.move), last.nodes, last.depth, *last.score, last.pv};
}

}  // namespace vitrine::engines
