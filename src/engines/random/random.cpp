#include "engines/random/random.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "base/rng.h"

namespace vitrine::engines {

namespace {

std::uint64_t entropy() { return std::uint64_t{std::random_device()()} << 32 | std::random_device()(); }

class Random final : public Engine {
 public:
  Random() {
    options().add({"Seed", SpinOption{.value = 0, .min = 0, .max = std::numeric_limits<std::int32_t>::max()}},
                  [this](const Option&) { reseed(); });
  }

  [[nodiscard]] Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                              const Signals&) override {
    const std::vector<chess::Move> moves = candidates(game.position(), limits);
    Report report{.depth = 1, .selective_depth = 1, .score = Score::centipawns(0), .nodes = moves.size()};
    Choice choice;
    if (moves.empty()) {
      report = {.score = game.position().is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)};
    } else {
      choice.move = moves[rng_.below(moves.size())];
      report.pv = {*choice.move};
    }
    if (on_report) on_report(report);
    return choice;
  }

  void new_game() override { reseed(); }

 private:
  // The legal ones among those asked for; all of them if that leaves none.
  [[nodiscard]] static std::vector<chess::Move> candidates(const chess::Position& pos, const Limits& limits) {
    const chess::MoveList legal = pos.legal_moves();
    std::vector<chess::Move> moves;
    std::ranges::copy_if(legal, std::back_inserter(moves),
                         [&](chess::Move move) { return std::ranges::count(limits.search_moves, move) > 0; });
    if (moves.empty()) moves.assign(legal.begin(), legal.end());
    return moves;
  }

  void reseed() {
    const auto seed = static_cast<std::uint64_t>(options().spin("Seed"));
    rng_ = base::Rng(seed != 0 ? seed : entropy());
  }

  base::Rng rng_{entropy()};
};

}  // namespace

std::unique_ptr<Engine> make_random() { return std::make_unique<Random>(); }

}  // namespace vitrine::engines
