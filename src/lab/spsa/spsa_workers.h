#pragma once

// The steps of a tuning run on several threads. They don't wait for each other: each takes the values of the
// moment, plays, and what came of it is applied when it is done.

#include <functional>
#include <optional>
#include <stop_token>

#include "lab/spsa/spsa.h"

namespace vitrine::lab {

// Plays one step. Nothing: it was stopped, or spoilt by what says nothing about the values; it will be played
// again.
using PlayStep = std::function<std::optional<SpsaOutcome>(const SpsaStep&, const std::stop_token&)>;
// Each thread has its own, made by that thread.
using PlayStepMaker = std::function<PlayStep()>;

// Until all steps are applied, or somebody asks to stop. `on_applied` is called after each, from one thread
// at a time, and may look at `spsa`. Throws what a player or on_applied throws.
void run_spsa(Spsa& spsa, int threads, const PlayStepMaker& make_player,
              const std::function<void(const SpsaStep&, const SpsaOutcome&)>& on_applied,
              const std::stop_token& stop);

}  // namespace vitrine::lab
