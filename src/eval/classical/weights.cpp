#include "eval/classical/weights.h"

#include "eval/classical/placement.h"

namespace vitrine::eval::classical {

namespace {

using S = Tapered;

constexpr Weights kTuned = {
#include "eval/classical/weights.inc"
};

}  // namespace

constinit const Weights kBuiltInWeights = kTuned;
constinit const PlacementTable kPlacementTable = make_placement_table(kTuned);

}  // namespace vitrine::eval::classical
