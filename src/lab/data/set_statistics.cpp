#include "lab/data/set_statistics.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace vitrine::lab {

namespace {

// Pieces left, as evaluations count them: 24 at the start, 0 with pawns and kings only.
constexpr std::array<int, 6> kPhase = {0, 1, 1, 2, 4, 0};

double percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 256> text;
  const int length = std::snprintf(text.data(), text.size(), pattern, values...);
  return {text.data(), static_cast<std::size_t>(std::clamp(length, 0, 255))};
}

}  // namespace

void SetStatistics::add(const PackedPosition& position) {
  const Judgement judgement = position.judgement();
  ++positions_;
  if (position.side_to_move() == chess::Color::white) ++white_to_move_;
  ++results_[static_cast<std::size_t>(judgement.result)];
  if (!seen_games_[judgement.game]) {
    seen_games_[judgement.game] = true;
    ++games_;
  }
  if (judgement.centipawns) {
    const int centipawns = *judgement.centipawns;
    ++evaluated_;
    if (std::abs(centipawns) >= kMostCentipawns - 1'000) {
      ++mates_;  // see mate_to_centipawns
    } else {
      sum_ += centipawns;
      size_sum_ += static_cast<std::uint64_t>(std::abs(centipawns));
    }
    ++rows_[static_cast<std::size_t>(std::lower_bound(kRowEnds.begin(), kRowEnds.end(), centipawns) -
                                     kRowEnds.begin())];
  }
  int phase = 0;
  position.for_each_man(
      [&](chess::Color, chess::PieceType type, chess::Square) { phase += kPhase[chess::index(type)]; });
  ++phases_[phase >= 18 ? 0 : phase >= 7 ? 1 : 2];
}

std::string SetStatistics::to_text(std::uint64_t duplicates) const {
  const auto count = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::string text;
  text += format("positions    %llu, from %llu games\n", count(positions_), count(games_));
  text += format("to move      White %.1f%%  Black %.1f%%\n", percent(white_to_move_, positions_),
                 percent(positions_ - white_to_move_, positions_));
  text += format(
      "results      1-0 %.1f%%  1/2-1/2 %.1f%%  0-1 %.1f%%  unknown %.1f%%\n",
      percent(with(GameResult::white_won), positions_), percent(with(GameResult::drawn), positions_),
      percent(with(GameResult::black_won), positions_), percent(with(GameResult::unknown), positions_));
  text += format(
      "phases       opening %.1f%%  middlegame %.1f%%  endgame %.1f%%  (24-18, 17-7, 6-0 of N B 1, R 2, Q "
      "4)\n",
      percent(phases_[0], positions_), percent(phases_[1], positions_), percent(phases_[2], positions_));
  text += format("duplicates   %llu (%.2f%%)\n", count(duplicates), percent(duplicates, positions_));
  text += format("evaluations  %llu (%.1f%%), %llu of them mates\n", count(evaluated_),
                 percent(evaluated_, positions_), count(mates_));
  if (evaluated_ == 0) return text;
  const auto others = static_cast<double>(std::max<std::uint64_t>(1, evaluated_ - mates_));
  text += format("             mean %+.1f, mean size %.1f centipawns for White, mates aside\n",
                 static_cast<double>(sum_) / others, static_cast<double>(size_sum_) / others);
  const std::uint64_t most = *std::max_element(rows_.begin(), rows_.end());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    constexpr std::uint64_t kWidth = 40;
    const std::string from = row == 0 ? "" : format("%+d", kRowEnds[row - 1] + 1);
    const std::string to = row == kRowEnds.size() ? "" : format("%+d", kRowEnds[row]);
    text += format("  %6s to %6s  %5.1f%%  %s\n", from.c_str(), to.c_str(), percent(rows_[row], evaluated_),
                   std::string(rows_[row] * kWidth / most, '#').c_str());
  }
  return text;
}

}  // namespace vitrine::lab
