#pragma once

// Judged positions from files of all kinds, one after the other. What can't be understood is told, with file
// and line, and left out; the rest is kept.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "lab/data/dataset.h"
#include "lab/data/judged_text.h"

namespace vitrine::lab {

struct SelfplayGame;

enum class ImportFormat { automatic, pgn, text, json, games, dataset };

struct ImportOptions {
  ImportFormat format = ImportFormat::automatic;
  TextHabits habits = {};
  bool quiet_only = false;          // drop positions in check and those where a capture or promotion wins
  bool without_evaluation = false;  // keep positions of PGN games that have nothing but the game's result
  std::optional<std::uint64_t> limit = {};
  bool strict = false;  // the first fault ends it, as a std::runtime_error
  int first_ply = 16;   // of games of self-play: earlier positions are dropped
  bool with_noisy_moves =
      false;  // of games of self-play: keep positions where a capture or promotion was chosen
};

struct ImportCounts {
  std::uint64_t kept = 0;
  std::uint64_t games = 0;  // a line of text is a game of its own
  std::uint64_t faults = 0;
  std::uint64_t filtered = 0;  // well understood, but not wanted
};

class Importer {
 public:
  // Told with "FILE:LINE: what is wrong".
  using OnFault = std::function<void(const std::string&)>;
  // How many bytes of the file have been taken; called often.
  using OnProgress = std::function<void(std::uint64_t bytes)>;

  Importer(ImportOptions options, DatasetWriter& into, OnFault on_fault);

  // Throws std::exception with the file's name where it can't be read on. "-" is standard input.
  void read(const std::string& path, const OnProgress& on_progress, const std::stop_token& stop);
  [[nodiscard]] const ImportCounts& counts() const { return counts_; }
  [[nodiscard]] bool is_full() const { return options_.limit && counts_.kept >= *options_.limit; }

 private:
  struct Job;

  void read_text(Job& job);
  void read_json(Job& job);
  void read_pgn(Job& job);
  void read_games(Job& job);
  void read_dataset(Job& job);
  void add_game(const SelfplayGame& game);
  void add(const chess::Position& pos, Judgement judgement);
  void add_alone(JudgedPosition&& judged);
  void fault(const std::string& where, const std::string& what);
  [[nodiscard]] bool is_wanted(const chess::Position& pos) const;

  ImportOptions options_;
  DatasetWriter& into_;
  OnFault on_fault_;
  ImportCounts counts_;
};

// No capture and no promotion gains material, and there is no check.
[[nodiscard]] bool is_quiet(const chess::Position& pos);

}  // namespace vitrine::lab
