#pragma once

// Data sets made from data sets, in bounded memory however large they are: in another order, in two parts,
// without repetitions. All throw std::runtime_error with the file's name.

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "lab/data/dataset.h"

namespace vitrine::lab {

struct Rearranging {
  std::uint64_t seed = 1;
  std::uint64_t memory = std::uint64_t{1} << 29;  // bytes to use at most, about
  std::function<void(double share)> on_progress = {};
  std::stop_token stop = {};  // nothing is written then
};

// Every order is equally likely; the seed decides which, whatever the memory.
void shuffle(const std::string& from, const std::string& to, const Rearranging& how);

struct SplitSizes {
  std::uint64_t kept = 0;
  std::uint64_t held_out = 0;
};
// Holds out about this share of the games, whole: positions of one game are too much alike to test with the
// one what was learnt from the other. The seed decides which.
SplitSizes split(const std::string& from, const std::string& kept, const std::string& held_out, double share,
                 const Rearranging& how);

// Keeps the first of equal positions (board, side to move, castling, en passant). Returns how many were
// dropped.
std::uint64_t dedupe(const std::string& from, const std::string& to, const Rearranging& how);
// How many dedupe would drop.
[[nodiscard]] std::uint64_t count_duplicates(const std::string& path, const Rearranging& how);

}  // namespace vitrine::lab
