#pragma once

// The encounters of formats that are paired round by round: which of their games are handed out, played or
// missing, and what was scored.

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "arena/pairings.h"

namespace vitrine::arena {

class Boards {
 public:
  // Numbers of boards, from the first to before the last.
  struct Range {
    int begin = 0;
    int end = 0;
  };

  explicit Boards(int players) : gone_at_(static_cast<std::size_t>(players)) {}

  // Returns its number.
  int add_board(const Encounter& encounter);
  // The board's planned pairs, with numbers from `first_id` on.
  void add_planned_pairs(int board, std::int64_t first_id, const EncounterPlan& plan);
  // Games of it that were recorded before are counted now. Throws as Pairings::record.
  void add_pair(int board, Pair pair);

  void record(const PlayedGame& game);
  // Games of a pair that isn't added yet.
  [[nodiscard]] bool has_early_games(std::int64_t pair) const { return early_.contains(pair); }
  void drop(const Drop& drop) { gone_at_[static_cast<std::size_t>(drop.player)] = drop.stage; }
  [[nodiscard]] bool is_gone(int player) const { return gone_at(player).has_value(); }

  // Hands out the first pair of these boards that has games left; not of those that `is_over`, and none with
  // a player that is gone.
  [[nodiscard]] std::optional<Pair> next(Range boards, const std::function<bool(int board)>& is_over);

  [[nodiscard]] const Encounter& encounter(int board) const { return at(board).result.encounter; }
  [[nodiscard]] bool has_gone_player(int board) const;
  // A pair is handed out and unfinished.
  [[nodiscard]] bool is_busy(int board) const;
  [[nodiscard]] bool is_busy(Range boards) const;
  // Of pairs neither finished nor handed out, whose players are there.
  [[nodiscard]] std::int64_t games_to_come(Range boards) const;

  [[nodiscard]] const EncounterResult& result(int board) const { return at(board).result; }
  // Who left first, by stages: that is what counts when the other leaves later too. Nothing: neither did.
  [[nodiscard]] std::optional<GameScore> walkover_score(int board) const;  // of the encounter's first player
  // What a gone player left unplayed is won by the other; drawn if both left in the same stage.
  [[nodiscard]] EncounterResult result_with_walkovers(int board) const;
  [[nodiscard]] int size() const { return static_cast<int>(boards_.size()); }

 private:
  struct Entry {
    Pair pair;
    unsigned played = 0;  // a bit for each game
    bool is_out = false;

    [[nodiscard]] bool is_finished() const { return played == (1U << pair.size) - 1; }
    [[nodiscard]] std::vector<int> missing() const;
  };
  struct Board {
    EncounterResult result;
    std::vector<Entry> entries;
  };
  struct Place {
    int board;
    std::size_t entry;
  };

  [[nodiscard]] const std::optional<int>& gone_at(int player) const {
    return gone_at_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] const Board& at(int board) const { return boards_[static_cast<std::size_t>(board)]; }
  void count(Board& board, Entry& entry, const PlayedGame& game);
  static void add(EncounterResult& result, int white, GameScore score_of_first);

  std::vector<Board> boards_;
  std::map<std::int64_t, Place> places_;
  std::multimap<std::int64_t, PlayedGame> early_;  // of an earlier session, until their pair exists
  std::vector<std::optional<int>> gone_at_;        // the stage, by player
};

}  // namespace vitrine::arena
