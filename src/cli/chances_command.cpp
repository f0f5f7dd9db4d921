#include "cli/chances_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/add_command.h"
#include "lab/chance_fit.h"
#include "notation/byte_source.h"

namespace vitrine::cli {

namespace {

using engines::flagship::ChanceModel;
using engines::flagship::chances_of;

constexpr const char* kExamples = R"(Examples:
  vitrine match -engine exhibit=vitrine -engine exhibit=vitrine name=twin -each nodes=20000 -rounds 500 -pgnout self.pgn
  vitrine chances self.pgn

Reads games whose moves carry scores, as 'vitrine match' writes them, and finds the curve by which the scores best
foretell the results. The four numbers belong into src/engines/vitrine/win_chances.h.)";

// How the curve compares with what happened, by scores of so many centipawns.
void print_comparison(const std::vector<lab::ScoredPosition>& positions, const ChanceModel& model) {
  constexpr int kFirst = -400;
  constexpr int kStep = 100;
  constexpr std::size_t kBands = 9;
  struct Band {
    double count = 0, wins = 0, losses = 0, expected_wins = 0, expected_losses = 0;
  };
  std::array<Band, kBands> bands;
  for (const lab::ScoredPosition& pos : positions) {
    const int place = (pos.centipawns - kFirst + kStep / 2) / kStep;
    if (pos.centipawns < kFirst - kStep / 2 || place >= static_cast<int>(kBands)) continue;
    Band& band = bands[static_cast<std::size_t>(place)];
    const auto chances = chances_of(pos.centipawns, pos.material, model);
    band.count += 1;
    band.wins += pos.points == 1.0;
    band.losses += pos.points == 0.0;
    band.expected_wins += chances.win;
    band.expected_losses += chances.loss;
  }
  fmt::print("score      positions   won  curve   lost  curve   (per cent)\n");
  for (std::size_t i = 0; i < kBands; ++i) {
    const Band& band = bands[i];
    if (band.count == 0) continue;
    const auto share = [&](double part) { return 100 * part / band.count; };
    fmt::print("{:+5}     {:10.0f} {:5.1f}  {:5.1f}  {:5.1f}  {:5.1f}\n",
               kFirst + static_cast<int>(i) * kStep, band.count, share(band.wins), share(band.expected_wins),
               share(band.losses), share(band.expected_losses));
  }
}

int run(const std::vector<std::string>& files) {
  lab::ScoredPositions positions;
  for (const std::string& file : files) {
    notation::FileSource source(file);
    notation::PgnReader reader(source, file);
    while (reader.read(positions)) {
    }
  }
  if (positions.all().empty())
    throw std::runtime_error("no move in these games carries a score, such as {+0.25/18 1.2s}");
  const ChanceModel model = lab::fit_chances(positions.all(), engines::flagship::kChances);
  fmt::print("{} positions of {} games; loss {:.5f}, with the built-in numbers {:.5f}\n",
             positions.all().size(), positions.games(), lab::chance_loss(positions.all(), model),
             lab::chance_loss(positions.all(), engines::flagship::kChances));
  fmt::print(".even = {:.1f}, .even_by_material = {:.3f}, .slope = {:.1f}, .slope_by_material = {:.3f}\n",
             model.even, model.even_by_material, model.slope, model.slope_by_material);
  print_comparison(positions.all(), model);
  return 0;
}

}  // namespace

void add_chances_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "chances", "Fit what scores are worth to the results of games");
  auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILES", *files, "PGN files with scores in their comments")->required();
  command->footer(kExamples);
  command->callback([files, &exit_code] { exit_code = run(*files); });
}

}  // namespace vitrine::cli
