#pragma once

// What a trained network says of some positions, in whole numbers and computed by LibTorch: other programs,
// with their vectors and increments, must come to the same.

#include <string>
#include <vector>

#include "model.h"

namespace vitrine::trainer {

// A line for each of the first positions of the games, all of them, in their order. Throws
// std::runtime_error if it can't be written or there are fewer.
void write_reference(const Model& model, const std::vector<std::string>& games, std::size_t positions,
                     const std::string& path);

}  // namespace vitrine::trainer
