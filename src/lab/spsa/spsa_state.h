#pragma once

// A tuning run on paper: what it was started with, and how far it is. A JSON file that can be read by people
// too; numbers come back exactly.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/spsa/spsa.h"

namespace vitrine::lab {

// What must be the same for a second start to go on with what the first left: the options, the rules, and
// `games`, JSON of whoever plays about how.
[[nodiscard]] std::string describe_run(const std::vector<TunedOption>& options, const SpsaRules& rules,
                                       std::string_view games);

// `run` is what describe_run() says.
[[nodiscard]] std::string to_text(const SpsaState& state, const std::vector<TunedOption>& options,
                                  std::string_view run);
// The error says what is wrong, or in what the file's run is another: "it is of another run: steps is 100
// there, and 200 here".
[[nodiscard]] base::Result<SpsaState, std::string> parse_spsa_state(std::string_view text,
                                                                    const std::vector<TunedOption>& options,
                                                                    std::string_view run);

}  // namespace vitrine::lab
