#pragma once

// Games of self-play as a file: what was played and what the player thought of it, from which data sets are
// made and made again with other filters. Games are appended in the order of their numbers. Whatever
// interrupts the writing, all but the last game are whole, and the writer drops a torn one and goes on behind
// it. docs/lab-data.md gives the format byte by byte.

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"
#include "lab/data/packed_position.h"

namespace vitrine::lab {

struct ScoredMove {
  chess::Move move;
  std::int16_t centipawns;  // for White, of the position before the move; a mate as mate_to_centipawns says
};
static_assert(sizeof(ScoredMove) == 4);

struct SelfplayGame {
  std::uint32_t number = 0;
  std::uint16_t first_ply = 0;  // how many plies led to the start
  chess::Position start = chess::Position::initial();
  GameResult result = GameResult::unknown;
  std::vector<ScoredMove> moves = {};
};

// As it stands in the file, and in a message to another machine.
[[nodiscard]] std::string to_bytes(const SelfplayGame& game);
// How many bytes the first of these games takes; nothing: they end before.
[[nodiscard]] std::optional<std::size_t> first_game_size(std::string_view bytes);
// Everything is checked: the checksum, the position, and that each move is legal. The error says what is
// wrong.
[[nodiscard]] base::Result<SelfplayGame, std::string> parse_game_bytes(std::string_view bytes);

class GameFileReader {
 public:
  // Throws std::runtime_error "FILE: what is wrong".
  explicit GameFileReader(const std::string& path);

  // How the games were made, in one line: "nodes=5000 seed=1 …".
  [[nodiscard]] const std::string& settings() const { return settings_; }
  // The next game, or what is wrong with it (reading goes on behind it); nothing at the end.
  [[nodiscard]] std::optional<base::Result<SelfplayGame, std::string>> read();
  // Where the last whole game ended.
  [[nodiscard]] std::uint64_t whole_bytes() const { return whole_bytes_; }
  // The end was reached in the middle of a game.
  [[nodiscard]] bool is_torn() const { return is_torn_; }
  // Over all bytes of whole games so far.
  [[nodiscard]] std::uint64_t running_checksum() const { return sum_; }

  // Whether a file starts like one of these; false if it can't be read.
  [[nodiscard]] static bool is_game_file(const std::string& path);

 private:
  std::string path_;
  std::ifstream file_;
  std::string settings_;
  std::uint64_t whole_bytes_ = 0;
  std::uint64_t sum_ = 0;
  bool is_torn_ = false;
};

class GameFileWriter {
 public:
  // Opens or starts the file; throws std::runtime_error if it can't, or if the file was made with other
  // settings. Contract: no other process does so (arena::FileLock).
  GameFileWriter(const std::string& path, const std::string& settings);

  // The number of the next game to be added, and the positions so far.
  [[nodiscard]] std::uint32_t next_number() const { return next_number_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] bool has_dropped_torn_game() const { return has_dropped_; }
  // Contract: game.number == next_number().
  void add(const SelfplayGame& game);

 private:
  [[nodiscard]] bool has_only_begun(const std::string& header) const;
  void go_on(const std::string& settings);
  void write(const std::string& bytes);
  [[noreturn]] void fail(int error) const;

  std::string path_;
  base::FileDescriptor file_;
  std::uint32_t next_number_ = 0;
  std::uint64_t positions_ = 0;
  bool has_dropped_ = false;
};

}  // namespace vitrine::lab
