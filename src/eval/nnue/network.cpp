#include "eval/nnue/network.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace vitrine::eval::nnue {

std::string Architecture::to_string() const {
  std::string text = "(" + std::to_string(inputs()) + " -> " + std::to_string(width) + ")x2 -> " +
                     std::to_string(output_buckets);
  if (is_mirrored) text += ", mirrored";
  return text;
}

Network::Network(const Architecture& architecture, std::string name)
    : architecture_(architecture),
      name_(std::move(name)),
      first_((architecture.inputs() + 1) * static_cast<std::size_t>(architecture.width)),
      last_(static_cast<std::size_t>(architecture.output_buckets * 2 * architecture.width)),
      last_biases_(static_cast<std::size_t>(architecture.output_buckets)) {
  assert(architecture.width % 32 == 0 && architecture.width <= kMostWidth);
}

std::span<const std::int16_t> Network::input_weights(int input) const {
  const auto width = static_cast<std::size_t>(architecture_.width);
  return std::span(first_).subspan(static_cast<std::size_t>(input) * width, width);
}

std::span<const std::int16_t> Network::first_biases() const {
  return input_weights(static_cast<int>(architecture_.inputs()));
}

std::span<const std::int16_t> Network::last_weights(int bucket) const {
  const auto both = static_cast<std::size_t>(2 * architecture_.width);
  return std::span(last_).subspan(static_cast<std::size_t>(bucket) * both, both);
}

}  // namespace vitrine::eval::nnue
