#include "pawnrace/book_builder.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#include "pawnrace/perfect_player.h"
#include "pawnrace/setups.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

namespace {

struct Entry {
  bool is_decided = false;            // false: stopped
  std::optional<BookMove> move = {};  // nothing: left to the search
};

// Decides on one position after the other.
class Decider {
 public:
  Decider(const BookWorkshop& workshop, const BookSettings& settings)
      : workshop_(workshop),
        settings_(settings),
        solver_(workshop.table, 1),
        as_player_({.threads = 1, .table_bytes = kPlayerTableBytes}) {}

  [[nodiscard]] Entry decide(const Position& pos) {
    as_player_.table().clear();
    const std::atomic<bool>* stop = workshop_.stop;
    if (as_player_.outcome(pos, {.nodes = settings_.most_search_nodes, .stop = stop})) return {true};
    const auto outcome = solver_.outcome(pos, {.stop = stop});
    const auto move = outcome ? solver_.keep_outcome(pos, *outcome, {.stop = stop}) : std::nullopt;
    if (!move) return {};
    return {true, BookMove{*move, *outcome}};
  }

 private:
  const BookWorkshop& workshop_;
  const BookSettings& settings_;
  Solver solver_;
  Solver as_player_;
};

// What an earlier draft says, and then what it leaves open.
std::vector<Entry> decide_all(const std::vector<Position>& level, const BookWorkshop& workshop,
                              const BookSettings& settings, BookReader& begun) {
  std::vector<Entry> entries(level.size());
  std::size_t known = 0;
  for (; known < level.size() && !begun.is_at_end(); ++known)
    entries[known] = {true, begun.next(level[known])};
  std::atomic<std::size_t> next = known;
  const auto work = [&] {
    Decider decider(workshop, settings);
    for (std::size_t i = next++; i < level.size(); i = next++) {
      workshop.cores.acquire();
      entries[i] = decider.decide(level[i]);
      workshop.cores.release();
    }
  };
  std::vector<std::jthread> helpers;
  const auto useful = std::min(level.size() - known, static_cast<std::size_t>(workshop.most_threads));
  for (std::size_t i = 1; i < useful; ++i) helpers.emplace_back(work);
  work();
  helpers.clear();
  return entries;
}

}  // namespace

BookDraft build_book(Gaps gaps, Color side, const BookWorkshop& workshop, const BookSettings& settings,
                     std::string_view begun) {
  assert(is_canonical(gaps));
  BookReader reader(begun);
  BookWriter writer;
  bool is_complete = true;
  walk_book_by_levels(gaps, side, [&](const std::vector<Position>& level) {
    std::vector<std::optional<Move>> answers(level.size());
    const std::vector<Entry> entries = decide_all(level, workshop, settings, reader);
    for (std::size_t i = 0; i < level.size() && is_complete; ++i) {
      is_complete = entries[i].is_decided;
      if (!is_complete) break;
      if (entries[i].move) {
        writer.add(level[i], *entries[i].move);
        answers[i] = entries[i].move->move;
      } else {
        writer.add_end();
      }
    }
    // Stopped: nothing below this level may be asked for.
    if (!is_complete) std::ranges::fill(answers, std::nullopt);
    return answers;
  });
  return {writer.text(), is_complete};
}

}  // namespace vitrine::pawnrace
