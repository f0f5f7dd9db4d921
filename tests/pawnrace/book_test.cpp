#include "pawnrace/book.h"

#include <atomic>
#include <semaphore>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "pawnrace/book_builder.h"
#include "pawnrace/perfect_player.h"
#include "pawnrace/setups.h"
#include "pawnrace/solution.h"
#include "pawnrace/solver.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

// A book written by a simple rule: the last move, two moves deep, with holes.
TEST(PawnRaceBook, ReadsWhatItWrites) {
  for (const char* const setup : {"af", "ba", "dd"})
    for (const Color side : {Color::white, Color::black}) {
      BookWriter writer;
      std::vector<std::pair<Position, BookMove>> written;
      std::size_t left_out = 0;
      walk_book(gaps(setup), side, [&](const Position& pos) -> std::optional<Move> {
        const bool is_early = (pos.mine() & Bitboard::rank(1)).count() >= 5;
        if (!is_early || written.size() % 7 == 6) {
          writer.add_end();
          if (written.size() % 7 == 6) written.emplace_back(pos, BookMove{});
          ++left_out;
          return {};
        }
        const MoveList moves = pos.legal_moves();
        const BookMove chosen{moves[moves.size() - 1],
                              static_cast<Outcome>(static_cast<int>(written.size() % 3) - 1)};
        writer.add(pos, chosen);
        written.emplace_back(pos, chosen);
        return chosen.move;
      });
      const Book book(gaps(setup), side, writer.text());
      std::size_t found = 0;
      for (std::size_t i = 0; i < written.size(); ++i) {
        const auto entry = book.find(written[i].first);
        if (i % 7 == 6) {
          EXPECT_FALSE(entry);
          continue;
        }
        ASSERT_TRUE(entry) << written[i].first;
        EXPECT_EQ(entry->move, written[i].second.move);
        EXPECT_EQ(entry->outcome, written[i].second.outcome);
        ++found;
      }
      EXPECT_EQ(book.size(), found);
      EXPECT_GT(left_out, 10U);
      // A move that the first position after the text does not have.
      EXPECT_THROW(Book(gaps(setup), side, writer.text() + std::string(1, '!' + 3 * 27)), std::runtime_error);
    }
}

TEST(PawnRaceBook, IsSmallEnoughForTheRules) {
  constexpr std::size_t kMostBytes = 1'000'000;
  std::size_t bytes = built_in_book_bytes();
  for (const Gaps setup : allowed_setups())
    for (const std::string& text : solved_start(setup).line) bytes += text.size() + 1;
  EXPECT_LT(bytes, kMostBytes);
  EXPECT_GT(built_in_book_bytes(), 10'000U);
}

TEST(PawnRaceBook, KnowsTheWorthOfEveryStart) {
  for (const Gaps setup : allowed_setups()) {
    const Position start = Position::start(setup);
    const Outcome worth = solved_start(setup).value.outcome;
    const auto entry = Book(setup, Color::white).find(start);
    ASSERT_TRUE(entry) << setup;
    EXPECT_TRUE(start.is_legal(entry->move)) << setup;
    EXPECT_EQ(entry->outcome, worth) << setup;
    // Black can hope for more after White's first move, never less.
    const Book black(setup, Color::black);
    Outcome least = Outcome::win;
    for (const Move first : start.legal_moves()) {
      const auto answer = black.find(start.after(first));
      ASSERT_TRUE(answer) << setup << ' ' << to_text(start, first);
      least = std::min(least, answer->outcome);
    }
    EXPECT_EQ(least, -worth) << setup;
  }
}

// The last part of a page, made again: what was begun stays as it is, and the rest fits.
TEST(PawnRaceBook, GoesOnWhereItWasStopped) {
  const std::string_view whole = built_in_page(gaps("df"), Color::white);
  const std::string begun(whole.substr(0, whole.size() - 60));
  const auto build = [&](int threads, bool is_stopped) {
    ProofTable table(std::size_t{64} << 20);
    std::counting_semaphore<> cores(threads);
    const std::atomic<bool> stop = is_stopped;
    const BookWorkshop workshop{.table = table, .cores = cores, .most_threads = threads, .stop = &stop};
    return build_book(gaps("df"), Color::white, workshop, {}, begun);
  };
  const BookDraft stopped = build(1, true);
  EXPECT_FALSE(stopped.is_complete);
  // All but the positions at its end that are left to the search, which a text does not mention.
  EXPECT_TRUE(begun.starts_with(stopped.text));
  EXPECT_EQ(Book(gaps("df"), Color::white, stopped.text).size(),
            Book(gaps("df"), Color::white, begun).size());
  const BookDraft finished = build(2, false);
  EXPECT_TRUE(finished.is_complete);
  EXPECT_TRUE(finished.text.starts_with(stopped.text));
  EXPECT_GT(Book(gaps("df"), Color::white, finished.text).size(),
            Book(gaps("df"), Color::white, begun).size());
}

// Along random games against the book, what it says never falls, and where the search can check it, it is
// right.
TEST(PawnRaceBook, AgreesWithTheSolver) {
  base::Rng rng(99);
  Solver solver({.threads = 1, .table_bytes = kPlayerTableBytes});
  int checked = 0;
  for (int game = 0; game < 100; ++game) {
    const Gaps setup{static_cast<int>(rng.below(8)), static_cast<int>(rng.below(8))};
    const Color side = rng.below(2) == 0 ? Color::white : Color::black;
    const Book book(setup, side);
    Position pos = Position::start(setup);
    Outcome secured = Outcome::loss;
    std::optional<BookMove> last;
    std::optional<Position> where;
    while (!pos.end()) {
      const auto entry = pos.turn() == side ? book.find(pos) : std::nullopt;
      if (pos.turn() == side && !entry) break;
      const MoveList moves = pos.legal_moves();
      const Move next =
          entry ? entry->move : moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
      if (entry) {
        EXPECT_GE(entry->outcome, secured) << pos;
        secured = entry->outcome;
        last = entry;
        where = pos;
      }
      pos = pos.after(next);
    }
    if (!last) continue;
    solver.table().clear();
    if (const auto outcome = solver.outcome(*where, {.nodes = 30'000})) {
      EXPECT_EQ(*outcome, last->outcome) << *where;
      ++checked;
    }
  }
  EXPECT_GT(checked, 25);
}

}  // namespace
}  // namespace vitrine::pawnrace
