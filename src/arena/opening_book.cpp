#include "arena/opening_book.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <system_error>
#include <utility>

#include "arena/builtin_openings.h"
#include "arena/opening_files.h"
#include "base/rng.h"
#include "notation/uci_move.h"

namespace vitrine::arena {

namespace {

constexpr int kLongestWalk = 200;  // plies; a book may lead in circles

Opening to_opening(const BuiltinOpening& builtin, std::optional<int> plies) {
  Opening opening{.name = std::string(builtin.name)};
  chess::Position pos = opening.start;
  std::string_view rest = builtin.moves;
  while (!rest.empty() && (!plies || opening.moves.size() < static_cast<std::size_t>(*plies))) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const auto move = notation::parse_uci_move(pos, rest.substr(0, end));
    assert(move && "a test has played them all");
    opening.moves.push_back(*move);
    pos = pos.after(*move);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return opening;
}

std::vector<Opening> read_builtin_openings(std::optional<int> plies) {
  std::vector<Opening> openings;
  for (const BuiltinOpening& builtin : builtin_openings()) openings.push_back(to_opening(builtin, plies));
  return openings;
}

OpeningList read_list(const OpeningSettings& settings) {
  switch (settings.kind) {
    case OpeningSettings::Kind::epd: return read_epd_openings(settings.file);
    case OpeningSettings::Kind::pgn: return read_pgn_openings(settings.file, settings.plies);
    case OpeningSettings::Kind::built_in:
    case OpeningSettings::Kind::polyglot: break;
  }
  return read_builtin_openings(settings.plies);
}

// The two ways a walk can fail at once: the book is for other positions, or weighs all its moves 0.
std::string why_no_walk(const notation::PolyglotBook& book) {
  const auto entries = book.entries(chess::Position::initial());
  if (entries.empty()) return "the book has no move for the initial position";
  if (entries[0].weight == 0) return "the book's moves in the initial position all have weight 0";
  return {};
}

}  // namespace

base::Result<OpeningBook, OpeningBookError> OpeningBook::load(const OpeningSettings& settings,
                                                              std::uint64_t seed) {
  OpeningBook result(settings, seed);
  if (settings.start < 1) return OpeningBookError{"openings are counted from 1"};
  try {
    if (settings.kind == OpeningSettings::Kind::polyglot) {
      auto book = notation::PolyglotBook::open(settings.file);
      if (!book) return OpeningBookError{book.error()};
      const std::string fault = why_no_walk(*book);
      if (!fault.empty()) return OpeningBookError{settings.file + ": " + fault};
      result.book_ = *std::move(book);
      return result;
    }
    auto list = read_list(settings);
    if (!list) return list.error();
    result.openings_ = *std::move(list);
  } catch (const std::system_error& error) {
    return OpeningBookError{error.what()};
  }
  if (result.openings_.empty()) return OpeningBookError{settings.file + ": there is no opening in it"};
  result.set_order();
  return result;
}

void OpeningBook::set_order() {
  order_.resize(openings_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  if (settings_.order == OpeningSettings::Order::sequential) return;
  // Fisher-Yates. std::shuffle would differ between compilers.
  base::Rng rng(seed_);
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[rng.below(i)]);
}

std::optional<std::size_t> OpeningBook::size() const {
  if (book_) return {};
  return openings_.size();
}

Opening OpeningBook::opening(std::int64_t index) const {
  assert(index >= 0);
  const auto number = static_cast<std::uint64_t>(settings_.start - 1) + static_cast<std::uint64_t>(index);
  if (book_) return walk(number);
  return openings_[order_[number % order_.size()]];
}

// Each number has random numbers of its own, so that any opening can be had without those before it.
Opening OpeningBook::walk(std::uint64_t number) const {
  base::Rng rng(base::Rng(base::Rng(seed_).next() ^ number).next());
  Opening opening{.name = "walk " + std::to_string(number + 1) + " through " +
                          settings_.file.substr(settings_.file.rfind('/') + 1)};
  const int plies = std::min(settings_.plies.value_or(kLongestWalk), kLongestWalk);
  chess::Game game(opening.start);
  for (int ply = 0; ply < plies; ++ply) {
    const auto move = book_->choose(game.position(), rng);
    if (!move) break;
    game.play_unchecked(*move);
    if (!game.outcome(chess::DrawClaims::made)) continue;
    game.undo();  // something must be left to play
    break;
  }
  opening.moves = game.moves();
  return opening;
}

std::optional<OpeningSettings::Kind> opening_kind_of(std::string_view file) {
  if (file.ends_with(".epd") || file.ends_with(".fen")) return OpeningSettings::Kind::epd;
  if (file.ends_with(".pgn")) return OpeningSettings::Kind::pgn;
  if (file.ends_with(".bin")) return OpeningSettings::Kind::polyglot;
  return {};
}

}  // namespace vitrine::arena
