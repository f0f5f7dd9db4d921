#include "cli/pawnrace_examination.h"

#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "pawnrace/setups.h"
#include "pawnrace/solution.h"
#include "pawnrace/verifier.h"

namespace vitrine::cli {

bool Examination::add(const pawnrace::Proof& proof) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::string claim = proof.claim.to_string();
  const auto go_on = [&](std::uint64_t moves) {
    const std::scoped_lock lock(mutex_);
    if (line_.is_due())
      line_.show(fmt::format("checking {}: {:.1f} M moves", claim, static_cast<double>(moves) / 1e6));
    return !stop_.load(std::memory_order_relaxed);
  };
  const pawnrace::Verification result = pawnrace::verify(claim, proof.strategy, go_on);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (stop_) return false;

  const std::scoped_lock lock(mutex_);
  line_.hide();
  std::cout << fmt::format("{}: {}  ({} positions, {} moves tried, longest game {} plies, {:.1f} s)\n", claim,
                           result.fault ? "FALSE: " + *result.fault : "true", result.positions, result.moves,
                           result.longest_game, seconds)
            << std::flush;
  ++claims_;
  if (result.fault)
    ++false_claims_;
  else
    shown_.insert(claim);
  return true;
}

int Examination::count_shown_starts() const {
  int shown = 0;
  for (const pawnrace::Gaps gaps : pawnrace::allowed_setups()) {
    const pawnrace::Gaps canonical = is_canonical(gaps) ? gaps : gaps.mirrored();
    const auto outcome = pawnrace::solved_start(gaps).value.outcome;
    bool is_shown = true;
    for (const pawnrace::Claim& claim : claims_of(pawnrace::Position::start(canonical), outcome))
      is_shown = is_shown && shown_.contains(claim.to_string());
    shown += is_shown ? 1 : 0;
  }
  return shown;
}

std::string Examination::summary() const {
  return fmt::format("{} claims, {} false; they show the published value of {} of the 64 starts.\n", claims_,
                     false_claims_, count_shown_starts());
}

}  // namespace vitrine::cli
