#pragma once

// What the trainer is asked to do.

#include <cstdint>
#include <string>
#include <vector>

#include "eval/nnue/network.h"

namespace vitrine::trainer {

struct Options {
  std::vector<std::string> games;  // files of self-play
  std::string out = "network.nnue";
  std::string checkpoint;  // empty: beside `out`
  std::string architecture = "small";
  std::string name;
  std::string reference;  // empty: none is wanted
  std::string start;      // a network to take the weights of; empty: random ones
  int imitate = 0;        // positions around each one of the games; 0: learn from the games
  double epochs = 20;
  std::int64_t batch = 16'384;
  double rate = 1e-3;
  double last_rate = 1e-3 * 0.00243;  // 0.3^5 of the first
  double result_weight = 0;
  double scale = 220;      // centipawns whose sigmoid, of 1, is what they are worth in points
  double power = 2.7;      // of a mistake, in points
  double held_out = 0.01;  // share of the games
  std::uint64_t seed = 1;
  std::string device = "auto";  // or cpu, cuda
  int threads = 0;              // for reading, and for the CPU; 0: all
  int checkpoint_seconds = 60;
  bool is_profile = false;  // only measure
};

// Throws std::invalid_argument that says what is wrong. Nothing to do (--help was asked for): games is empty.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);
[[nodiscard]] const char* help_text();

// By name, from the smallest to the largest. Throws std::invalid_argument.
[[nodiscard]] eval::nnue::Architecture architecture_named(const std::string& name);

}  // namespace vitrine::trainer
