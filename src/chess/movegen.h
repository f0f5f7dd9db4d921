#pragma once

// Legal moves, directly: pins, checks and the king's dangers are settled before a move is written down, so
// none has to be taken back. One generator feeds different sinks: a list, or a mere count.

#include "chess/attacks.h"
#include "chess/move_list.h"
#include "chess/position.h"

namespace vitrine::chess {

enum class MoveSet { all, captures, quiets };

// Writes the moves into a list.
class ListSink {
 public:
  explicit ListSink(MoveList& list) : list_(list) {}
  void piece(MoveKind kind, Square from, Bitboard targets) {
    for (const Square to : targets) list_.push_back(Move(from, to, kind));
  }
  // Pawns that came from `step` squares below their targets.
  void pawns(MoveKind kind, int step, Bitboard targets) {
    for (const Square to : targets) list_.push_back(Move(Square::from_index(to.index() - step), to, kind));
  }
  void promotions(int step, Bitboard targets) {
    for (const Square to : targets) {
      const Square from = Square::from_index(to.index() - step);
      for (const MoveKind kind : {MoveKind::promote_queen, MoveKind::promote_rook, MoveKind::promote_bishop,
                                  MoveKind::promote_knight})
        list_.push_back(Move(from, to, kind));
    }
  }
  void one(Move move) { list_.push_back(move); }

 private:
  MoveList& list_;
};

// Counts the moves.
class CountSink {
 public:
  void piece(MoveKind, Square, Bitboard targets) { count_ += targets.count(); }
  void pawns(MoveKind, int, Bitboard targets) { count_ += targets.count(); }
  void promotions(int, Bitboard targets) { count_ += 4 * targets.count(); }
  void one(Move) { ++count_; }
  [[nodiscard]] int count() const { return count_; }

 private:
  int count_ = 0;
};

// Contract of all below: pos.turn() == us.
template <Color us, MoveSet set, class Sink>
class Generator {
 public:
  Generator(const Position& pos, Sink& sink)
      : pos_(pos),
        sink_(sink),
        own_(pos.pieces(us)),
        enemy_(pos.pieces(!us)),
        occupied_(own_ | enemy_),
        king_(pos.king(us)) {}

  [[gnu::always_inline]] void run() {
    const Bitboard danger = pos_.template danger<us>();
    sink_.piece(MoveKind::king, king_, king_attacks(king_) & wanted() & ~danger);
    if (pos_.checkers().has_several()) return;  // only the king can answer a double check
    if (pos_.is_check()) {
      const Square checker = pos_.checkers().first();
      men(between(king_, checker) | Bitboard(checker));
    } else {
      if constexpr (set != MoveSet::captures) castling(danger);
      men(Bitboard::all());
    }
  }

 private:
  static constexpr int kUp = us == Color::white ? 8 : -8;

  Bitboard wanted() const {
    if constexpr (set == MoveSet::captures) return enemy_;
    if constexpr (set == MoveSet::quiets) return ~occupied_;
    return ~own_;
  }

  // Contract: not in check.
  [[gnu::always_inline]] void castling(Bitboard danger) {
    if ((pos_.castling_rooks() & own_).is_empty()) return;
    for (const Square rook : rook_attacks(king_, occupied_) & pos_.castling_rooks() & own_) {
      const Move move(king_, rook, MoveKind::castling);
      if (pos_.template is_castling_free<us>(move, danger)) sink_.one(move);
    }
  }

  // Everybody but the king, on targets that answer a check if there is one.
  [[gnu::always_inline]] void men(Bitboard answers) {
    const Bitboard targets = wanted() & answers;
    const Bitboard free = own_ & ~pos_.pinned();
    for (const Square sq : free& pos_.pieces(PieceType::knight))
      sink_.piece(MoveKind::knight, sq, knight_attacks(sq) & targets);
    const Bitboard queens = pos_.pieces(PieceType::queen);
    for (const Square sq : free&(pos_.pieces(PieceType::bishop) | queens))
      sink_.piece(queens.contains(sq) ? MoveKind::queen : MoveKind::bishop, sq,
                  bishop_attacks(sq, occupied_) & targets);
    for (const Square sq : free&(pos_.pieces(PieceType::rook) | queens))
      sink_.piece(queens.contains(sq) ? MoveKind::queen : MoveKind::rook, sq,
                  rook_attacks(sq, occupied_) & targets);
    pawns(answers);
    if (pos_.pinned().any()) pinned_men(targets, answers);
  }

