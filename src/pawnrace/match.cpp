#include "pawnrace/match.h"

#include "base/rng.h"
#include "pawnrace/setups.h"
#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

using Clock = Contestant::Clock;

// Plays one game and notes what happens in the report.
class Table {
 public:
  Table(std::array<Contestant*, 2> players, int white, std::chrono::milliseconds longest_move)
      : players_(players), longest_move_(longest_move) {
    report_.white = white;
  }

  GameReport play(std::array<std::vector<Gaps>, 2>& chosen) {
    try {
      Position pos = Position::start(choose_gaps(chosen));
      for (std::optional<std::string> last; !pos.end();) {
        const Move move = ask_move(pos, last);
        last = to_text(pos, move);
        report_.moves.push_back(*last);
        pos = pos.after(move);
      }
      note_end(pos);
    } catch (const Forfeit& forfeit) {
      report_.winner = 1 - asked_;
      report_.is_forfeit = true;
      report_.reason = std::string(name_of(color_of(asked_))) + " forfeits: " + forfeit.what();
    }
    for (const int player : {0, 1}) {
      const Outcome outcome = !report_.winner             ? Outcome::draw
                              : *report_.winner == player ? Outcome::win
                                                          : Outcome::loss;
      at(player).tell(request::Over{outcome, report_.reason});
    }
    return report_;
  }

 private:
  [[nodiscard]] Contestant& at(int player) const { return *players_[static_cast<std::size_t>(player)]; }
  [[nodiscard]] Color color_of(int player) const {
    return player == report_.white ? Color::white : Color::black;
  }
  [[nodiscard]] int player_of(Color color) const {
    return color == Color::white ? report_.white : 1 - report_.white;
  }

  // Adds the time it lives to somebody's thinking time, also if that ends in a forfeit.
  class Watch {
   public:
    explicit Watch(std::chrono::nanoseconds& thinking) : thinking_(thinking) {}
    ~Watch() { thinking_ += Clock::now() - begin_; }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    std::chrono::nanoseconds& thinking_;
    Clock::time_point begin_ = Clock::now();
  };

  Reply ask(int player, const Request& request) {
    asked_ = player;
    const Watch watch(report_.thinking[static_cast<std::size_t>(player)]);
    return at(player).ask(request, longest_move_);
  }

  Gaps choose_gaps(std::array<std::vector<Gaps>, 2>& chosen) {
    const int black = 1 - report_.white;
    auto& earlier = chosen[static_cast<std::size_t>(black)];
    const Reply reply = ask(black, request::HaveBlack{earlier});
    const auto* answer = std::get_if<reply::ChosenGaps>(&reply);
    if (answer == nullptr) throw Forfeit("said " + quoted(to_line(reply)) + " instead of its gaps");
    if (!is_allowed(answer->gaps, earlier))
      throw Forfeit("chose " + to_text(answer->gaps) + ", which is not allowed any more");
    earlier.push_back(answer->gaps);
    report_.gaps = answer->gaps;
    return answer->gaps;
  }

  Move ask_move(const Position& pos, const std::optional<std::string>& last) {
    const int player = player_of(pos.turn());
    const Reply reply =
        last ? ask(player, request::Moved{*last}) : ask(player, request::HaveWhite{*report_.gaps});
    if (const auto* invalid = std::get_if<reply::Invalid>(&reply))
      throw Forfeit("refuses the valid move " + last.value_or("") + " (" + quoted(invalid->reason) + ")");
    const auto* answer = std::get_if<reply::Moved>(&reply);
    if (answer == nullptr) throw Forfeit("said " + quoted(to_line(reply)) + " instead of a move");
    const auto move = parse_move(pos, answer->move);
    if (!move) throw Forfeit("invalid move " + quoted(answer->move) + ": " + move.error().message);
    return *move;
  }

  void note_end(const Position& pos) {
    const Color mover = !pos.turn();
    const std::string name(name_of(mover));
    switch (*pos.end()) {
      case End::last_rank: report_.reason = name + " reached the last rank"; break;
      case End::all_captured: report_.reason = name + " captured every pawn"; break;
      case End::no_move: report_.reason = std::string(name_of(pos.turn())) + " can't move"; return;
    }
    report_.winner = player_of(mover);
  }

  std::array<Contestant*, 2> players_;
  std::chrono::milliseconds longest_move_;
  GameReport report_;
  int asked_ = 0;  // who was asked last: the one to blame
};

}  // namespace

GameReport play_game(std::array<Contestant*, 2> players, int white, std::array<std::vector<Gaps>, 2>& chosen,
                     std::chrono::milliseconds longest_move) {
  return Table(players, white, longest_move).play(chosen);
}

RoundReport play_round(std::array<Contestant*, 2> players, const RoundSettings& settings,
                       const OnGame& on_game) {
  base::Rng lot(settings.seed);
  RoundReport round;
  int white = static_cast<int>(lot.below(2));
  std::array<std::vector<Gaps>, 2> chosen;
  const auto play = [&] {
    round.games.push_back(play_game(players, white, chosen, settings.longest_move));
    const GameReport& game = round.games.back();
    for (const int player : {0, 1})
      round.points[static_cast<std::size_t>(player)] += !game.winner ? 1 : *game.winner == player ? 2 : 0;
    if (on_game) on_game(game, round.points);
    white = 1 - white;
  };
  const auto decide = [&](int winner, const char* by) {
    round.winner = winner;
    round.decided_by = by;
    return round;
  };
  const auto leader = [&] { return round.points[0] > round.points[1] ? 0 : 1; };

  for (int left = settings.games; left > 0; --left) {
    if (std::abs(round.points[0] - round.points[1]) > 2 * left) break;
    play();
  }
  if (round.points[0] != round.points[1]) return decide(leader(), "points");
  for (int pair = 0; pair < settings.extra_pairs; ++pair) {
    play();
    play();
    if (round.points[0] != round.points[1]) return decide(leader(), "extra games");
  }
  std::array<std::chrono::nanoseconds, 2> thinking = {};
  for (const GameReport& game : round.games)
    for (const std::size_t player : {0, 1}) thinking[player] += game.thinking[player];
  if (thinking[0] != thinking[1]) return decide(thinking[0] < thinking[1] ? 0 : 1, "thinking time");
  return decide(static_cast<int>(lot.below(2)), "lot");
}

std::vector<std::vector<int>> knockout_pairs(std::span<const int> still_in) {
  std::vector<std::vector<int>> pairs;
  std::size_t next = 0;
  if (still_in.size() % 2 == 1) pairs.push_back({still_in[next++]});
  for (; next + 1 < still_in.size(); next += 2) pairs.push_back({still_in[next], still_in[next + 1]});
  return pairs;
}

}  // namespace vitrine::pawnrace
