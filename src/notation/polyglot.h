#pragma once

// Opening books in the Polyglot format: records of 16 bytes, sorted by a key of the position.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "chess/position.h"
#include "chess/setup.h"

namespace vitrine::notation {

// The key as the format defines it. It asks for the en-passant file whenever a pawn stands beside the one
// that jumped, legal or not; a Position remembers only what is legal. The two keys differ where that
// pawn is pinned, and a book then finds nothing.
[[nodiscard]] std::uint64_t polyglot_key(const chess::Setup& setup);
[[nodiscard]] std::uint64_t polyglot_key(const chess::Position& pos);

struct PolyglotRecord {
  std::uint64_t key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
  std::uint32_t learn = 0;
  bool operator==(const PolyglotRecord&) const = default;
};

// The move in the format's 16 bits. Contract: no null move.
[[nodiscard]] std::uint16_t to_polyglot_move(chess::Move move);

struct BookMove {
  chess::Move move;
  int weight;
  bool operator==(const BookMove&) const = default;
};

class PolyglotBook {
 public:
  // Reads a whole book; the error says what is wrong and at which byte.
  [[nodiscard]] static base::Result<PolyglotBook, std::string> open(const std::string& path);
  [[nodiscard]] static base::Result<PolyglotBook, std::string> parse(std::string_view bytes);

  // The book's legal moves here, heaviest first.
  [[nodiscard]] std::vector<BookMove> entries(const chess::Position& pos) const;
  // One of them, each as likely as its weight says; never one of weight 0.
  [[nodiscard]] std::optional<chess::Move> choose(const chess::Position& pos, base::Rng& rng) const;
  // How many records the file holds.
  [[nodiscard]] std::size_t size() const { return records_.size(); }

 private:
  std::vector<PolyglotRecord> records_;
};

// The bytes of a book with these records, in any order.
[[nodiscard]] std::string to_polyglot(std::vector<PolyglotRecord> records);

}  // namespace vitrine::notation
