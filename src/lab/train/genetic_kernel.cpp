// Compiled once for each kind of processor: foreach_target.h includes this file again and again, so that all
// but the end must bear it.
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)  // no arrays of vectors
#define HWY_WANT_AVX3_DL  // else Highway 1.0.3 refuses to compile with -march=native on machines that have it
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/train/genetic_kernel.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "lab/texel.h"
#include "lab/train/genetic_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace vitrine::lab::HWY_NAMESPACE {

using Row = SparsePositions::Row;

// So many rows' errors fit into 32 bits.
constexpr std::size_t kRowsAtOnce = 1'024;

// Of 65,536.
constexpr int kTwentyFourth = (65'536 + SparsePositions::kFullPhase / 2) / SparsePositions::kFullPhase;

#if HWY_TARGET == HWY_SCALAR

// Without vectors, as Highway 1.0 takes the oldest x86-64 to be: the same sums in plain loops.
template <std::size_t phases, bool is_logistic>
void add_simply(const KernelRows& rows, const std::int16_t* tile, const std::int32_t* table,
                std::uint32_t* HWY_RESTRICT result) {
  constexpr std::size_t kWidth = Generation::kTile * phases;
  constexpr int kFull = SparsePositions::kFullPhase;
  std::fill_n(result, Generation::kTile, 0);
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const Row& row = rows.rows[i];
    const int target = rows.targets[i];
    std::array<std::int16_t, kWidth> sums = {};
    const std::uint16_t* const men = rows.men + row.first;
    for (std::size_t man = 0; man < std::size_t{row.white_men} + row.black_men; ++man)
      for (std::size_t k = 0; k < kWidth; ++k) {
        const int gene = tile[men[man] * kWidth + k];
        sums[k] = static_cast<std::int16_t>(sums[k] + (man < row.white_men ? gene : -gene));
      }
    for (std::size_t child = 0; child < Generation::kTile; ++child) {
      int value = sums[child * phases];
      if constexpr (phases == 2) value = row.phase * value + (kFull - row.phase) * sums[child * 2 + 1];
      if constexpr (is_logistic) {
        constexpr int kMost = PointsTable::kReach * (phases == 2 ? kFull : 1);
        value = std::clamp(value, -kMost, kMost);
        if constexpr (phases == 2) value = (value * kTwentyFourth + 32'768) >> 16;
        const int error = table[value] - target;
        result[child] += static_cast<std::uint32_t>(error * error >> 10);
      } else {
        const int error = value - target * (phases == 2 ? kFull : 1);
        result[child] +=
            static_cast<std::uint32_t>(std::abs(phases == 2 ? error : std::clamp(error, -32'768, 32'767)));
      }
    }
  }
}

template <bool is_logistic>
constexpr auto add_plain = add_simply<1, is_logistic>;
template <bool is_logistic>
constexpr auto add_tapered = add_simply<2, is_logistic>;

#else

namespace hn = hwy::HWY_NAMESPACE;

using D16 = hn::CappedTag<std::int16_t, Generation::kTile>;
using D32 = hn::RepartitionToWide<D16>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;

// A position's men, added up for all children of a tile. `vectors` is how many it takes to hold a value of
// each.
template <std::size_t vectors>
HWY_INLINE void add_men(const std::uint16_t* men, const Row& row, const std::int16_t* tile,
                        V16 (&sums)[vectors]) {
  const D16 d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  for (V16& sum : sums) sum = hn::Zero(d);
  const std::uint16_t* man = men + row.first;
  const std::uint16_t* const black = man + row.white_men;
  const std::uint16_t* const end = black + row.black_men;
  for (; man != black; ++man) {
    const std::int16_t* const genes = tile + *man * (kLanes * vectors);
    for (std::size_t v = 0; v < vectors; ++v) sums[v] = hn::Add(sums[v], hn::Load(d, genes + v * kLanes));
  }
  for (; man != end; ++man) {
    const std::int16_t* const genes = tile + *man * (kLanes * vectors);
    for (std::size_t v = 0; v < vectors; ++v) sums[v] = hn::Sub(sums[v], hn::Load(d, genes + v * kLanes));
  }
}

// The even and the odd lanes, made 32 bits wide.
HWY_INLINE V32 even(V16 v) {
  const D32 d;
  return hn::ShiftRight<16>(hn::ShiftLeft<16>(hn::BitCast(d, v)));
}
HWY_INLINE V32 odd(V16 v) { return hn::ShiftRight<16>(hn::BitCast(D32(), v)); }

// The squared error in points.
HWY_INLINE V32 square_error(V32 centipawns, const std::int32_t* middle_of_table, V32 target) {
  const D32 d;
  const V32 reach = hn::Set(d, PointsTable::kReach);
  const V32 index = hn::Max(hn::Min(centipawns, reach), hn::Neg(reach));
  const V32 error = hn::Sub(hn::GatherIndex(d, middle_of_table, index), target);
  return hn::ShiftRight<10>(hn::Mul(error, error));
}

// One phase: sums of even and odd children apart.
template <bool is_logistic>
void add_plain(const KernelRows& rows, const std::int16_t* tile, const std::int32_t* table,
               std::uint32_t* HWY_RESTRICT result) {
  const D16 d16;
  const D32 d32;
  constexpr std::size_t kLanes = hn::MaxLanes(d16);
  constexpr std::size_t kVectors = Generation::kTile / kLanes;
  V32 evens[kVectors];
  V32 odds[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) evens[v] = odds[v] = hn::Zero(d32);
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    V16 values[kVectors];
    add_men(rows.men, rows.rows[i], tile, values);
    for (std::size_t v = 0; v < kVectors; ++v) {
      if constexpr (is_logistic) {
        const V32 target = hn::Set(d32, rows.targets[i]);
        evens[v] = hn::Add(evens[v], square_error(even(values[v]), table, target));
        odds[v] = hn::Add(odds[v], square_error(odd(values[v]), table, target));
      } else {
        // Both are within 32,000: their difference may saturate, beyond 327 pawns of error.
        const hn::RepartitionToWide<hn::RebindToUnsigned<D16>> du32;
        const V16 error = hn::Abs(hn::SaturatedSub(values[v], hn::Set(d16, rows.targets[i])));
        const auto pair = hn::BitCast(du32, error);
        evens[v] = hn::Add(evens[v], hn::BitCast(d32, hn::And(pair, hn::Set(du32, 0xFFFF))));
        odds[v] = hn::Add(odds[v], hn::BitCast(d32, hn::ShiftRight<16>(pair)));
      }
    }
  }
  alignas(64) std::array<std::int32_t, kLanes / 2> lanes;
  for (std::size_t v = 0; v < kVectors; ++v)
    for (const std::size_t k : {0, 1}) {
      hn::Store(k == 0 ? evens[v] : odds[v], d32, lanes.data());
      for (std::size_t i = 0; i < lanes.size(); ++i)
        result[v * kLanes + 2 * i + k] = static_cast<std::uint32_t>(lanes[i]);
    }
}

