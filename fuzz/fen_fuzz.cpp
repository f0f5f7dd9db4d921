// FEN: no text breaks the reader, and what it accepts survives writing and reading again.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "notation/fen.h"

using namespace vitrine;
using notation::CastlingStyle;
using notation::FenMode;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

void check_setup(std::string_view text, FenMode mode) {
  const auto setup = notation::parse_fen_setup(text, mode);
  if (!setup) {
    require(setup.error().column >= 1 && setup.error().column <= static_cast<int>(text.size()) + 1);
    require(!setup.error().to_string().empty());
    return;
  }
  for (const CastlingStyle style : {CastlingStyle::x_fen, CastlingStyle::shredder}) {
    const auto again = notation::parse_fen_setup(notation::to_fen(*setup, style), FenMode::strict);
    require(again.has_value() && *again == *setup);
  }
}

void check_position(std::string_view text, FenMode mode) {
  const auto pos = notation::parse_fen(text, mode);
  if (!pos) {
    require(pos.error().column >= 1 && pos.error().column <= static_cast<int>(text.size()) + 1);
    require(!pos.error().message.empty());
    return;
  }
  for (const CastlingStyle style : {CastlingStyle::x_fen, CastlingStyle::shredder}) {
    const auto again = notation::parse_fen(notation::to_fen(*pos, style), FenMode::strict);
    require(again.has_value() && *again == *pos && again->key() == pos->key());
  }
  // Strict reads nothing that lenient reads otherwise.
  if (mode == FenMode::strict) {
    const auto lenient = notation::parse_fen(text, FenMode::lenient);
    require(lenient.has_value() && *lenient == *pos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const FenMode mode : {FenMode::strict, FenMode::lenient}) {
    check_setup(text, mode);
    check_position(text, mode);
  }
  return 0;
}
