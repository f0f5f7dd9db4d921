#include "arena/opening_files.h"

#include <algorithm>
#include <utility>

#include "notation/byte_source.h"
#include "notation/epd.h"
#include "notation/pgn_reader.h"

namespace vitrine::arena {

namespace {

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string read_all(const std::string& path) {
  notation::FileSource source(path);
  std::string text;
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  for (;;) {
    const std::size_t size = text.size();
    text.resize(size + kBlock);
    const std::size_t count = source.read(text.data() + size, kBlock);
    text.resize(size + count);
    if (count == 0) return text;
  }
}

OpeningBookError error_at(const std::string& path, std::size_t line, const std::string& what) {
  return {path + ":" + std::to_string(line) + ": " + what};
}

// The first plies of a game's main line, and what a book says of its name.
struct LineVisitor : notation::PgnVisitor {
  explicit LineVisitor(std::optional<int> most_plies) : most(most_plies) {}

  void on_tag(std::string_view name, std::string_view value) {
    if (name == "ECO" || name == "Eco") eco = value;
    if (name == "Opening") title = value;
  }
  void on_position(const chess::Position& start) { opening.start = start; }
  void on_move(const chess::Position&, chess::Move move) {
    if (depth == 0 && !is_full()) opening.moves.push_back(move);
  }
  void on_null_move(const chess::Position&) {
    if (depth == 0 && !is_full()) has_null_move = true;
  }
  void on_variation_start() { ++depth; }
  void on_variation_end() { --depth; }
  void on_error(const notation::PgnError& broken) { error = broken; }

  [[nodiscard]] bool is_full() const {
    return most && opening.moves.size() >= static_cast<std::size_t>(*most);
  }

  std::optional<int> most;
  Opening opening;
  std::string eco;
  std::string title;
  int depth = 0;
  bool has_null_move = false;
  std::optional<notation::PgnError> error;
};

// The error in an opening after which nothing is left to play.
std::optional<std::string> find_end(const Opening& opening) {
  if (const auto outcome = opening.game().outcome(chess::DrawClaims::made))
    return "nothing is left to play: " + std::string(chess::to_string(outcome->reason));
  return {};
}

bool is_eco(std::string_view text) {
  return text.size() == 3 && text[0] >= 'A' && text[0] <= 'E' && text[1] >= '0' && text[1] <= '9' &&
         text[2] >= '0' && text[2] <= '9';
}

}  // namespace

OpeningList read_epd_openings(const std::string& path) {
  const std::string text = read_all(path);
  std::vector<Opening> openings;
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') continue;
    const auto epd = notation::parse_epd(line);
    if (!epd) return error_at(path, number, epd.error().to_string());
    Opening opening{.start = epd->position, .name = epd->id()};
    if (opening.name.empty()) opening.name = "line " + std::to_string(number) + " of " + base_name(path);
    if (const auto end_of_game = find_end(opening)) return error_at(path, number, *end_of_game);
    openings.push_back(std::move(opening));
  }
  return openings;
}

OpeningList read_pgn_openings(const std::string& path, std::optional<int> plies) {
  notation::FileSource source(path);
  notation::PgnReader reader(source, path);
  std::vector<Opening> openings;
  for (;;) {
    LineVisitor game(plies);
    if (!reader.read(game)) return openings;
    if (game.error) return OpeningBookError{game.error->to_string()};
    const auto fail = [&](const std::string& what) {
      return error_at(path, reader.game_line(), "game " + std::to_string(reader.game_number()) + ": " + what);
    };
    if (game.has_null_move) return fail("a null move can't be played");
    if (const auto end_of_game = find_end(game.opening)) return fail(*end_of_game);
    if (is_eco(game.eco)) {
      game.opening.name = game.title.empty() ? game.eco : game.eco + " " + game.title;
    } else if (!game.title.empty()) {
      game.opening.name = game.title;
    } else {
      game.opening.name = "game " + std::to_string(reader.game_number()) + " of " + base_name(path);
    }
    openings.push_back(std::move(game.opening));
  }
}

}  // namespace vitrine::arena
