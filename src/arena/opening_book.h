#pragma once

// Where the games of a tournament begin: a book of openings in a fixed order, the same for the same settings
// and seed. A book is read and checked as a whole before the first game, so that a bad line in it can't end a
// tournament in the middle.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/opening.h"
#include "arena/settings.h"
#include "base/result.h"
#include "notation/polyglot.h"

namespace vitrine::arena {

struct OpeningBookError {
  std::string text;  // with the file, and the line where there is one: "book.epd:12: …"
  [[nodiscard]] const std::string& to_string() const { return text; }
};

class OpeningBook {
 public:
  // Reads and checks the whole file; one it can't read is an error as well.
  [[nodiscard]] static base::Result<OpeningBook, OpeningBookError> load(const OpeningSettings& settings,
                                                                        std::uint64_t seed);

  // The openings in the order in which they are used, from 0; after the last comes the first again. Of a
  // Polyglot book each is a walk through it. Contract: index >= 0.
  [[nodiscard]] Opening opening(std::int64_t index) const;
  // How many different ones there are; nothing: as many as one asks for, walks through a Polyglot book.
  [[nodiscard]] std::optional<std::size_t> size() const;

 private:
  OpeningBook(const OpeningSettings& settings, std::uint64_t seed) : settings_(settings), seed_(seed) {}
  [[nodiscard]] Opening walk(std::uint64_t number) const;
  void set_order();

  OpeningSettings settings_;
  std::uint64_t seed_;
  std::vector<Opening> openings_;     // as they stand in the book
  std::vector<std::uint32_t> order_;  // in which they are used
  std::optional<notation::PolyglotBook> book_;
};

// By the end of its name: .epd, .fen, .pgn or .bin; nothing: it has none of these.
[[nodiscard]] std::optional<OpeningSettings::Kind> opening_kind_of(std::string_view file);

}  // namespace vitrine::arena
