#pragma once

// Makes the book: decides for every position on the walk whether the player's search can be left alone with
// it, and what to play where it can't.

#include <atomic>
#include <cstdint>
#include <semaphore>
#include <string>
#include <string_view>

#include "pawnrace/book.h"
#include "pawnrace/proof_table.h"

namespace vitrine::pawnrace {

struct BookSettings {
  // The search is left alone with what it solves in so many nodes, with an empty table of the player's size.
  std::uint64_t most_search_nodes = 8'000;
};

struct BookDraft {
  std::string text;
  bool is_complete = false;  // false: stopped, and the text is the part up to there
};

// What the pages that are made at the same time share.
struct BookWorkshop {
  ProofTable& table;  // where the solver keeps what it finds
  std::counting_semaphore<>& cores;
  int most_threads = 1;                     // of one page
  const std::atomic<bool>* stop = nullptr;  // set it to end early
};

// One side's book; `begun` is the text of an earlier draft. Contract: White's gap on files a to d.
[[nodiscard]] BookDraft build_book(Gaps gaps, Color side, const BookWorkshop& workshop,
                                   const BookSettings& settings, std::string_view begun = {});

}  // namespace vitrine::pawnrace
