// Compiled once for each kind of processor: foreach_target.h includes this file again and again.
#include "eval/nnue/kernels.h"

#define HWY_WANT_AVX3_DL  // else Highway 1.0.3 refuses to compile with -march=native on machines that have it
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "eval/nnue/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace vitrine::eval::nnue::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors longer than the narrowest layer would have nothing to do.
using Numbers = hn::CappedTag<std::int16_t, 32>;
using Sums = hn::Repartition<std::int32_t, Numbers>;

void accumulate(std::span<const std::int16_t> from, std::span<const std::int16_t* const> added,
                std::span<const std::int16_t* const> removed, std::span<std::int16_t> to) {
  constexpr Numbers d;
  for (std::size_t i = 0; i < to.size(); i += hn::Lanes(d)) {
    auto sum = hn::Load(d, from.data() + i);
    for (const std::int16_t* row : added) sum = hn::Add(sum, hn::Load(d, row + i));
    for (const std::int16_t* row : removed) sum = hn::Sub(sum, hn::Load(d, row + i));
    hn::Store(sum, d, to.data() + i);
  }
}

std::int32_t weigh(std::span<const std::int16_t> values, std::span<const std::int16_t> weights,
                   std::int16_t most) {
  constexpr Numbers d;
  constexpr Sums s;
  const auto zero = hn::Zero(d);
  const auto limit = hn::Set(d, most);
  auto even = hn::Zero(s);
  auto odd = hn::Zero(s);
  for (std::size_t i = 0; i < values.size(); i += hn::Lanes(d)) {
    const auto value = hn::Min(hn::Max(hn::Load(d, values.data() + i), zero), limit);
    const auto weighed = hn::Mul(value, hn::Load(d, weights.data() + i));  // fits 16 bits: |weight| <= 128
    even = hn::ReorderWidenMulAccumulate(s, value, weighed, even, odd);
  }
  return hn::GetLane(hn::SumOfLanes(s, hn::Add(even, odd)));
}

}  // namespace vitrine::eval::nnue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vitrine::eval::nnue {

HWY_EXPORT(accumulate);
HWY_EXPORT(weigh);

void accumulate(std::span<const std::int16_t> from, std::span<const std::int16_t* const> added,
                std::span<const std::int16_t* const> removed, std::span<std::int16_t> to) {
  HWY_DYNAMIC_DISPATCH(accumulate)(from, added, removed, to);
}

std::int32_t weigh(std::span<const std::int16_t> values, std::span<const std::int16_t> weights,
                   std::int16_t most) {
  return HWY_DYNAMIC_DISPATCH(weigh)(values, weights, most);
}

}  // namespace vitrine::eval::nnue
#endif
