#pragma once

// What the kinds of genetic algorithm share: a generation of children, how they are drawn, and how wrong they
// are. A child is a function of the seed, the generation, its number and its parents: whoever makes it, and
// whenever, it is the same child.

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "lab/train/blocks.h"
#include "lab/train/genetic_kernel.h"
#include "lab/train/learner.h"

namespace vitrine::lab {

struct Individual {
  std::vector<std::int16_t> genes = {};  // centipawns
  double step = 0;                       // centipawns: its genes were changed by up to this
  std::uint64_t error = UINT64_MAX;
};

class Population : public Learner {
 public:
  [[nodiscard]] const char* unit() const override { return "generation"; }

 protected:
  // Contract: `lessons` outlives this.
  Population(const Lessons& lessons, const TrainOptions& options);

  [[nodiscard]] std::size_t genes() const { return generation_.genes_per_child(); }
  [[nodiscard]] std::size_t children() const { return generation_.children(); }
  [[nodiscard]] const GeneticOptions& options() const { return options_; }

  // Calls make(child, rng, step) for each child, several at a time. It shall set the child's genes, and may
  // change its step, which is the first one in the beginning.
  template <class Make>
  void make_children(Make make) {
    for_each_block(children(), threads_, [&](std::size_t, std::size_t child) {
      base::Rng rng = rng_of(child);
      make(child, rng, steps_[child]);
    });
  }
  // A first generation, anywhere in the range.
  void make_random_children();
  // Changes a gene by up to the step either way, and keeps it in the range.
  void set_mutated(std::size_t child, std::size_t number, double gene, double step, base::Rng& rng) {
    set_gene(child, number, gene + (2 * unit_number(rng) - 1) * step);
  }
  void set_gene(std::size_t child, std::size_t number, double gene);
  [[nodiscard]] double gene(std::size_t child, std::size_t number) const {
    return generation_.gene(child, number);
  }

  // The children in the order of their errors, of equals the first-born first. Ends the generation.
  struct Judged {
    std::size_t child;
    std::uint64_t error;
  };
  [[nodiscard]] std::vector<Judged> judge();
  [[nodiscard]] Individual individual(const Judged& judged) const;
  [[nodiscard]] std::uint64_t number() const { return number_; }
  void set_number(std::uint64_t number) { number_ = number; }

  static double unit_number(base::Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1p-53; }
  [[nodiscard]] static Weights to_weights(const Individual& one, std::size_t genes);
  static void save_individual(const Individual& one, const std::string& name, TrainState& state);
  [[nodiscard]] Individual load_individual(const std::string& name, const TrainState& state) const;

 private:
  void set_targets();
  [[nodiscard]] base::Rng rng_of(std::size_t child) const;

  const Lessons& lessons_;
  GeneticOptions options_;
  std::uint64_t seed_;
  int range_;  // centipawns
  PointsTable table_;
  std::vector<std::int16_t> targets_;
  std::uint64_t number_ = 0;  // of the generation
  Generation generation_;
  std::vector<double> steps_;  // the children's
  int threads_;
};

}  // namespace vitrine::lab
