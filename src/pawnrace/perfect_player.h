#pragma once

// The player who never gives anything away: book, then search, until the outcome is proven.

#include <chrono>
#include <cstdint>
#include <optional>

#include "pawnrace/book.h"
#include "pawnrace/player.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

// Small: it is cleared before each game, and no search of a game needs more.
inline constexpr std::size_t kPlayerTableBytes = std::size_t{2} << 20;

// For the most stubborn defence: enough to see the end of most games from their middle on.
inline constexpr std::uint64_t kStubbornNodes = 30'000;

struct PerfectSettings {
  // Nodes for what comes after the outcome: to win sooner, to lose later.
  std::uint64_t distance_nodes = 3'000;
  // The rules give five seconds. No position of a game that it plays itself from the start comes near; but a
  // hint may be asked anywhere.
  std::chrono::milliseconds longest{4'000};
  bool has_book = true;
};

enum class Source : std::uint8_t { book, search, guess };

struct Decision {
  Move move;
  std::optional<Outcome> outcome = {};  // of the position, for the side to move; nothing: out of time
  std::optional<int> plies = {};        // to the end, where that was found too
  Source source = Source::search;
  std::uint64_t nodes = 0;
};

// It uses one thread, which the rules allow on every machine.
class PerfectPlayer : public Player {
 public:
  explicit PerfectPlayer(const PerfectSettings& settings = {});

  [[nodiscard]] Gaps choose_gaps(std::span<const Gaps> chosen) override;
  void start(Gaps gaps, Color side) override;
  [[nodiscard]] Move choose(const Position& pos) override { return decide(pos).move; }
  // Also without start(), for any position whose game is not over; then there is no book.
  [[nodiscard]] Decision decide(const Position& pos);

 private:
  [[nodiscard]] Outcome known_floor(const Position& pos) const;
  void refine(const Position& pos, Decision& decision, const SolveLimits& limits);

  PerfectSettings settings_;
  Solver solver_;
  std::optional<Book> book_;
  // After our last move: what it secured.
  std::optional<Position> last_;
  Outcome secured_ = Outcome::loss;
};

}  // namespace vitrine::pawnrace
