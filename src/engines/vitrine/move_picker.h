#pragma once

// The moves of a node, the most promising first: the table's move, captures that lose nothing, the killer,
// quiet moves by their history, captures that lose something. Each stage is generated only when the one
// before it brought no cut-off.

#include <array>
#include <cstdint>

#include "chess/move_list.h"
#include "chess/position.h"
#include "engines/vitrine/histories.h"
#include "engines/vitrine/parameters.h"

namespace vitrine::engines::flagship {

// Where the node stands, as far as the order of moves cares.
struct Context {
  const chess::Position& pos;
  const Parameters& parameters;
  Histories& histories;
  // After the moves one, two and four plies before.
  std::array<ContinuationHistory*, 3> continuations;
  chess::Move killer;
  chess::Bitboard attacked = {};  // by the enemy
};

class MovePicker {
 public:
  enum class Kind {
    main,        // all moves
    quiescence,  // captures and promotions; in check all moves
    probcut,     // captures that gain at least a threshold
  };
  MovePicker(const Context& context, chess::Move table_move, Kind kind, int threshold = 0);

  // Move::none() when there are no more.
  [[nodiscard]] chess::Move next();
  // Only captures from here on.
  void skip_quiets() { skips_quiets_ = true; }
  // What the order was based on, for the move last returned if it was a quiet one.
  [[nodiscard]] int last_score() const { return last_score_; }

 private:
  enum class Stage : std::uint8_t {
    table_move,
    generate_captures,
    good_captures,
    killer,
    generate_quiets,
    quiets,
    bad_captures,
    generate_evasions,
    evasions,
    done,
  };

  void generate_captures();
  void generate_quiets();
  void generate_evasions();
  [[nodiscard]] int capture_score(chess::Move move) const;
  [[nodiscard]] int quiet_score(chess::Move move) const;
  struct Sights;
  void add(chess::Move move, int score) {
    moves_[size_] = move;
    scores_[size_++] = score;
  }
  // The best of those left, or none.
  [[nodiscard]] chess::Move pick_best();

  Context context_;
  chess::Move table_move_;
  Kind kind_;
  Stage stage_ = Stage::table_move;
  bool skips_quiets_ = false;
  int threshold_;
  int last_score_ = 0;
  std::size_t place_ = 0;  // of the next move to be picked
  std::size_t size_ = 0;
  std::size_t bad_captures_ = 0;  // kept at the front, already in order
  std::array<chess::Move, 256> moves_;
  std::array<int, 256> scores_;
};

}  // namespace vitrine::engines::flagship
