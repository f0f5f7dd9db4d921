#pragma once

// A tournament on disk: its settings and every finished game, whole. Each game is one transaction, so that a
// process killed at any moment leaves a file that says exactly which games are finished. (A power cut may
// take the games of its last moments; they are then played again.) Others may read while one writes.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/file_lock.h"
#include "arena/played_game.h"
#include "arena/settings.h"
#include "arena/sqlite.h"

namespace vitrine::arena {

struct StoredGame {
  GameId id;
  int pair_size = 2;  // how many games the pair has
  int round = 0;      // from 0
  int white = 0;      // players' numbers
  int black = 0;
  GameRecord record = {};

  [[nodiscard]] PlayedGame played() const { return {id, pair_size, white, black, record.winner, record.end}; }
  bool operator==(const StoredGame&) const = default;
};

// A game may be reported twice; the first report counts.
enum class Recorded { added, known, contradicts };

class Store {
 public:
  enum class Access { write, read };

  // All functions throw StoreError: the file is there already (create), is in use, is no tournament, is
  // damaged, was made by a newer version, can't be written.
  static Store create(const std::string& path, const TournamentSettings& settings,
                      const std::string& program);
  static Store open(const std::string& path, Access access = Access::write);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const TournamentSettings& settings() const { return settings_; }
  [[nodiscard]] std::string program() const;  // the version that created it
  [[nodiscard]] std::chrono::system_clock::time_point created() const;

  // The game, and the dropout of the player who broke it, together. Contract: not interrupted.
  Recorded record(const StoredGame& game, const std::optional<Drop>& drop = {});
  [[nodiscard]] std::optional<StoredGame> find(const GameId& id);
  // In the order in which they were recorded.
  void for_each_game(const std::function<void(const StoredGame&)>& visit);
  void for_each_played(const std::function<void(const PlayedGame&)>& visit);  // without their moves: quick
  [[nodiscard]] std::vector<Drop> drops() const;

  // How long the PGN file was before the tournament: that part is not ours.
  [[nodiscard]] std::optional<std::int64_t> pgn_begin() const;
  void set_pgn_begin(std::int64_t bytes);

 private:
  Store(std::string path, Access access, std::optional<FileLock> lock);

  void check_format();
  void read_settings();
  [[nodiscard]] std::optional<std::int64_t> meta_number(std::string_view key) const;
  [[nodiscard]] StoredGame read_game(const Statement& row) const;
  void insert(const StoredGame& game);
  void insert(const Drop& drop);

  std::string path_;
  std::optional<FileLock> lock_;  // outlives the database
  std::unique_ptr<Database> database_;
  std::unique_ptr<Statement> insert_game_;
  std::unique_ptr<Statement> find_game_;
  TournamentSettings settings_;
};

}  // namespace vitrine::arena
