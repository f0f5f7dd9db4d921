#include "pawnrace/book.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "pawnrace/notation.h"
#include "pawnrace/setups.h"

namespace vitrine::pawnrace {

namespace {

// One character says which of the at most 28 moves is played and what the position is worth, or that the next
// 1, 2, 4, ... 512 positions are left to the search. Those at the end of the text need no mention.
constexpr char kFirst = '!';
constexpr int kMostMoves = 28;
constexpr int kRuns = 3 * kMostMoves;
constexpr int kRunWidths = 10;
static_assert(kFirst + kRuns + kRunWidths - 1 == '~');

// Not constexpr: clang would give up counting their characters.
const std::string_view kPages[] = {
#include "pawnrace/book.inc"
};
static_assert(std::size(kPages) == 64);

constexpr std::uint8_t pack(int move, Outcome outcome) {
  return static_cast<std::uint8_t>(move * 3 + static_cast<int>(outcome) + 1);
}
std::optional<int> index_of(const Position& pos, Move move) {
  const MoveList moves = pos.legal_moves();
  const auto which = static_cast<int>(std::find(moves.begin(), moves.end(), move) - moves.begin());
  if (which == moves.size()) return {};
  assert(which < kMostMoves);
  return which;
}
constexpr int move_of(std::uint8_t byte) { return byte / 3; }
constexpr Outcome outcome_of(std::uint8_t byte) { return static_cast<Outcome>(byte % 3 - 1); }

}  // namespace

Book::Book(Gaps gaps, Color side)
    : Book(gaps, side, built_in_page(is_canonical(gaps) ? gaps : gaps.mirrored(), side)) {}

Book::Book(Gaps gaps, Color side, std::string_view text) : is_mirrored_(!is_canonical(gaps)) {
  const Gaps canonical = is_mirrored_ ? gaps.mirrored() : gaps;
  BookReader reader(text);
  try {
    walk_book(canonical, side, [&](const Position& pos) -> std::optional<Move> {
      const auto found = reader.next(pos);
      if (!found) return {};
      moves_.insert(pos, pack(*index_of(pos, found->move), found->outcome));
      return found->move;
    });
    if (!reader.is_at_end()) throw std::runtime_error("it is too long");
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("the book of " + to_text(canonical) +
                             " does not fit its start: " + error.what());
  }
}

std::optional<BookMove> Book::find(const Position& pos) const {
  if (pos.end()) return {};
  const Position canonical = is_mirrored_ ? pos.mirrored() : pos;
  const std::uint8_t* byte = moves_.find(canonical);
  if (byte == nullptr) return {};
  Move move = canonical.legal_moves()[move_of(*byte)];
  const auto mirror = [](Square sq) { return Square::at(7 - sq.file(), sq.rank()); };
  if (is_mirrored_) move = Move(mirror(move.from()), mirror(move.to()));
  return BookMove{move, outcome_of(*byte)};
}

std::optional<BookMove> BookReader::next(const Position& pos) {
  while (left_to_search_ == 0 && !text_.empty() && text_[0] - kFirst >= kRuns) {
    left_to_search_ = 1ULL << (text_[0] - kFirst - kRuns);
    text_.remove_prefix(1);
  }
  if (left_to_search_ > 0) {
    --left_to_search_;
    return {};
  }
  if (text_.empty()) return {};
  const auto byte = static_cast<std::uint8_t>(text_[0] - kFirst);
  text_.remove_prefix(1);
  const MoveList moves = pos.legal_moves();
  if (move_of(byte) >= moves.size()) throw std::runtime_error("there is no such move");
  return BookMove{moves[move_of(byte)], outcome_of(byte)};
}

void BookWriter::add(const Position& pos, BookMove move) {
  while (ends_ > 0) {
    const int width = std::min(static_cast<int>(std::bit_width(ends_)), kRunWidths) - 1;
    text_ += static_cast<char>(kFirst + kRuns + width);
    ends_ -= 1ULL << width;
  }
  const auto which = index_of(pos, move.move);
  assert(which);
  text_ += static_cast<char>(kFirst + pack(*which, move.outcome));
}

std::string_view built_in_page(Gaps gaps, Color side) {
  assert(is_canonical(gaps));
  const int start = gaps.white * 8 + gaps.black;
  return kPages[2 * start + index(side)];
}

std::size_t built_in_book_bytes() {
  std::size_t bytes = 0;
  for (const std::string_view page : kPages) bytes += page.size();
  return bytes;
}

}  // namespace vitrine::pawnrace
