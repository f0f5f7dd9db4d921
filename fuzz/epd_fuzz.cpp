// EPD: no line breaks the reader, and what it accepts survives writing and reading again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "notation/epd.h"

using namespace vitrine;
using notation::EpdOperation;
using notation::FenMode;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

void check(std::string_view line, FenMode mode) {
  const auto epd = notation::parse_epd(line, mode);
  if (!epd) {
    require(epd.error().column >= 1 && epd.error().column <= static_cast<int>(line.size()) + 1);
    require(!epd.error().to_string().empty());
    return;
  }
  const std::string written = notation::to_epd(*epd);
  const auto again = notation::parse_epd(written, FenMode::strict);
  require(again.has_value() && again->position == epd->position &&
          again->bracket_label == epd->bracket_label);
  require(std::is_permutation(again->operations.begin(), again->operations.end(), epd->operations.begin(),
                              epd->operations.end()));
  require(notation::to_epd(*again) == written);

  for (const auto& moves : {epd->best_moves(), epd->avoid_moves()})
    if (moves)
      for (const chess::Move move : *moves) require(epd->position.is_legal(move));
  for (const EpdOperation& operation : epd->operations) {
    require(epd->find(operation.opcode) == &operation);
    (void)epd->number(operation.opcode);
  }
  (void)epd->mate_in();
  (void)epd->white_score();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  check(line, FenMode::strict);
  check(line, FenMode::lenient);
  return 0;
}
