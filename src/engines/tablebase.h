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
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::engines {

// What a table says to the side to move, if the count of moves without a capture or pawn move begins now. A
// cursed win, or a blessed loss, is one that the fifty-move rule turns into a draw.
enum class SyzygyAnswer { loss = -2, blessed_loss = -1, draw = 0, cursed_win = 1, win = 2 };

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

  // Nothing: there is no such table, or somebody may castle. May be called from any thread.
  [[nodiscard]] std::optional<SyzygyAnswer> probe(const chess::Position& pos) const;

  // The moves that keep what can be had and make headway under the fifty-move rule, and what that is.
  // `has_repeated`: some position since the last capture or pawn move has stood twice.
  struct BestMoves {
    SyzygyAnswer answer;
    std::vector<chess::Move> moves;  // at least one
  };
  // Nothing: as above, or there is no legal move. May be called from any thread.
  [[nodiscard]] std::optional<BestMoves> best_moves(const chess::Position& pos, bool has_repeated);

 private:
  SyzygyTables(std::string path, int men);
  [[nodiscard]] bool may_know(const chess::Position& pos) const {
    return pos.occupied().count() <= men_ && pos.castling_rooks().is_empty();
  }

  // The files stay mapped after the last owner is gone, until others are opened.
  std::string path_;
  int men_;
  // Fathom reads a table when it is first asked for it, and Debian's has no lock of its own for that.
  mutable std::mutex fathom_;
};

}  // namespace vitrine::engines
