// Finds the multipliers of the portable build's sliding attacks (src/chess/*_magics.inc). They are data and
// need finding once; to do it again:
//   g++ -std=c++20 -O2 -Isrc scripts/find_magics.cpp -o /tmp/find_magics
//   /tmp/find_magics bishop > src/chess/bishop_magics.inc && /tmp/find_magics rook >
//   src/chess/rook_magics.inc

#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "chess/bitboard.h"

using vitrine::base::Rng;
using vitrine::chess::Bitboard;
using vitrine::chess::Square;

namespace {

struct Step {
  int file;
  int rank;
};
using Steps = std::array<Step, 4>;
constexpr Steps kBishop = {{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
constexpr Steps kRook = {{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};

bool is_on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

Bitboard attacks(Square sq, const Steps& steps, Bitboard blockers, bool without_edges) {
  Bitboard result;
  for (const Step step : steps) {
    int file = sq.file() + step.file;
    int rank = sq.rank() + step.rank;
    for (; is_on_board(file, rank); file += step.file, rank += step.rank) {
      if (without_edges && !is_on_board(file + step.file, rank + step.rank)) break;
      result |= Bitboard(Square::at(file, rank));
      if (blockers.contains(Square::at(file, rank))) break;
    }
  }
  return result;
}

// A multiplier works if sets of blockers with different attacks never share a slot.
bool works(std::uint64_t magic, int bits, const std::vector<Bitboard>& blockers,
           const std::vector<Bitboard>& attacked, std::vector<Bitboard>& slots) {
  slots.assign(std::size_t{1} << bits, Bitboard());  // nothing attacks no square at all
  for (std::size_t i = 0; i < blockers.size(); ++i) {
    Bitboard& slot = slots[(blockers[i].bits() * magic) >> (64 - bits)];
    if (slot.any() && slot != attacked[i]) return false;
    slot = attacked[i];
  }
  return true;
}

std::uint64_t find(Square sq, const Steps& steps, Rng& rng) {
  const Bitboard mask = attacks(sq, steps, Bitboard(), true);
  std::vector<Bitboard> blockers;
  std::vector<Bitboard> attacked;
  std::uint64_t subset = 0;
  do {
    blockers.push_back(Bitboard(subset));
    attacked.push_back(attacks(sq, steps, Bitboard(subset), false));
    subset = (subset - mask.bits()) & mask.bits();
  } while (subset != 0);
  std::vector<Bitboard> slots;
  for (;;) {
    const std::uint64_t magic = rng.next() & rng.next() & rng.next();  // few bits spread best
    if (works(magic, mask.count(), blockers, attacked, slots)) return magic;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || (std::string_view(argv[1]) != "bishop" && std::string_view(argv[1]) != "rook")) {
    std::fprintf(stderr, "usage: find_magics bishop|rook\n");
    return 2;
  }
  Rng rng(1950);
  std::printf("// Made by scripts/find_magics.cpp.\n");
  for (int i = 0; i < 64; ++i)
    std::printf("0x%016llXULL,%c",
                static_cast<unsigned long long>(
                    find(Square::from_index(i), argv[1][0] == 'b' ? kBishop : kRook, rng)),
                i % 4 == 3 ? '\n' : ' ');
}
