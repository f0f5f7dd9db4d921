#pragma once

// Whether a bot is fit for a tournament: its source by the rules, its build, how soon it is ready, and a few
// games in the sandbox with its 256 MB. How it plays does not matter, that it plays does.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/time_control.h"
#include "cli/bot_player.h"
#include "workshop/build.h"

namespace vitrine::cli {

struct FitnessRules {
  arena::TimeControl::Clock clock = {.base = arena::Milliseconds(10'000),
                                     .increment = arena::Milliseconds(100)};
  int games = 2;       // against the exhibit `evil`, colours alternating
  int max_moves = 80;  // a game is a draw then
  Confinement confinement = Confinement::sandbox;
  workshop::BuildSettings build = {};
};

struct Fitness {
  // One question and its answer: "start: ready in 12 ms".
  struct Answer {
    std::string question;
    std::string text;
    bool is_good = true;
  };
  std::vector<Answer> answers = {};
  std::optional<workshop::BuiltBot> bot = {};  // if it could be built

  [[nodiscard]] bool is_fit() const;
  // The first answer that isn't good, "games: it crashed …".
  [[nodiscard]] std::string problem() const;
};

// Asks one question after the other until one has a bad answer; each answer is told as soon as it is there.
// Throws where it is not the bot that is at fault.
[[nodiscard]] Fitness check_fitness(const std::filesystem::path& source, const FitnessRules& rules,
                                    const std::function<void(const Fitness::Answer&)>& tell = {});

}  // namespace vitrine::cli
