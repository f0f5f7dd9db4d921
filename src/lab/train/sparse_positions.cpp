#include "lab/train/sparse_positions.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <stdexcept>

#include "base/rng.h"
#include "lab/data/checksum.h"
#include "lab/data/dataset.h"

namespace vitrine::lab {

namespace {

using chess::Color;
using chess::PieceType;
using chess::Square;

constexpr std::array<int, 6> kPhaseOfMan = {0, 1, 1, 2, 4, 0};  // as eval::middlegame_share counts
constexpr std::size_t kMostMen = 32;

// Seen by his own side.
int square_for(Color color, Square sq) { return color == Color::white ? sq.index() : sq.index() ^ 56; }

bool is_drawn_by(std::uint64_t seed, std::uint64_t thing, double share) {
  base::Rng rng(base::Rng(seed).next() ^ thing);
  return static_cast<double>(rng.next() >> 11) * 0x1p-53 < share;
}

}  // namespace

void SparsePositions::add(const PackedPosition& position, std::uint32_t set) {
  std::array<int, 2> king = {0, 0};
  if (kind_ == eval::ModelKind::king_piece_square)
    position.for_each_man([&](Color color, PieceType type, Square sq) {
      if (type == PieceType::king) king[index(color)] = square_for(color, sq);
    });
  std::array<std::array<std::uint16_t, kMostMen>, 2> men;
  std::array<std::size_t, 2> count = {0, 0};
  int phase = 0;
  position.for_each_man([&](Color color, PieceType type, Square sq) {
    const int side = index(color);
    const int board = kind_ == eval::ModelKind::piece_square ? index(type) : index(type) * 64 + king[side];
    men[side][count[side]++] = static_cast<std::uint16_t>(board * 64 + square_for(color, sq));
    phase += kPhaseOfMan[index(type)];
  });
  if (men_.size() > std::numeric_limits<std::uint32_t>::max() - kMostMen)
    throw std::length_error("too many positions to keep in memory");

  const Judgement judgement = position.judgement();
  rows_.push_back({.first = static_cast<std::uint32_t>(men_.size()),
                   .white_men = static_cast<std::uint8_t>(count[0]),
                   .black_men = static_cast<std::uint8_t>(count[1]),
                   .phase = static_cast<std::uint8_t>(std::min(phase, kFullPhase)),
                   .result = judgement.result,
                   .centipawns = static_cast<std::int16_t>(judgement.centipawns.value_or(kNoScore))});
  for (const std::size_t side : {0, 1})
    men_.insert(men_.end(), men[side].begin(), men[side].begin() + count[side]);
  games_.push_back(std::uint64_t{set} << 32 | judgement.game);
  // Chained, so that the order counts too.
  checksum_ = base::Rng(checksum_ ^ lab::checksum(&position, sizeof position)).next();
  training_ = rows_.size();
}

void SparsePositions::split(double held_out, std::uint64_t seed) {
  assert(games_.size() == rows_.size());
  std::vector<bool> is_held_out(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) is_held_out[i] = is_drawn_by(seed, games_[i], held_out);
  const auto drawn = static_cast<std::size_t>(std::ranges::count(is_held_out, true));
  const bool is_one_sided = drawn == 0 || drawn == rows_.size();
  if (held_out > 0 && is_one_sided)
    for (std::size_t i = 0; i < rows_.size(); ++i) is_held_out[i] = is_drawn_by(seed, i, held_out);

  std::vector<Row> all;
  all.reserve(rows_.size());
  for (const bool wanted : {false, true}) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (is_held_out[i] == wanted) all.push_back(rows_[i]);
    if (!wanted) training_ = all.size();
  }
  rows_ = std::move(all);
  games_ = {};
  men_.shrink_to_fit();
}

SparsePositions load_positions(const std::vector<std::string>& data_sets, eval::ModelKind kind,
                               const LoadOptions& options,
                               const std::function<void(std::uint64_t, std::uint64_t)>& on_progress,
                               const std::stop_token& stop) {
  std::vector<DatasetReader> readers;
  std::uint64_t total = 0;
  for (const std::string& path : data_sets) total += readers.emplace_back(path).size();
  if (options.limit) total = std::min(total, *options.limit);

  SparsePositions positions(kind);
  std::vector<PackedPosition> block;
  for (std::uint32_t set = 0; set < readers.size(); ++set)
    while (positions.size() < total && !stop.stop_requested() && readers[set].read(block)) {
      for (const PackedPosition& position : block)
        if (positions.size() < total) positions.add(position, set);
      if (on_progress) on_progress(positions.size(), total);
    }
  positions.split(options.held_out, options.seed);
  return positions;
}

}  // namespace vitrine::lab
