// Any bytes are read without harm, and a game that was read is the same after it is written and read again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"

namespace {

using namespace vitrine::notation;

void check(bool holds) {
  if (!holds) std::abort();
}

void parse_comments(const PgnLine& line) {
  (void)parse_comment(line.comment);
  for (const PgnMove& move : line.moves) {
    (void)parse_comment(move.comment);
    for (const PgnLine& variation : move.variations) parse_comments(variation);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)parse_comment(text);
  for (const PgnGame& game : read_games(text)) {
    parse_comments(game.main_line);
    const std::string written = to_pgn(game);
    const auto back = read_games(written);
    check(back.size() == 1);
    check(!back[0].error || back[0].error->kind == PgnError::Kind::unknown_variant);
    if (game.error && game.error->kind == PgnError::Kind::unknown_variant) continue;
    check(back[0].main_line == game.main_line);
    check(back[0].start == game.start);
    check(back[0].result == game.result);
    check(to_pgn(back[0]) == written);
  }
  return 0;
}
