#include "notation/pgn_game.h"

#include <algorithm>

namespace vitrine::notation {

namespace {

class TreeBuilder : public PgnVisitor {
 public:
  explicit TreeBuilder(PgnGame& game) : game_(game), lines_{&game.main_line} {}

  void on_tag(std::string_view name, std::string_view value) {
    if (name != "Result" && name != "SetUp" && name != "FEN") game_.tags.set(name, clean_tag_value(value));
  }
  void on_position(const chess::Position& start) { game_.start = start; }
  void on_move(const chess::Position&, chess::Move move) { line().moves.emplace_back().move = move; }
  void on_null_move(const chess::Position&) { line().moves.emplace_back(); }
  void on_nag(int nag) {
    if (!line().moves.empty()) line().moves.back().nags.push_back(static_cast<std::uint8_t>(nag));
  }
  void on_comment(std::string_view text) {
    const std::string clean = clean_comment(text);
    if (clean.empty()) return;
    std::string& comment = line().moves.empty() ? line().comment : line().moves.back().comment;
    if (!comment.empty()) comment += ' ';
    comment += clean;
  }
  void on_variation_start() { lines_.push_back(&line().moves.back().variations.emplace_back()); }
  void on_variation_end() {
    const bool is_empty = line().moves.empty() && line().comment.empty();
    lines_.pop_back();
    if (is_empty) line().moves.back().variations.pop_back();
  }
  void on_error(const PgnError& error) { game_.error = error; }
  void on_game_end(GameResult result) { game_.result = result; }

 private:
  PgnLine& line() { return *lines_.back(); }

  PgnGame& game_;
  std::vector<PgnLine*> lines_;  // from the main line to the variation being read
};

}  // namespace

std::optional<std::string_view> PgnTags::find(std::string_view name) const {
  for (const auto& [key, value] : tags_)
    if (key == name) return value;
  return {};
}

void PgnTags::set(std::string_view name, std::string_view value) {
  const auto tag = std::find_if(tags_.begin(), tags_.end(), [&](const auto& t) { return t.first == name; });
  if (tag != tags_.end()) {
    tag->second = value;
  } else {
    tags_.emplace_back(name, value);
  }
}

bool operator==(const PgnLine& a, const PgnLine& b) { return a.comment == b.comment && a.moves == b.moves; }

bool operator==(const PgnMove& a, const PgnMove& b) {
  return a.move == b.move && a.nags == b.nags && a.comment == b.comment && a.variations == b.variations;
}

std::vector<chess::Move> PgnGame::moves() const {
  std::vector<chess::Move> moves;
  for (const PgnMove& node : main_line.moves) {
    if (!node.move) break;
    moves.push_back(*node.move);
  }
  return moves;
}

chess::Position PgnGame::end_position() const {
  chess::Position pos = start;
  for (const chess::Move move : moves()) pos = pos.after(move);
  return pos;
}

PgnGame to_pgn_game(const chess::Game& game, PgnTags tags, std::optional<GameResult> result) {
  PgnGame pgn;
  pgn.tags = std::move(tags);
  pgn.start = game.start();
  for (const chess::Move move : game.moves()) pgn.main_line.moves.emplace_back().move = move;
  if (result) {
    pgn.result = *result;
  } else if (const auto outcome = game.outcome()) {
    pgn.result = to_game_result(outcome->winner);
  }
  return pgn;
}

std::optional<PgnGame> read_game(PgnReader& reader) {
  PgnGame game;
  TreeBuilder builder(game);
  if (!reader.read(builder)) return {};
  return game;
}

std::vector<PgnGame> read_games(std::string_view text) {
  TextSource source(text);
  PgnReader reader(source);
  std::vector<PgnGame> games;
  while (auto game = read_game(reader)) games.push_back(std::move(*game));
  return games;
}

}  // namespace vitrine::notation
