#include "engines/evil/evil.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <random>
#include <vector>

namespace vitrine::engines {

namespace {

constexpr std::array kValues = {100, 300, 300, 500, 900, 10000};  // by PieceType

int value_taken(const chess::Position& pos, chess::Move move) {
  const auto victim = pos.captured(move);
  return victim ? kValues[index(*victim)] : 0;
}

bool mates(const chess::Position& pos, chess::Move move) {
  return pos.gives_check(move) && pos.after(move).is_checkmate();
}

std::uint64_t entropy() { return std::uint64_t{std::random_device()()} << 32 | std::random_device()(); }

}  // namespace

Evil::Evil() : Evil(entropy()) {}

Evil::Evil(std::uint64_t seed) : rng_(seed) {
  options().add({"Seed", SpinOption{.value = 0, .min = 0, .max = std::numeric_limits<std::int32_t>::max()}},
                [this](const Option&) { new_game(); });
}

void Evil::new_game() {
  const auto seed = static_cast<std::uint64_t>(options().spin("Seed"));
  rng_ = base::Rng(seed != 0 ? seed : entropy());
}

Choice Evil::choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                    const Signals&) {
  const chess::Position& pos = game.position();
  const chess::MoveList legal = pos.legal_moves();
  if (legal.empty()) {
    if (on_report) on_report({.score = pos.is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)});
    return {};
  }
  std::vector<chess::Move> moves;
  std::ranges::copy_if(legal, std::back_inserter(moves),
                       [&](chess::Move move) { return std::ranges::count(limits.search_moves, move) > 0; });
  if (moves.empty()) moves.assign(legal.begin(), legal.end());
  const Prey prey = hunt(pos, moves);
  if (on_report)
    on_report(
        {.depth = 1, .selective_depth = 1, .score = prey.score, .pv = {prey.move}, .nodes = moves.size()});
  return {.move = prey.move};
}

chess::Move Evil::choose(const chess::Position& pos) {
  const chess::MoveList moves = pos.legal_moves();
  return hunt(pos, std::span(moves.begin(), moves.end())).move;
}

Evil::Prey Evil::hunt(const chess::Position& pos, std::span<const chess::Move> moves) {
  assert(!moves.empty());
  chess::Move chosen = moves[rng_.below(moves.size())];
  int highest = 0;
  for (const chess::Move move : moves) {
    if (mates(pos, move)) return {move, Score::mate_in_plies(1)};
    if (const int value = value_taken(pos, move); value > highest) {
      chosen = move;
      highest = value;
    }
  }
  return {chosen, Score::centipawns(highest)};
}

std::unique_ptr<Engine> make_evil() { return std::make_unique<Evil>(); }

}  // namespace vitrine::engines
