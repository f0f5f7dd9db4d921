#include "cli/bot_fitness.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "arena/game_runner.h"
#include "cli/engine_factory.h"
#include "protocols/clean_text.h"
#include "workshop/check.h"
#include "workshop/tokens.h"

namespace vitrine::cli {

namespace {

using Answer = Fitness::Answer;
using SteadyClock = std::chrono::steady_clock;

constexpr const char* kSparringPartner = "evil";
constexpr arena::Milliseconds kLongestMove{60'000};  // never asked for: there is a clock

Answer count(const workshop::SourceCheck& check) {
  if (!check.token_problem.empty()) return {"tokens", check.token_problem, false};
  return {"tokens", fmt::format("{} of {}", check.tokens, workshop::kTokenLimit)};
}

Answer look_at_uses(const workshop::SourceCheck& check) {
  if (check.forbidden_uses.empty()) return {"includes", "only what bots may use"};
  std::string text;
  for (const std::string& use : check.forbidden_uses) text += (text.empty() ? "" : "\n") + use;
  return {"includes", text, false};
}

Answer build(const std::filesystem::path& source, const workshop::BuildSettings& settings, Fitness& fitness) {
  const auto begin = SteadyClock::now();
  const auto bot = workshop::build_bot(source, settings);
  if (!bot) return {"build", bot.error().message, false};
  fitness.bot = *bot;
  const std::chrono::duration<double> time = SteadyClock::now() - begin;
  return {"build",
          bot->is_from_cache ? "compiled before" : fmt::format("compiled in {:.1f} s", time.count())};
}

arena::Player player_of(const workshop::BuiltBot& bot, const FitnessRules& rules) {
  return {.name = bot.name,
          .command = bot_command(bot.program, rules.confinement),
          .time = {.clock = rules.clock},
          .start_patience = kBotStartPatience};
}

// Started as in a tournament, up to the moment it could move.
Answer start(const arena::Player& player, const arena::EngineFactory& factory) {
  const auto begin = SteadyClock::now();
  try {
    factory(player)->new_game();
  } catch (const engines::EngineFault& fault) {
    return {"start", fault.what(), false};
  }
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begin);
  if (time > kBotStartPatience)
    return {"start",
            fmt::format("ready after {:.1f} s; the limit is {:.0f} s",
                        std::chrono::duration<double>(time).count(),
                        std::chrono::duration<double>(kBotStartPatience).count()),
            false};
  return {"start", fmt::format("ready in {} ms", time.count())};
}

// As White in even games. Nothing: the bot made no mistake.
std::optional<std::string> play(int number, const arena::Player& player, const FitnessRules& rules,
                                const arena::EngineFactory& factory) {
  arena::Seat bot(player, factory);
  arena::Seat partner({.name = kSparringPartner, .exhibit = kSparringPartner, .time = player.time}, factory);
  const bool is_white = number % 2 == 0;
  arena::GameRules game_rules;
  game_rules.adjudication.max_moves = rules.max_moves;
  const arena::GameRecord record = arena::play_game(
      is_white ? arena::Seats{&bot, &partner} : arena::Seats{&partner, &bot}, {}, game_rules, {}, {}, {});
  const auto at_fault = record.at_fault();
  if (!at_fault || (*at_fault == chess::Color::white) != is_white) return {};
  return fmt::format("game {} at {}: {}{}{}", number + 1, arena::to_string(rules.clock),
                     arena::describe(record.end, record.winner), record.detail.empty() ? "" : ": ",
                     record.detail);
}

Answer play_all(const arena::Player& player, const FitnessRules& rules, const arena::EngineFactory& factory) {
  for (int number = 0; number < rules.games; ++number)
    if (const auto problem = play(number, player, rules, factory)) return {"games", *problem, false};
  return {"games",
          fmt::format("{} against {} at {}, without a fault{}", rules.games, kSparringPartner,
                      arena::to_string(rules.clock),
                      rules.confinement == Confinement::sandbox ? ", in the sandbox with 256 MB" : "")};
}

}  // namespace

bool Fitness::is_fit() const {
  return !answers.empty() &&
         std::all_of(answers.begin(), answers.end(), [](const Answer& a) { return a.is_good; });
}

std::string Fitness::problem() const {
  for (const Answer& answer : answers)
    if (!answer.is_good) return answer.question + ": " + answer.text;
  return {};
}

Fitness check_fitness(const std::filesystem::path& source, const FitnessRules& rules,
                      const std::function<void(const Answer&)>& tell) {
  Fitness fitness;
  const auto add = [&](Answer answer) {
    if (tell) tell(answer);
    fitness.answers.push_back(std::move(answer));
  };
  std::string text;
  try {
    text = read_source(source);
  } catch (const std::runtime_error& error) {
    add({"source", error.what(), false});
    return fitness;
  }
  // Both of these before the compiler sees it, so that the author learns of both.
  const workshop::SourceCheck check = workshop::check_source(text);
  add(count(check));
  add(look_at_uses(check));
  if (!fitness.is_fit()) return fitness;
  add(build(source, rules.build, fitness));
  if (!fitness.is_fit()) return fitness;
  const arena::Player player = player_of(*fitness.bot, rules);
  const arena::EngineFactory factory = make_engine_factory(kLongestMove);
  add(start(player, factory));
  if (fitness.is_fit()) add(play_all(player, rules, factory));
  return fitness;
}

}  // namespace vitrine::cli
