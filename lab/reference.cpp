#include "reference.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "training_set.h"

namespace vitrine::trainer {

namespace {

Batch batch_of(const TrainingSet& set) {
  const auto n = static_cast<std::int64_t>(set.size());
  return {torch::tensor(set.men, torch::kShort).view({n, kMostMen}), torch::tensor(set.kings, torch::kShort),
          torch::tensor(set.counts, torch::kByte)};
}

}  // namespace

void write_reference(const Model& model, const std::vector<std::string>& games, std::size_t positions,
                     const std::string& path) {
  const Batch all = batch_of(first_positions(games, positions));
  std::ofstream out(path);
  constexpr std::int64_t kPart = 500;
  for (std::int64_t begin = 0; begin < all.kings.size(0); begin += kPart) {
    const std::int64_t count = std::min(kPart, all.kings.size(0) - begin);
    const torch::Tensor values =
        model.quantised_values({all.men.narrow(0, begin, count), all.kings.narrow(0, begin, count),
                                all.counts.narrow(0, begin, count)});
    for (std::int64_t i = 0; i < count; ++i) out << values[i].item<std::int64_t>() << '\n';
  }
  if (!out.flush()) throw std::runtime_error(path + ": can't be written");
}

}  // namespace vitrine::trainer