// Two phases: pairs of lanes, multiplied by the shares and added.
template <bool is_logistic>
void add_tapered(const KernelRows& rows, const std::int16_t* tile, const std::int32_t* table,
                 std::uint32_t* HWY_RESTRICT result) {
  const D16 d16;
  const D32 d32;
  constexpr std::size_t kLanes = hn::MaxLanes(d16);
  constexpr std::size_t kVectors = 2 * Generation::kTile / kLanes;
  constexpr int kFull = SparsePositions::kFullPhase;
  V32 sums[kVectors];
  for (V32& sum : sums) sum = hn::Zero(d32);
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const Row& row = rows.rows[i];
    V16 values[kVectors];
    add_men(rows.men, row, tile, values);
    const V16 shares = hn::BitCast(d16, hn::Set(d32, row.phase | (kFull - row.phase) << 16));
    for (std::size_t v = 0; v < kVectors; ++v) {
      V32 rest = hn::Zero(d32);
      const V32 product = hn::RearrangeToOddPlusEven(
          hn::ReorderWidenMulAccumulate(d32, values[v], shares, hn::Zero(d32), rest), rest);
      if constexpr (is_logistic) {
        // By 24, near enough; what is beyond the table anyway is cut first, or it might overflow.
        const V32 most = hn::Set(d32, kFull * PointsTable::kReach);
        const V32 cut = hn::Max(hn::Min(product, most), hn::Neg(most));
        const V32 value =
            hn::ShiftRight<16>(hn::Add(hn::Mul(cut, hn::Set(d32, kTwentyFourth)), hn::Set(d32, 32'768)));
        sums[v] = hn::Add(sums[v], square_error(value, table, hn::Set(d32, rows.targets[i])));
      } else {
        const V32 error = hn::Abs(hn::Sub(product, hn::Set(d32, kFull * rows.targets[i])));
        sums[v] = hn::Add(sums[v], error);
      }
    }
  }
  alignas(64) std::array<std::int32_t, kLanes / 2> lanes;
  for (std::size_t v = 0; v < kVectors; ++v) {
    hn::Store(sums[v], d32, lanes.data());
    for (std::size_t i = 0; i < lanes.size(); ++i)
      result[v * lanes.size() + i] = static_cast<std::uint32_t>(lanes[i]);
  }
}

#endif

void add_errors_here(const Generation& generation, const KernelRows& rows, const PointsTable& table,
                     std::uint64_t* sums) {
  const bool is_logistic = !table.points.empty();
  const std::int32_t* const middle = is_logistic ? table.points.data() + PointsTable::kReach : nullptr;
  using Add = void (*)(const KernelRows&, const std::int16_t*, const std::int32_t*, std::uint32_t*);
  const Add add = generation.phases() == 1 ? (is_logistic ? add_plain<true> : add_plain<false>)
                                           : (is_logistic ? add_tapered<true> : add_tapered<false>);
  for (std::size_t first = 0; first < rows.rows.size(); first += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, rows.rows.size() - first);
    const KernelRows some = {rows.rows.subspan(first, count), rows.men, rows.targets.subspan(first, count)};
    for (std::size_t tile = 0; tile < generation.tiles(); ++tile) {
      std::array<std::uint32_t, Generation::kTile> errors;
      add(some, generation.tile(tile), middle, errors.data());
      const std::size_t begin = tile * Generation::kTile;
      const std::size_t end = std::min(begin + Generation::kTile, generation.children());
      for (std::size_t child = begin; child < end; ++child) sums[child] += errors[child - begin];
    }
  }
}

const char* target_here() { return hwy::TargetName(HWY_TARGET); }

}  // namespace vitrine::lab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vitrine::lab {

HWY_EXPORT(add_errors_here);
HWY_EXPORT(target_here);

Generation::Generation(std::size_t children, std::size_t slots, std::size_t phases)
    : children_(children),
      slots_(slots),
      phases_(phases),
      genes_(tiles() * kTile * slots * phases / Line().size()) {}

PointsTable::PointsTable(double scale) : points(2 * kReach + 1) {
  for (int i = -kReach; i <= kReach; ++i)
    points[static_cast<std::size_t>(i + kReach)] =
        static_cast<std::int32_t>(std::lround(expected_points(i, scale) * kWhole));
}

void add_errors(const Generation& generation, const KernelRows& rows, const PointsTable& table,
                std::span<std::uint64_t> sums) {
  HWY_DYNAMIC_DISPATCH(add_errors_here)(generation, rows, table, sums.data());
}

const char* kernel_target() { return HWY_DYNAMIC_DISPATCH(target_here)(); }

}  // namespace vitrine::lab
#endif
