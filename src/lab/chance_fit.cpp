#include "lab/chance_fit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "notation/pgn_comment.h"

namespace vitrine::lab {

using engines::flagship::ChanceModel;

namespace {

constexpr int kLargestScore = 2000;  // what is decided anyway would only bend the curve

}  // namespace

void ScoredPositions::on_move(const chess::Position& before, chess::Move) {
  if (variation_ == 0) before_ = before;
}

void ScoredPositions::on_comment(std::string_view comment) {
  if (variation_ > 0 || !before_) return;
  const auto facts = notation::parse_comment(comment);
  if (!facts.engine || !facts.engine->centipawns || facts.engine->is_book) return;
  const int score = *facts.engine->centipawns;
  if (std::abs(score) <= kLargestScore)
    game_.push_back({before_->turn(), engines::flagship::material_on_board(*before_), score});
}

void ScoredPositions::on_game_end(notation::GameResult result) {
  using enum notation::GameResult;
  before_.reset();
  if (result == unknown || game_.empty()) return;
  ++games_;
  for (const Moved& moved : game_) {
    const bool has_won = result == (moved.mover == chess::Color::white ? white_wins : black_wins);
    all_.push_back({moved.centipawns, moved.material, result == draw ? 0.5 : has_won ? 1.0 : 0.0});
  }
}

double chance_loss(const std::vector<ScoredPosition>& positions, const ChanceModel& model) {
  assert(!positions.empty());
  constexpr double kLeast = 1e-6;  // no result is impossible
  double loss = 0;
  for (const ScoredPosition& pos : positions) {
    const auto chances = engines::flagship::chances_of(pos.centipawns, pos.material, model);
    const double chance = pos.points == 1.0   ? chances.win
                          : pos.points == 0.0 ? chances.loss
                                              : 1.0 - chances.win - chances.loss;
    loss -= std::log(std::max(chance, kLeast));
  }
  return loss / static_cast<double>(positions.size());
}

ChanceModel fit_chances(const std::vector<ScoredPosition>& positions, const ChanceModel& start) {
  ChanceModel model = start;
  double loss = chance_loss(positions, model);
  const std::array<double*, 4> numbers = {&model.even, &model.even_by_material, &model.slope,
                                          &model.slope_by_material};
  std::array<double, 4> steps = {32, 0.5, 16, 0.25};
  for (int round = 0; round < 60; ++round)
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double before = *numbers[i];
      bool has_improved = false;
      for (const double step : {steps[i], -steps[i]}) {
        *numbers[i] = before + step;
        const double now = chance_loss(positions, model);
        if (now < loss) {
          loss = now;
          has_improved = true;
          break;
        }
        *numbers[i] = before;
      }
      if (!has_improved) steps[i] /= 2;
    }
  return model;
}

}  // namespace vitrine::lab
