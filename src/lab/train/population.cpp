#include "lab/train/population.h"

#include <algorithm>
#include <cmath>

namespace vitrine::lab {

namespace {

constexpr std::size_t kRowsOfBlock = 8'192;

}  // namespace

Population::Population(const Lessons& lessons, const TrainOptions& options)
    : lessons_(lessons),
      options_(options.genetic),
      seed_(options.seed),
      range_(std::min(kMaxGene, static_cast<int>(std::lround(options.genetic.range * 100)))),
      generation_(static_cast<std::size_t>(options.genetic.children), lessons.positions().slots(),
                  lessons.phases()),
      steps_(generation_.children(), options.genetic.step * 100),
      threads_(lessons.threads()) {
  if (lessons.measure() == Measure::points) table_ = PointsTable(lessons.scale());
  set_targets();
}

void Population::set_targets() {
  const Lessons::Part& part = lessons_.training();
  if (lessons_.measure() == Measure::pawns) {
    targets_.assign(part.centipawns.begin(), part.centipawns.end());
    return;
  }
  for (const float points : part.points)
    targets_.push_back(static_cast<std::int16_t>(std::lround(points * PointsTable::kWhole)));
}

base::Rng Population::rng_of(std::size_t child) const {
  const std::uint64_t generation = base::Rng(base::Rng(seed_).next() + number_).next();
  return base::Rng(base::Rng(generation + child).next());
}

void Population::make_random_children() {
  make_children([&](std::size_t child, base::Rng& rng, double&) {
    for (std::size_t i = 0; i < genes(); ++i)
      set_gene(child, i, static_cast<double>(rng.below(2 * static_cast<std::uint64_t>(range_) + 1)) - range_);
  });
}

void Population::set_gene(std::size_t child, std::size_t number, double gene) {
  const int whole = static_cast<int>(std::lround(std::clamp<double>(gene, -range_, range_)));
  generation_.gene(child, number) = static_cast<std::int16_t>(whole);
}

std::vector<Population::Judged> Population::judge() {
  const Lessons::Part& part = lessons_.training();
  const std::size_t blocks = (part.rows.size() + kRowsOfBlock - 1) / kRowsOfBlock;
  std::vector<std::vector<std::uint64_t>> sums(static_cast<std::size_t>(threads_),
                                               std::vector<std::uint64_t>(children()));
  for_each_block(blocks, threads_, [&](std::size_t thread, std::size_t block) {
    const std::size_t first = block * kRowsOfBlock;
    const std::size_t count = std::min(kRowsOfBlock, part.rows.size() - first);
    const KernelRows rows = {part.rows.subspan(first, count), lessons_.positions().men(),
                             std::span(targets_).subspan(first, count)};
    add_errors(generation_, rows, table_, sums[thread]);
  });
  std::vector<Judged> judged;
  for (std::size_t child = 0; child < children(); ++child) {
    judged.push_back({child, 0});
    for (const auto& of_thread : sums) judged.back().error += of_thread[child];
  }
  std::ranges::stable_sort(judged, {}, &Judged::error);
  ++number_;
  return judged;
}

Individual Population::individual(const Judged& judged) const {
  Individual one{{}, steps_[judged.child], judged.error};
  one.genes.resize(genes());
  for (std::size_t i = 0; i < one.genes.size(); ++i) one.genes[i] = generation_.gene(judged.child, i);
  return one;
}

Weights Population::to_weights(const Individual& one, std::size_t genes) {
  Weights weights(genes);
  for (std::size_t i = 0; i < one.genes.size(); ++i) weights[i] = one.genes[i] / 100.0;
  return weights;
}

void Population::save_individual(const Individual& one, const std::string& name, TrainState& state) {
  state.numbers[name] = {one.genes.begin(), one.genes.end()};
  state.numbers[name + "-step"] = {one.step, static_cast<double>(one.error)};
}

Individual Population::load_individual(const std::string& name, const TrainState& state) const {
  const std::vector<double>& genes = state.get(name, this->genes());
  const std::vector<double>& rest = state.get(name + "-step", 2);
  Individual one{{}, rest[0], static_cast<std::uint64_t>(rest[1])};
  for (const double gene : genes) one.genes.push_back(static_cast<std::int16_t>(gene));
  return one;
}

}  // namespace vitrine::lab
