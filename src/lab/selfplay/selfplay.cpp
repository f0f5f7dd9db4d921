#include "lab/selfplay/selfplay.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "lab/data/judged_text.h"

namespace vitrine::lab {

namespace {

// Deep enough for any iteration, and a bound for those that explode.
constexpr std::uint64_t kHardLimit = 20;

int to_centipawns(const engines::Score& score) {
  if (score.kind == engines::Score::Kind::mate) return mate_to_centipawns(score.value);
  // Room above for mates.
  constexpr int kMost = kMostCentipawns - 2'000;
  return std::clamp(score.value, -kMost, kMost);
}

GameResult to_result(const chess::Outcome& outcome) {
  if (!outcome.winner) return GameResult::drawn;
  return *outcome.winner == chess::Color::white ? GameResult::white_won : GameResult::black_won;
}

}  // namespace

std::string to_string(const SelfplayRules& rules) {
  return "nodes=" + std::to_string(rules.nodes) + " random-plies=" + std::to_string(rules.random_plies) +
         " seed=" + std::to_string(rules.seed);
}

std::optional<GameResult> SelfplayReferee::note(int for_white, int ply) {
  if (for_white >= rules_.win_score)
    won_plies_ = std::max(won_plies_, 0) + 1;
  else if (for_white <= -rules_.win_score)
    won_plies_ = std::min(won_plies_, 0) - 1;
  else
    won_plies_ = 0;
  drawn_plies_ = std::abs(for_white) <= rules_.draw_score && ply >= rules_.draw_after ? drawn_plies_ + 1 : 0;

  if (won_plies_ >= rules_.win_plies) return GameResult::white_won;
  if (-won_plies_ >= rules_.win_plies) return GameResult::black_won;
  if (drawn_plies_ >= rules_.draw_plies || ply + 1 >= rules_.longest) return GameResult::drawn;
  return {};
}

SelfplayPlayer::SelfplayPlayer(std::unique_ptr<engines::Engine> engine, SelfplayRules rules)
    : engine_(std::move(engine)), rules_(rules) {}

std::optional<SelfplayPlayer::Thought> SelfplayPlayer::think(const chess::Game& game, std::uint64_t nodes,
                                                             const std::stop_token& stop) {
  std::stop_source enough;
  const std::stop_callback pass_on(stop, [&enough] { enough.request_stop(); });
  std::optional<engines::Score> score;
  // What comes by the clock, progress and bounds, must not decide anything: only finished iterations do.
  const engines::Listener listen = [&](const engines::Report& report) {
    if (!report.score || report.line != 1) return;
    score = report.score;
    if (report.nodes >= nodes && report.score->bound == engines::Score::Bound::exact) enough.request_stop();
  };
  const engines::Choice choice =
      engine_->choose(game, {.nodes = nodes * kHardLimit}, listen, {.stop = enough.get_token()});
  if (stop.stop_requested()) return {};
  if (!choice.move || !score)
    throw std::runtime_error("this engine gives no score, so it can't play for data");
  const int for_mover = to_centipawns(*score);
  return Thought{*choice.move, game.position().turn() == chess::Color::white ? for_mover : -for_mover};
}

// Nothing: the game was over too soon.
std::optional<chess::Game> SelfplayPlayer::random_opening(base::Rng& rng) const {
  chess::Game game;
  const auto plies = static_cast<int>(static_cast<std::uint64_t>(rules_.random_plies) + rng.below(2));
  for (int ply = 0; ply < plies && !game.is_over(chess::DrawClaims::made); ++ply) {
    const chess::MoveList moves = game.position().legal_moves();
    game.play_unchecked(moves[rng.below(moves.size())]);
  }
  if (game.is_over(chess::DrawClaims::made)) return {};
  return game;
}

std::optional<SelfplayGame> SelfplayPlayer::play(std::uint32_t number, const std::stop_token& stop) {
  base::Rng rng(base::Rng(rules_.seed).next() ^ base::Rng(number).next());
  std::optional<chess::Game> opening;
  while (!opening) {
    opening = random_opening(rng);
    if (!opening) continue;
    engine_->new_game();
    const auto thought = think(*opening, rules_.opening_nodes, stop);
    if (!thought) return {};
    if (std::abs(thought->for_white) > rules_.opening_limit) opening.reset();
  }

  SelfplayGame record{.number = number,
                      .first_ply = static_cast<std::uint16_t>(opening->ply()),
                      .start = opening->position()};
  // Repetitions count from here on, as they do for those who read the record.
  chess::Game game(record.start);
  SelfplayReferee referee(rules_);
  engine_->new_game();
  for (;;) {
    if (const auto outcome = game.outcome(chess::DrawClaims::made)) {
      record.result = to_result(*outcome);
      return record;
    }
    const auto thought = think(game, rules_.nodes, stop);
    if (!thought) return {};
    record.moves.push_back({thought->move, static_cast<std::int16_t>(thought->for_white)});
    const int ply = record.first_ply + static_cast<int>(game.ply());
    game.play_unchecked(thought->move);
    if (const auto result = referee.note(thought->for_white, ply)) {
      // The board knows better, where it knows.
      const auto outcome = game.outcome(chess::DrawClaims::made);
      record.result = outcome ? to_result(*outcome) : *result;
      return record;
    }
  }
}

}  // namespace vitrine::lab
