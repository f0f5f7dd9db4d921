#pragma once

// The paper machine: every move and every reply, then on through considerable moves until the position is
// dead; the value of a move is what the material comes to if both sides do their best. Branches that can't
// matter are left out (alpha-beta), but every value that is shown is exact.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/game.h"
#include "engines/turochamp/rules.h"
#include "engines/turochamp/value.h"
#include "engines/turochamp/watch.h"

namespace vitrine::engines::turochamp {

// The value of a position, and what tells equal values apart inside the tree.
struct Worth {
  Value value;
  int mate = 0;  // nearer mates for the machine are higher, nearer mates against it lower; 0: no mate
  int play = 0;  // position-play at the leaf, where the rules ask for it

  std::strong_ordering operator<=>(const Worth&) const = default;
  bool operator==(const Worth&) const = default;

  // Plies to mate from the root, negative when the machine is mated. Contract: mate != 0.
  [[nodiscard]] int plies_to_mate() const;
};

// A move as the machine sees it.
struct Candidate {
  chess::Move move;
  Worth worth;
  int play;                       // position-play right after it, in tenths
  std::vector<chess::Move> line;  // from the move itself to the position that is dead
  std::uint64_t nodes = 0;        // positions looked at for its sake
};

// Best first: value, then position-play, then the alphabet. What `rules` say of each is taken into account.
void rank(std::span<Candidate> candidates, const Rules& rules);
// Nothing but the alphabet puts one before the other.
[[nodiscard]] bool are_tied(const Candidate& a, const Candidate& b, const Rules& rules);

class Paper {
 public:
  // Contract: 1 <= rules.plies <= kMaxDepth.
  Paper(const chess::Game& game, const Rules& rules, Watch& watch);

  // A legal move of the game's position at first sight: as if the position after it were dead.
  [[nodiscard]] Candidate glance(chess::Move move) const;
  // What it really comes to, and the line that shows it; false, with nothing changed, if the watch says stop.
  [[nodiscard]] bool assess(Candidate& candidate);
  // The same for the line that begins with this reply to it.
  [[nodiscard]] bool assess_reply(Candidate& candidate, chess::Move reply);

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] int selective_depth() const { return selective_depth_; }

 private:
  // Beyond the full plies every move but the last takes a man or promotes a pawn, or, at most every second,
  // answers a check.
  static constexpr int kMaxLine = kMaxDepth + 2 * (30 + 16) + 2;
  struct Line {
    std::array<chess::Move, kMaxLine> moves;
    int size = 0;
    void set(chess::Move first, const Line& rest);
  };

  // The worth of the position after `move`, which leads to this ply.
  Worth after(const chess::Position& pos, chess::Move move, int ply, Worth alpha, Worth beta);
  Worth search(const chess::Position& pos, std::optional<chess::Square> taken_on, int ply, Worth alpha,
               Worth beta);
  [[nodiscard]] Worth as_if_dead(const chess::Position& pos) const;
  // Mate or stalemate.
  [[nodiscard]] Worth without_moves(const chess::Position& pos, int ply) const;
  [[nodiscard]] bool is_drawn(const chess::Position& pos) const;

  Rules rules_;
  Watch& watch_;
  chess::Position root_;
  chess::Color own_;
  std::vector<chess::Key> path_;  // of the game and of the line being looked at, the current position last
  std::array<Line, kMaxLine + 1> lines_;
  std::uint64_t nodes_ = 0;
  int selective_depth_ = 0;
};

}  // namespace vitrine::engines::turochamp
