#include "arena/schedule/standings.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

namespace vitrine::arena {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double tie_break_value(const Standing& s, TieBreak tie_break) {
  switch (tie_break) {
    case TieBreak::buchholz: return s.buchholz;
    case TieBreak::buchholz_cut1: return s.buchholz_cut1;
    case TieBreak::median_buchholz: return s.median_buchholz;
    case TieBreak::sonneborn_berger: return s.sonneborn_berger;
    case TieBreak::direct_encounter: return s.direct_encounter;
    case TieBreak::wins: return s.wins;
    case TieBreak::more_blacks: break;
  }
  return s.blacks;
}

class Ranking {
 public:
  Ranking(int players, std::span<const EncounterResult> results, std::span<const Bye> byes,
          std::span<const TieBreak> tie_breaks)
      : table_(at(players)), cross_table_(players, results), tie_breaks_(tie_breaks) {
    for (int i = 0; i < players; ++i) table_[at(i)].player = i;
    count_points(results, byes);
    count_tie_breaks(results, byes);
  }

  std::vector<Standing> run() {
    sort(table_, [](const Standing& s) { return s.points; });
    split(
        table_, [](const Standing& s) { return s.points; }, 1, 0);
    return std::move(table_);
  }

 private:
  using Group = std::span<Standing>;

  void count_points(std::span<const EncounterResult> results, std::span<const Bye> byes) {
    for (const EncounterResult& r : results) {
      Standing &first = table_[at(r.encounter.first)], &second = table_[at(r.encounter.second)];
      first.games += r.games();
      second.games += r.games().reversed();
      first.blacks += static_cast<int>(r.as_black.games());
      second.blacks += static_cast<int>(r.as_white.games());
    }
    for (Standing& s : table_) {
      s.points = s.games.points();
      s.wins = static_cast<int>(s.games.wins);
    }
    for (const Bye& bye : byes) {
      assert(bye.player >= 0 && at(bye.player) < table_.size());
      table_[at(bye.player)].points += bye.half_points / 2.0;
      ++table_[at(bye.player)].byes;
    }
  }

  void count_tie_breaks(std::span<const EncounterResult> results, std::span<const Bye> byes) {
    std::vector<std::vector<double>> opponents(table_.size());
    const auto meet = [&](int player, double opponents_points, double scored) {
      opponents[at(player)].push_back(opponents_points);
      table_[at(player)].sonneborn_berger += opponents_points * scored;
    };
    for (const EncounterResult& r : results) {
      const auto& [first, second, round] = r.encounter;
      meet(first, table_[at(second)].points, r.games().points());
      meet(second, table_[at(first)].points, r.games().reversed().points());
    }
    for (const Bye& bye : byes) meet(bye.player, table_[at(bye.player)].points, bye.half_points / 2.0);

    for (Standing& s : table_) {
      std::vector<double>& points = opponents[at(s.player)];
      if (points.empty()) continue;
      const auto [lowest, highest] = std::minmax_element(points.begin(), points.end());
      s.buchholz = std::accumulate(points.begin(), points.end(), 0.0);
      s.buchholz_cut1 = s.buchholz - *lowest;
      if (points.size() >= 2) s.median_buchholz = s.buchholz_cut1 - *highest;
    }
  }

  template <class Value>
  static void sort(Group group, Value value) {
    std::stable_sort(group.begin(), group.end(),
                     [&](const Standing& a, const Standing& b) { return value(a) > value(b); });
  }

  // Ranks a sorted group, from `rank` on: parts of equal value are told apart by the tie-breaks from `next`
  // on.
  template <class Value>
  void split(Group group, Value value, int rank, std::size_t next) {
    for (std::size_t begin = 0; begin < group.size();) {
      std::size_t end = begin + 1;
      while (end < group.size() && value(group[end]) == value(group[begin])) ++end;
      break_tie(group.subspan(begin, end - begin), rank + static_cast<int>(begin), next);
      begin = end;
    }
  }

  void break_tie(Group group, int rank, std::size_t next) {
    for (Standing& s : group) s.rank = rank;
    if (group.size() == 1 || next == tie_breaks_.size()) return;
    const TieBreak tie_break = tie_breaks_[next];
    if (tie_break == TieBreak::direct_encounter) compare_directly(group);
    const auto value = [&](const Standing& s) { return tie_break_value(s, tie_break); };
    sort(group, value);
    split(group, value, rank, next + 1);
  }

  void compare_directly(Group group) {
    for (const Standing& a : group)
      for (const Standing& b : group)
        if (a.player != b.player && cross_table_.at(a.player, b.player).games() == 0) return;
    for (Standing& a : group)
      for (const Standing& b : group)
        if (a.player != b.player) a.direct_encounter += cross_table_.at(a.player, b.player).points();
  }

  std::vector<Standing> table_;
  CrossTable cross_table_;
  std::span<const TieBreak> tie_breaks_;
};

}  // namespace

CrossTable::CrossTable(int players, std::span<const EncounterResult> results)
    : players_(players), cells_(static_cast<std::size_t>(players) * static_cast<std::size_t>(players)) {
  for (const EncounterResult& r : results) {
    const auto& [first, second, round] = r.encounter;
    assert(first >= 0 && first < players && second >= 0 && second < players);
    cells_[cell(first, second)] += r.games();
    cells_[cell(second, first)] += r.games().reversed();
  }
}

std::vector<Standing> standings(int players, std::span<const EncounterResult> results,
                                std::span<const Bye> byes, std::span<const TieBreak> tie_breaks) {
  return Ranking(players, results, byes, tie_breaks).run();
}

}  // namespace vitrine::arena