  [[gnu::always_inline]] void pawns(Bitboard answers) {
    const Bitboard pawns = own_ & pos_.pieces(PieceType::pawn);
    const Bitboard free = pawns & ~pos_.pinned();
    if constexpr (set != MoveSet::captures) {
      // A pinned pawn may still walk along its king's file.
      pawn_pushes(free | (pawns & Bitboard::file(king_.file())), answers);
    }
    if constexpr (set != MoveSet::quiets) {
      const Bitboard ahead = free.forward(us);
      pawn_captures(kUp - 1, ahead.west() & enemy_ & answers);
      pawn_captures(kUp + 1, ahead.east() & enemy_ & answers);
      en_passant(pawns);
    }
  }

  static constexpr Bitboard kLastRank = Bitboard::rank_for(us, 7);

  [[gnu::always_inline]] void pawn_pushes(Bitboard pawns, Bitboard answers) {
    const Bitboard once = pawns.forward(us) & ~occupied_;
    const Bitboard twice = (once & Bitboard::rank_for(us, 2)).forward(us) & ~occupied_ & answers;
    const Bitboard good = once & answers;
    sink_.pawns(MoveKind::pawn, kUp, good & ~kLastRank);
    sink_.pawns(MoveKind::double_push, 2 * kUp, twice);
    if ((good & kLastRank).any()) sink_.promotions(kUp, good & kLastRank);
  }

  [[gnu::always_inline]] void pawn_captures(int step, Bitboard targets) {
    sink_.pawns(MoveKind::pawn, step, targets & ~kLastRank);
    if ((targets & kLastRank).any()) sink_.promotions(step, targets & kLastRank);
  }

  void en_passant(Bitboard pawns) {
    const auto to = pos_.en_passant();
    if (!to) return;
    for (const Square from : pawn_attacks(!us, *to) & pawns)
      if (pos_.template is_en_passant_safe<us>(from, *to)) sink_.one(Move(from, *to, MoveKind::en_passant));
  }

  // Pinned men stay on the line to their king. Knights never can, and pawn pushes are done.
  void pinned_men(Bitboard targets, Bitboard answers) {
    for (const Square sq : pos_.pinned()) {
      const Bitboard line = line_through(king_, sq);
      if (pos_.pieces(PieceType::bishop).contains(sq))
        sink_.piece(MoveKind::bishop, sq, bishop_attacks(sq, occupied_) & targets & line);
      else if (pos_.pieces(PieceType::rook).contains(sq))
        sink_.piece(MoveKind::rook, sq, rook_attacks(sq, occupied_) & targets & line);
      else if (pos_.pieces(PieceType::queen).contains(sq))
        sink_.piece(MoveKind::queen, sq, queen_attacks(sq, occupied_) & targets & line);
      else if (set != MoveSet::quiets && pos_.pieces(PieceType::pawn).contains(sq))
        pinned_pawn_captures(sq, pawn_attacks(us, sq) & enemy_ & answers & line);
    }
  }

  void pinned_pawn_captures(Square from, Bitboard targets) {
    for (const Square to : targets) pawn_captures(to.index() - from.index(), Bitboard(to));
  }

  const Position& pos_;
  Sink& sink_;
  const Bitboard own_;
  const Bitboard enemy_;
  const Bitboard occupied_;
  const Square king_;
};

template <Color us, MoveSet set = MoveSet::all>
void generate_into(const Position& pos, MoveList& list) {
  ListSink sink(list);
  Generator<us, set, ListSink>(pos, sink).run();
}

template <Color us>
[[nodiscard]] int count_moves(const Position& pos) {
  CountSink sink;
  Generator<us, MoveSet::all, CountSink>(pos, sink).run();
  return sink.count();
}

}  // namespace vitrine::chess
