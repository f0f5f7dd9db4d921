#include "training_set.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "base/rng.h"
#include "eval/classical/evaluation.h"
#include "lab/data/game_file.h"

namespace vitrine::trainer {

using chess::Color;
using chess::Position;
using lab::GameResult;

namespace {

constexpr int kFirstPly = 16;  // earlier positions are mostly the random opening's

bool is_noisy(const Position& pos, chess::Move move) { return pos.is_capture(move) || move.is_promotion(); }

void add_game(const lab::SelfplayGame& game, TrainingSet& to) {
  if (game.result == GameResult::unknown) return;
  const int white_halves = static_cast<int>(game.result);
  Position pos = game.start;
  int ply = game.first_ply;
  for (const lab::ScoredMove& scored : game.moves) {
    if (ply >= kFirstPly && !pos.is_check() && !is_noisy(pos, scored.move))
      to.add(pos, scored.centipawns, white_halves);
    pos = pos.after(scored.move);
    ++ply;
  }
}

// A few moves away, where a search would come by. Not for positions in check: nobody evaluates those.
std::optional<Position> neighbour(Position pos, base::Rng& rng) {
  for (std::uint64_t plies = rng.below(4); plies > 0; --plies) {
    const chess::MoveList moves = pos.legal_moves();
    if (moves.empty()) return {};
    pos = pos.after(moves[rng.below(moves.size())]);
  }
  if (pos.is_check()) return {};
  return pos;
}

void add_neighbours(const lab::SelfplayGame& game, const ReadRules& rules, TrainingSet& to) {
  using namespace eval::classical;
  base::Rng rng(base::Rng(rules.seed).next() ^ base::Rng(game.number).next());
  Position pos = game.start;
  for (const lab::ScoredMove& scored : game.moves) {
    for (int i = 0; i < rules.imitate; ++i)
      if (const auto near = neighbour(pos, rng)) {
        const auto known = known_value(*near);
        const int value = known ? *known : evaluate(*near, kBuiltInWeights);
        to.add(*near, near->turn() == Color::white ? value : -value, static_cast<int>(game.result));
      }
    pos = pos.after(scored.move);
  }
}

// The same game is always in the same part, whatever else is read.
bool is_held_out(const lab::SelfplayGame& game, double share) {
  std::uint64_t hash = (std::uint64_t{game.number} + 1) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ULL;
  return static_cast<double>(hash >> 11) * 0x1.0p-53 < share;
}

// Where each game of the file begins; the last number is where they end.
std::vector<std::size_t> boundaries(std::string_view bytes, std::size_t begin) {
  std::vector<std::size_t> places = {begin};
  while (const auto size = lab::first_game_size(bytes.substr(places.back()))) {
    if (places.back() + *size > bytes.size()) break;  // torn
    places.push_back(places.back() + *size);
  }
  return places;
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in && !in.eof()) throw std::runtime_error(path + ": can't be read");
  return bytes;
}

void read_file(const std::string& path, const ReadRules& rules, Splits& into,
               const std::function<void(std::uint64_t)>& tell) {
  const std::size_t begin = lab::GameFileReader(path).whole_bytes();
  const std::string bytes = bytes_of(path);
  const std::vector<std::size_t> places = boundaries(bytes, begin);
  const std::size_t games = places.size() - 1;
  // Parts of fixed size, put together in their order: the same set for any number of threads.
  constexpr std::size_t kPart = 4'096;
  std::vector<Splits> parts((games + kPart - 1) / kPart);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < parts.size(); i = next++) {
      for (std::size_t g = i * kPart; g < std::min(games, (i + 1) * kPart); ++g) {
        const auto game =
            lab::parse_game_bytes(std::string_view(bytes).substr(places[g], places[g + 1] - places[g]));
        ++(game ? parts[i].games : parts[i].broken);
        if (!game) continue;
        TrainingSet& part = is_held_out(*game, rules.held_out) ? parts[i].held_out : parts[i].training;
        if (rules.imitate > 0)
          add_neighbours(*game, rules, part);
        else
          add_game(*game, part);
      }
      const std::scoped_lock lock(mutex);
      tell(places[std::min(games, (i + 1) * kPart)] - places[i * kPart]);
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < rules.threads; ++i) workers.emplace_back(work);
  }
  for (Splits& part : parts) {
    into.training.append(part.training);
    into.held_out.append(part.held_out);
    into.games += part.games;
    into.broken += part.broken;
    part = {};
  }
}

}  // namespace

void TrainingSet::add(const Position& pos, int white_centipawns, int white_halves) {
  const Color us = pos.turn();
  const int up = us == Color::white ? 0 : 56;
  const std::size_t begin = men.size();
  for (const chess::Square sq : pos.occupied()) {
    const chess::Piece man = *pos.piece_at(sq);
    const int kind = (man.color == us ? 0 : 6) + static_cast<int>(index(man.type));
    men.push_back(static_cast<std::int16_t>(kind * 64 + (sq.index() ^ up)));
  }
  counts.push_back(static_cast<std::uint8_t>(men.size() - begin));
  men.resize(begin + kMostMen, kNobody);
  kings.push_back(
      static_cast<std::int16_t>((pos.king(us).index() ^ up) * 64 + (pos.king(!us).index() ^ up ^ 56)));
  const bool is_white = us == Color::white;
  scores.push_back(static_cast<std::int16_t>(is_white ? white_centipawns : -white_centipawns));
  points.push_back(static_cast<std::uint8_t>(is_white ? white_halves : 2 - white_halves));
}

void TrainingSet::append(const TrainingSet& more) {
  const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  join(men, more.men);
  join(kings, more.kings);
  join(scores, more.scores);
  join(points, more.points);
  join(counts, more.counts);
}

Splits read_games(const std::vector<std::string>& paths, const ReadRules& rules,
                  const std::function<void(std::uint64_t)>& tell) {
  Splits splits;
  for (const std::string& path : paths) read_file(path, rules, splits, tell);
  return splits;
}

TrainingSet first_positions(const std::vector<std::string>& paths, std::size_t count) {
  TrainingSet set;
  for (const std::string& path : paths) {
    lab::GameFileReader reader(path);
    while (const auto game = reader.read()) {
      if (!*game) continue;
      Position pos = (*game)->start;
      for (const lab::ScoredMove& scored : (*game)->moves) {
        if (set.size() == count) return set;
        set.add(pos, scored.centipawns, static_cast<int>((*game)->result));
        pos = pos.after(scored.move);
      }
    }
  }
  throw std::runtime_error("the games have " + std::to_string(set.size()) + " positions, less than the " +
                           std::to_string(count) + " of a reference");
}

}  // namespace vitrine::trainer
