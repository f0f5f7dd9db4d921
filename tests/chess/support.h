#pragma once

// What the tests of this room share: positions from trusted text, squares and moves by name, the same
// position with the colours exchanged, and random games.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "chess/chess960.h"
#include "chess/position.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "support/paths.h"

namespace vitrine::chess {

// The functions that read a test's own text throw if that text is wrong.
inline Position position(std::string_view fen) {
  auto pos = notation::parse_fen(fen);
  if (!pos) throw std::invalid_argument(std::string(fen) + ": " + pos.error().to_string());
  return *pos;
}

// What the FEN says, whether the rules allow it or not.
inline Setup setup(std::string_view fen) {
  auto setup = notation::parse_fen_setup(fen, notation::FenMode::strict);
  if (!setup) throw std::invalid_argument(std::string(fen) + ": " + setup.error().to_string());
  return *setup;
}

inline Square square(std::string_view name) {
  const auto sq = Square::parse(name);
  if (!sq) throw std::invalid_argument(std::string(name));
  return *sq;
}

inline std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

// "a1 c3" as a set.
inline Bitboard squares(std::string_view names) {
  Bitboard set;
  for (const std::string& name : words(names)) set |= Bitboard(square(name));
  return set;
}

inline std::string to_text(Bitboard set) {
  std::string names;
  for (const Square sq : set) names += (names.empty() ? "" : " ") + sq.to_string();
  return names;
}

// A legal move by its UCI text, castling as king takes rook (e1h1).
inline Move move(const Position& pos, std::string_view text) {
  for (const Move candidate : pos.legal_moves())
    if (notation::to_uci(candidate, notation::CastlingText::chess960) == text) return candidate;
  throw std::invalid_argument(std::string(text) + " is not legal in " + notation::to_fen(pos));
}

inline bool has_move(const Position& pos, std::string_view text) {
  return std::ranges::any_of(pos.legal_moves(), [text](Move candidate) {
    return notation::to_uci(candidate, notation::CastlingText::chess960) == text;
  });
}

// The moves as UCI texts in alphabetical order, one blank between.
inline std::string to_text(const MoveList& moves) {
  std::vector<std::string> texts;
  for (const Move m : moves) texts.push_back(notation::to_uci(m, notation::CastlingText::chess960));
  std::ranges::sort(texts);
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : " ") + text;
  return joined;
}

// The board upside down and the colours exchanged: every rule of chess must give the same answer.
inline Setup mirrored(const Setup& original) {
  Setup result = original;
  result.castling_rooks = Bitboard();
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    auto piece = original.board[i];
    if (piece) piece->color = !piece->color;
    result.board[sq.flipped().index()] = piece;
    if (original.castling_rooks.contains(sq)) result.castling_rooks |= Bitboard(sq.flipped());
  }
  result.turn = !original.turn;
  if (original.en_passant) result.en_passant = original.en_passant->flipped();
  return result;
}
inline Position mirrored(const Position& pos) { return *Position::from_setup(mirrored(pos.to_setup())); }

// "e2e4" as Black plays it on the mirrored board: "e7e5".
inline std::string mirrored_move(std::string text) {
  for (const std::size_t i : {1, 3}) text[i] = static_cast<char>('1' + '8' - text[i]);
  return text;
}

// Random games from the normal array and from Chess960 arrays in turn, `plies` moves in all. Calls
// visit(position, move) before each move.
template <class Visit>
void for_random_plies(std::uint64_t seed, int plies, Visit visit) {
  base::Rng rng(seed);
  bool is_standard = false;
  while (plies > 0) {
    is_standard = !is_standard;
    const int array = is_standard ? kOrdinaryArray : static_cast<int>(rng.below(kChess960Arrays));
    Position pos = *Position::from_setup(chess960_setup(array));
    for (int ply = 0; ply < 200 && plies > 0; ++ply) {
      const MoveList moves = pos.legal_moves();
      if (moves.empty()) break;
      const Move chosen = moves[rng.below(moves.size())];
      visit(pos, chosen);
      pos = pos.after(chosen);
      --plies;
    }
  }
}

// Every `stride`-th position of random games, so that one position tells something that the last did not.
inline std::vector<Position> random_positions(std::uint64_t seed, int count, int stride = 5) {
  std::vector<Position> positions;
  int ply = 0;
  for_random_plies(seed, count * stride, [&](const Position& pos, Move) {
    if (++ply % stride == 0) positions.push_back(pos);
  });
  return positions;
}

// How much work a test may take: everything in a release build, a part of it under assertions or sanitizers.
inline int scaled(int in_release) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return in_release / 50;
#elif !defined(NDEBUG)
  return in_release / 20;
#else
  return in_release;
#endif
}

// The lines of tests/data/chess/<name>, without empty ones.
inline std::vector<std::string> data_lines(const std::string& name) {
  std::ifstream file(test::data_path("chess/" + name));
  if (!file) throw std::runtime_error("no test data " + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace vitrine::chess
