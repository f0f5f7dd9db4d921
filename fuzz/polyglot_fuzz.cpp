// Any bytes are a book or are refused; a book's moves are legal. The records are looked up where they would
// be found: at the start position, whose key is put in place of each record's.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "notation/polyglot.h"

using namespace vitrine;
using namespace vitrine::notation;

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_moves(const PolyglotBook& book, const chess::Position& pos) {
  bool has_weight = false;
  for (const auto& [move, weight] : book.entries(pos)) {
    check(pos.is_legal(move));
    has_weight |= weight > 0;
  }
  base::Rng rng(1);
  const auto choice = book.choose(pos, rng);
  check(choice.has_value() == has_weight);
  if (choice) check(pos.is_legal(*choice));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const chess::Position start = chess::Position::initial();
  if (const auto book = PolyglotBook::parse(bytes)) {
    check(book->size() == size / 16);
    check_moves(*book, start);
  }
  std::vector<PolyglotRecord> records;
  for (std::size_t i = 0; i + 4 <= size; i += 4)
    records.push_back({.key = polyglot_key(start),
                       .move = static_cast<std::uint16_t>(data[i] << 8 | data[i + 1]),
                       .weight = static_cast<std::uint16_t>(data[i + 2] << 8 | data[i + 3])});
  const auto book = PolyglotBook::parse(to_polyglot(records));
  check(book && book->size() == records.size());
  check_moves(*book, start);
  return 0;
}
