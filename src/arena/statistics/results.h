#pragma once

// What was scored, always from the view of the first of two players: single games (trinomial) and pairs of
// games with the same opening and the colours swapped (pentanomial). Pairs are kept because the two games of
// a pair are not independent: an opening that favours White gives one win each.

#include <array>
#include <cstdint>

namespace vitrine::arena {

// The value is the number of half points.
enum class GameScore : std::uint8_t { loss, draw, win };

[[nodiscard]] constexpr int half_points(GameScore score) { return static_cast<int>(score); }
[[nodiscard]] constexpr GameScore reversed(GameScore score) {
  return static_cast<GameScore>(half_points(GameScore::win) - half_points(score));
}

struct Tally {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;

  constexpr void add(GameScore score) {
    ++(score == GameScore::win ? wins : score == GameScore::draw ? draws : losses);
  }
  constexpr Tally& operator+=(const Tally& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
  }
  [[nodiscard]] friend constexpr Tally operator+(Tally a, const Tally& b) { return a += b; }
  [[nodiscard]] constexpr bool operator==(const Tally&) const = default;

  [[nodiscard]] constexpr std::int64_t games() const { return wins + draws + losses; }
  [[nodiscard]] constexpr std::int64_t half_points() const { return 2 * wins + draws; }
  [[nodiscard]] constexpr double points() const { return static_cast<double>(half_points()) / 2; }
  // Points per game; one half before the first game.
  [[nodiscard]] constexpr double score() const {
    return games() ? points() / static_cast<double>(games()) : 0.5;
  }
  // The same games as the opponent saw them.
  [[nodiscard]] constexpr Tally reversed() const { return {losses, draws, wins}; }
  // Losses, draws, wins: by rising score.
  [[nodiscard]] constexpr std::array<std::int64_t, 3> counts() const { return {losses, draws, wins}; }
};

// Only finished pairs belong here. "loss_draw" is one of each, in either order.
struct Pentanomial {
  std::int64_t loss_loss = 0;
  std::int64_t loss_draw = 0;
  std::int64_t win_loss = 0;
  std::int64_t draw_draw = 0;
  std::int64_t win_draw = 0;
  std::int64_t win_win = 0;

  constexpr void add(GameScore one, GameScore other) {
    switch (arena::half_points(one) + arena::half_points(other)) {
      case 0: ++loss_loss; break;
      case 1: ++loss_draw; break;
      case 2: ++(one == GameScore::draw ? draw_draw : win_loss); break;
      case 3: ++win_draw; break;
      default: ++win_win; break;
    }
  }
  constexpr Pentanomial& operator+=(const Pentanomial& other) {
    loss_loss += other.loss_loss;
    loss_draw += other.loss_draw;
    win_loss += other.win_loss;
    draw_draw += other.draw_draw;
    win_draw += other.win_draw;
    win_win += other.win_win;
    return *this;
  }
  [[nodiscard]] friend constexpr Pentanomial operator+(Pentanomial a, const Pentanomial& b) { return a += b; }
  [[nodiscard]] constexpr bool operator==(const Pentanomial&) const = default;

  [[nodiscard]] constexpr std::int64_t even_pairs() const { return win_loss + draw_draw; }
  [[nodiscard]] constexpr std::int64_t pairs() const {
    return loss_loss + loss_draw + even_pairs() + win_draw + win_win;
  }
  // The games of all pairs.
  [[nodiscard]] constexpr Tally games() const {
    return {2 * win_win + win_draw + win_loss, win_draw + loss_draw + 2 * draw_draw,
            2 * loss_loss + loss_draw + win_loss};
  }
  // Points per game; one half before the first pair.
  [[nodiscard]] constexpr double score() const { return games().score(); }
  [[nodiscard]] constexpr Pentanomial reversed() const {
    return {win_win, win_draw, win_loss, draw_draw, loss_draw, loss_loss};
  }
  // The five classes by rising score; the middle one holds win_loss and draw_draw together.
  [[nodiscard]] constexpr std::array<std::int64_t, 5> counts() const {
    return {loss_loss, loss_draw, even_pairs(), win_draw, win_win};
  }
};

}  // namespace vitrine::arena
