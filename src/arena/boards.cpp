#include "arena/boards.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace vitrine::arena {

std::vector<int> Boards::Entry::missing() const {
  std::vector<int> games;
  for (int game = 0; game < pair.size; ++game)
    if ((played >> game & 1) == 0) games.push_back(game);
  return games;
}

int Boards::add_board(const Encounter& encounter) {
  boards_.push_back({.result = {.encounter = encounter, .as_white = {}, .as_black = {}}, .entries = {}});
  return size() - 1;
}

void Boards::add_planned_pairs(int board, std::int64_t first_id, const EncounterPlan& plan) {
  const Encounter& encounter = at(board).result.encounter;
  for (int number = 0; number < plan.pairs(); ++number) {
    Pair pair{.id = first_id + number,
              .round = encounter.round,
              .first = encounter.first,
              .second = encounter.second,
              .size = plan.size(number)};
    if (plan.is_swapped(number)) std::swap(pair.first, pair.second);
    add_pair(board, std::move(pair));
  }
}

void Boards::add_pair(int board, Pair pair) {
  Board& target = boards_[static_cast<std::size_t>(board)];
  places_[pair.id] = {board, target.entries.size()};
  Entry& entry = target.entries.emplace_back(Entry{.pair = std::move(pair)});
  const auto [begin, end] = early_.equal_range(entry.pair.id);
  for (auto game = begin; game != end; ++game) count(target, entry, game->second);
  early_.erase(begin, end);
}

void Boards::record(const PlayedGame& game) {
  const auto found = places_.find(game.id.pair);
  if (found == places_.end()) {
    early_.emplace(game.id.pair, game);
    return;
  }
  Board& board = boards_[static_cast<std::size_t>(found->second.board)];
  count(board, board.entries[found->second.entry], game);
}

void Boards::count(Board& board, Entry& entry, const PlayedGame& game) {
  const Pair& pair = entry.pair;
  const int number = game.id.game;
  const bool is_its_game = number >= 0 && number < pair.size &&
                           game.white == (number == 0 ? pair.first : pair.second) &&
                           game.black == (number == 0 ? pair.second : pair.first);
  if (!is_its_game)
    throw std::runtime_error("a game of pair " + std::to_string(pair.id) +
                             " has other players than the schedule");
  if (entry.played >> number & 1) return;
  entry.played |= 1U << number;
  add(board.result, game.white, game.score_of(board.result.encounter.first));
}

void Boards::add(EncounterResult& result, int white, GameScore score_of_first) {
  (white == result.encounter.first ? result.as_white : result.as_black).add(score_of_first);
}

std::optional<Pair> Boards::next(Range range, const std::function<bool(int board)>& is_over) {
  for (int number = range.begin; number < range.end; ++number) {
    if (has_gone_player(number) || is_over(number)) continue;
    for (Entry& entry : boards_[static_cast<std::size_t>(number)].entries) {
      if (entry.is_out || entry.is_finished()) continue;
      entry.is_out = true;
      Pair pair = entry.pair;
      pair.games = entry.missing();
      return pair;
    }
  }
  return {};
}

bool Boards::has_gone_player(int board) const {
  const Encounter& encounter = at(board).result.encounter;
  return is_gone(encounter.first) || is_gone(encounter.second);
}

bool Boards::is_busy(int board) const {
  const std::vector<Entry>& entries = at(board).entries;
  return std::any_of(entries.begin(), entries.end(),
                     [](const Entry& entry) { return entry.is_out && !entry.is_finished(); });
}

bool Boards::is_busy(Range range) const {
  for (int board = range.begin; board < range.end; ++board)
    if (is_busy(board)) return true;
  return false;
}

std::int64_t Boards::games_to_come(Range range) const {
  std::int64_t games = 0;
  for (int board = range.begin; board < range.end; ++board) {
    if (has_gone_player(board)) continue;
    for (const Entry& entry : at(board).entries)
      if (!entry.is_out) games += std::ssize(entry.missing());
  }
  return games;
}

std::optional<GameScore> Boards::walkover_score(int board) const {
  const auto& first = gone_at(encounter(board).first);
  const auto& second = gone_at(encounter(board).second);
  if (!first && !second) return {};
  if (first == second) return GameScore::draw;
  return !first || (second && *second < *first) ? GameScore::win : GameScore::loss;
}

EncounterResult Boards::result_with_walkovers(int board) const {
  EncounterResult result = at(board).result;
  const auto score = walkover_score(board);
  if (!score) return result;
  for (const Entry& entry : at(board).entries)
    for (const int game : entry.missing())
      add(result, game == 0 ? entry.pair.first : entry.pair.second, *score);
  return result;
}

}  // namespace vitrine::arena
