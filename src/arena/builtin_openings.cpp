#include "arena/builtin_openings.h"

namespace vitrine::arena {

namespace {

constexpr BuiltinOpening kOpenings[] = {
#include "arena/builtin_openings.inc"
};

}  // namespace

std::span<const BuiltinOpening> builtin_openings() { return kOpenings; }

}  // namespace vitrine::arena
