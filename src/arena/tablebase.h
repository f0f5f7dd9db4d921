#pragma once

// Syzygy tables of solved endings, read by the Fathom library.
//
// Fathom keeps its tables in global variables, so a process has one set of them at a time. This is the only
// place that touches them: whoever wants the same folders shares them, whoever wants others while these are
// in use is refused.

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "arena/adjudication.h"

namespace vitrine::arena {

class SyzygyTables {
 public:
  // Folders separated by ':'. Throws std::runtime_error: no tables are there, or those of another path are in
  // use. May be called from any thread.
  [[nodiscard]] static std::shared_ptr<SyzygyTables> open(const std::string& path);
  SyzygyTables(const SyzygyTables&) = delete;
  SyzygyTables& operator=(const SyzygyTables&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // The most men, kings included, of any table there.
  [[nodiscard]] int men() const { return men_; }

  // What is certain; nothing: there is no table, somebody may castle, or the fifty-move rule may yet save the
  // loser. May be called from any thread.
  [[nodiscard]] std::optional<Solved> probe(const chess::Position& pos);

 private:
  SyzygyTables(std::string path, int men);

  // The files stay mapped after the last owner is gone, until others are opened.
  std::string path_;
  int men_;
  std::mutex mutex_;  // a game asks once or twice: no need to ask what Fathom promises
};

// What a table's answer for the side to move means under the fifty-move rule: 2 a win, 1 a win that needs
// more than fifty moves, 0 a draw, and so on down to -2. Tables answer for a fresh count of moves, so a win
// counts only right after a capture or pawn move, and every ending is entered by one. A draw is a draw at any
// count.
[[nodiscard]] std::optional<Solved> solved_by(int answer, chess::Color turn, int halfmove_clock);

// To adjudicate by, for positions with so many men at most; it keeps the tables open. Throws as above.
[[nodiscard]] Tablebase open_tablebase(const std::string& path, std::optional<int> men = {});

}  // namespace vitrine::arena
