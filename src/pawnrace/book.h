#pragma once

// What a side plays from a start where the search alone would take too long. The book holds, for each of the
// 32 starts that are not mirror images and for each side, a move for every position that this side can meet
// while it follows the book, whatever the opponent does, up to those that the search solves in no time. So it
// needs no keys: reader and writer walk the same positions in the same order, and the text is a list of
// moves.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pawnrace/position.h"
#include "pawnrace/position_map.h"

namespace vitrine::pawnrace {

struct BookMove {
  Move move;
  Outcome outcome;  // of the position, for the side that plays the move
};

// One side's book from one start.
class Book {
 public:
  // From the program's own book.
  Book(Gaps gaps, Color side);
  // From a text of the same kind, for the start with White's gap on files a to d. Throws std::runtime_error
  // if the text does not fit the start.
  Book(Gaps gaps, Color side, std::string_view text);

  [[nodiscard]] std::optional<BookMove> find(const Position& pos) const;
  [[nodiscard]] std::size_t size() const { return moves_.size(); }

 private:
  bool is_mirrored_;
  PositionMap moves_;
};

// Reads a text of a book, one position at a time in the order of walk_book().
class BookReader {
 public:
  explicit BookReader(std::string_view text) : text_(text) {}

  // The text has nothing more to say: this position and all that follow are left to the search.
  [[nodiscard]] bool is_at_end() const { return text_.empty() && left_to_search_ == 0; }
  // Nothing: left to the search. Throws std::runtime_error if the text does not fit the position.
  [[nodiscard]] std::optional<BookMove> next(const Position& pos);

 private:
  std::string_view text_;
  std::uint64_t left_to_search_ = 0;
};

// The text of a book, written one position at a time in the order of walk_book().
class BookWriter {
 public:
  void add(const Position& pos, BookMove move);
  void add_end() { ++ends_; }  // the search takes over here
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::uint64_t ends_ = 0;
};

// Visits every position, each once, in which the side is to move and nothing is clear at sight, having played
// what visit(pos) answered before: a move to follow, or nothing where the book ends.
template <class Visit>
void walk_book(Gaps gaps, Color side, Visit visit);
// The same, asking for all positions at once that are as many moves from the start: decide(positions) answers
// with as many moves or nothings.
template <class Decide>
void walk_book_by_levels(Gaps gaps, Color side, Decide decide);

// A page of the program's own book. Contract: White's gap on files a to d.
[[nodiscard]] std::string_view built_in_page(Gaps gaps, Color side);
// Bytes of data that the program carries for its play.
[[nodiscard]] std::size_t built_in_book_bytes();

}  // namespace vitrine::pawnrace

#include "pawnrace/book_walk.h"
