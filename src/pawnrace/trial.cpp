#include "pawnrace/trial.h"

#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include "base/rng.h"
#include "pawnrace/ancestor.h"
#include "pawnrace/notation.h"
#include "pawnrace/perfect_player.h"
#include "pawnrace/simple_players.h"
#include "pawnrace/solution.h"
#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

std::chrono::nanoseconds cpu_time() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

struct Opponent {
  std::string name;
  std::unique_ptr<Player> player;
};

std::vector<Opponent> make_opponents(std::uint64_t seed) {
  std::vector<Opponent> opponents;
  for (const char* const name : {"random", "greedy", "ancestor-4", "stubborn"})
    opponents.push_back({name, make_player(name, seed)});
  return opponents;
}

class Trial {
 public:
  Trial(const TrialSettings& settings, const OnTrialGame& on_game)
      : settings_(settings),
        on_game_(on_game),
        rng_(settings.seed),
        opponents_(make_opponents(settings.seed)) {}

  TrialReport run() {
    for (int game = 0; game < settings_.games; ++game) {
      if (settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed)) break;
      // Every opponent meets every start with both colours in four rounds.
      const std::size_t start = static_cast<std::size_t>(game) % settings_.starts.size();
      const std::size_t half_round = static_cast<std::size_t>(game) / settings_.starts.size();
      play(settings_.starts[start], half_round % 2 == 0 ? Color::white : Color::black,
           opponents_[(start + half_round / 2) % opponents_.size()]);
      ++report_.games;
      if (on_game_) on_game_(report_);
    }
    return report_;
  }

 private:
  void play(Gaps gaps, Color side, Opponent& opponent) {
    const Outcome for_white = solved_start(gaps).value.outcome;
    const Outcome worth = side == Color::white ? for_white : -for_white;
    Outcome secured = worth;
    // Opponents that always play the same would see few positions: they begin with some random moves.
    auto random_moves = static_cast<int>(rng_.below(6));
    const auto begin = cpu_time();
    perfect_.start(gaps, side);
    preparation_ = cpu_time() - begin;
    opponent.player->start(gaps, !side);
    Position pos = Position::start(gaps);
    std::string line;
    const auto found_fault = [&](const std::string& what) {
      report_.faults.push_back(to_text(gaps) + ", " + std::string(name_of(side)) + " against " +
                               opponent.name + ", after " + line + ": " + what);
    };
    while (!pos.end()) {
      Move move = any_move(pos);
      if (pos.turn() == side)
        move = decide(pos, secured, found_fault);
      else if (random_moves-- <= 0)
        move = opponent.player->choose(pos);
      line += (line.empty() ? "" : " ") + to_text(pos, move);
      pos = pos.after(move);
    }
    note_result(pos, side, worth, secured, opponent.name, found_fault);
  }

  Move any_move(const Position& pos) {
    const MoveList moves = pos.legal_moves();
    return moves[static_cast<int>(rng_.below(static_cast<std::uint64_t>(moves.size())))];
  }

  template <class Fault>
  Move decide(const Position& pos, Outcome& secured, Fault found_fault) {
    const auto begin = cpu_time();
    const Decision decision = perfect_.decide(pos);
    const auto time = cpu_time() - begin + std::exchange(preparation_, std::chrono::nanoseconds(0));
    ++report_.moves;
    report_.book_moves += decision.source == Source::book ? 1 : 0;
    report_.most_nodes = std::max(report_.most_nodes, decision.nodes);
    if (time > report_.longest_cpu_time) {
      report_.longest_cpu_time = time;
      report_.hardest = to_text(pos);
    }
    if (!decision.outcome)
      found_fault("no solution in time");
    else if (*decision.outcome < secured)
      found_fault("the value has fallen");
    secured = std::max(secured, decision.outcome.value_or(secured));
    return decision.move;
  }

  template <class Fault>
  void note_result(const Position& pos, Color side, Outcome worth, Outcome secured, const std::string& name,
                   Fault found_fault) {
    const Outcome result = *pos.end() == End::no_move ? Outcome::draw
                           : pos.turn() == side       ? Outcome::loss
                                                      : Outcome::win;
    TrialReport::Score& score = report_.scores[name];
    (result == Outcome::win ? score.wins : result == Outcome::loss ? score.losses : score.draws) += 1;
    if (result > worth) ++score.gains;
    if (result < secured) found_fault("the end is worse than what was secured");
  }

  TrialSettings settings_;
  const OnTrialGame& on_game_;
  base::Rng rng_;
  std::vector<Opponent> opponents_;
  PerfectPlayer perfect_;
  std::chrono::nanoseconds preparation_{};  // for the game: it belongs to the first move's time
  TrialReport report_;
};

}  // namespace

TrialReport run_trial(const TrialSettings& settings, const OnTrialGame& on_game) {
  return Trial(settings, on_game).run();
}

}  // namespace vitrine::pawnrace
