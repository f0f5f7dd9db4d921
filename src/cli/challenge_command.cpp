#include "cli/challenge_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/store.h"
#include "cli/add_command.h"
#include "cli/bot_fitness.h"
#include "cli/challenge_page.h"
#include "cli/tournament_arguments.h"
#include "cli/tournament_command.h"
#include "cli/usage_error.h"
#include "notation/in_quotes.h"
#include "protocols/clean_text.h"
#include "workshop/build.h"
#include "workshop/sandbox.h"

namespace vitrine::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kDefaultClock = "60";
constexpr const char* kStoreName = "challenge.db";
constexpr const char* kLeftOutName = "left-out.txt";

// The command line: a folder, two options of our own, and those of a tournament.
struct Request {
  fs::path folder;
  fs::path output;
  std::string clock = kDefaultClock;
  bool is_sandboxed = true;
  Words others;
};

Request parse(const Words& words) {
  Request request;
  const auto value_of = [&words](std::size_t i) {
    if (i + 1 >= words.size()) throw UsageError(words[i] + ": takes one value");
    return words[i + 1];
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(std::min(words[i].find_first_not_of('-'), words[i].size()));
    const bool is_option = words[i].starts_with('-');
    if (is_option && (name == "engine" || name == "config" || name == "resume" || name == "show" ||
                      name == "store" || name == "tournament" || name == "gearman" || name == "sprt"))
      throw UsageError(
          words[i] + ": not of a challenge; its players are the bots of the folder, its results lie in -out");
    if (is_option && name == "out") {
      request.output = value_of(i++);
    } else if (is_option && name == "tc") {
      request.clock = value_of(i++);
    } else if (i == 0 && !is_option) {
      request.folder = words[i];
    } else {
      if (is_option && name == "no-sandbox") request.is_sandboxed = false;
      request.others.push_back(words[i]);
    }
  }
  if (request.folder.empty())
    throw UsageError("a folder of bots is required, and comes first: vitrine challenge DIR");
  if (!fs::is_directory(request.folder))
    throw UsageError(notation::in_quotes(request.folder.string()) + " is no folder");
  if (request.output.empty()) request.output = request.folder / "results";
  return request;
}

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".cpp") sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  return sources;
}

// No longer than the event's own clock, and no longer than a check has to take.
FitnessRules fitness_rules(const Request& request) {
  FitnessRules rules;
  const auto clock = arena::parse_clock(request.clock);
  if (!clock) throw UsageError("-tc: " + clock.error().to_string());
  if (*clock && (*clock)->base < rules.clock.base) rules.clock = **clock;
  if (!request.is_sandboxed) rules.confinement = Confinement::none;
  return rules;
}

struct Field {
  std::vector<fs::path> fit;
  std::vector<LeftOut> left_out;
};

// Compilers and bots speak in lines; here one has to do.
std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return protocols::clean_text(text);
}

Field choose_field(const fs::path& folder, const std::vector<fs::path>& sources, const FitnessRules& rules) {
  Field field;
  for (const fs::path& source : sources) {
    const std::string name = source.stem().string();
    std::cout << protocols::clean_text(name) << ": " << std::flush;
    const Fitness fitness = check_fitness(source, rules);
    const std::string problem = in_one_line(fitness.problem());
    std::cout << (fitness.is_fit() ? "fit" : "left out: " + problem) << std::endl;
    if (fitness.is_fit())
      field.fit.push_back(source);
    else
      field.left_out.push_back({name, problem});
  }
  if (field.fit.size() < 2)
    throw std::runtime_error(fmt::format("a challenge needs two fit bots, and {} has {}", folder.string(),
                                         field.fit.empty() ? "none" : "one"));
  return field;
}

// A line for each: name, tab, reason. They are told of again when the challenge goes on.
void write_left_out(const fs::path& file, const std::vector<LeftOut>& left_out) {
  std::ofstream out(file);
  for (const LeftOut& bot : left_out) out << bot.name << '\t' << bot.reason << '\n';
  if (!out.flush()) throw std::runtime_error("can't write " + file.string());
}

std::vector<LeftOut> read_left_out(const fs::path& file) {
  std::vector<LeftOut> left_out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    left_out.push_back({line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))});
  }
  return left_out;
}

// As many rounds as tell the field apart, with two to spare; and half of it, rounded down to a power of two,
// goes on.
int swiss_rounds(std::size_t players) {
  return static_cast<int>(std::min<std::size_t>(players - 1, std::bit_width(players - 1) + 2));
}
std::size_t knockout_seeds(std::size_t players) {
  return std::max<std::size_t>(2, std::bit_floor(players / 2));
}

Words words_of_new(const Request& request, const std::vector<fs::path>& bots) {
  Words words = {"-tournament", "swiss-knockout",
                 "-rounds",     std::to_string(swiss_rounds(bots.size())),
                 "-seeds",      std::to_string(knockout_seeds(bots.size())),
                 "-event",      "Vitrine challenge",
                 "-store",      (request.output / kStoreName).string(),
                 "-pgnout",     (request.output / "games.pgn").string(),
                 "-each",       "tc=" + request.clock};
  for (const fs::path& bot : bots) words.insert(words.end(), {"-engine", "bot=" + bot.string()});
  words.insert(words.end(), request.others.begin(), request.others.end());
  return words;
}

// The programs are kept by their content, so that a source that was changed since does not change who plays.
// One that is gone is made again from its source, and comes out in the same place unless that was changed.
void restore_programs(const Request& request) {
  const arena::Store store =
      arena::Store::open((request.output / kStoreName).string(), arena::Store::Access::read);
  for (const arena::Player& player : store.settings().players)
    if (const fs::path source = request.folder / (player.name + ".cpp");
        !fs::exists(player.command.back()) && fs::exists(source))
      static_cast<void>(workshop::build_bot(source));
}

void write_file(const fs::path& path, const std::string& text) {
  const fs::path draft = path.string() + ".new";
  std::ofstream out(draft);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("can't write " + draft.string());
  fs::rename(draft, path);  // whoever looks sees one page or the other, never a half
}

void write_results(const Request& request) {
  arena::Store store = arena::Store::open((request.output / kStoreName).string(), arena::Store::Access::read);
  const ChallengeResults results =
      read_challenge_results(store, read_left_out(request.output / kLeftOutName));
  write_file(request.output / "results.txt", challenge_text(results));
  write_file(request.output / "results.html", challenge_html(results));
  std::cout << fmt::format("Results: {}\n", (request.output / "results.html").string());
}

int run(const Request& request) {
  if (request.is_sandboxed) workshop::require_sandbox();
  Words words = {"-resume", (request.output / kStoreName).string()};
  if (fs::exists(request.output / kStoreName)) {
    restore_programs(request);
    words.insert(words.end(), request.others.begin(), request.others.end());
  } else {
    // A mistake in the options is told before the checks, which take their time.
    const FitnessRules rules = fitness_rules(request);
    const std::vector<fs::path> sources = sources_in(request.folder);
    if (sources.size() > 1)
      static_cast<void>(parse_tournament_arguments(words_of_new(request, sources), false));
    const Field field = choose_field(request.folder, sources, rules);
    fs::create_directories(request.output);
    write_left_out(request.output / kLeftOutName, field.left_out);
    words = words_of_new(request, field.fit);
  }
  const int exit_code = play_tournament(parse_tournament_arguments(words, false));
  write_results(request);
  return exit_code;
}

constexpr const char* kHelp =
    R"(Examples:
  vitrine challenge my-bots                       60 seconds a side, results in my-bots/results
  vitrine challenge my-bots -tc 10+0.1 -concurrency 2 -out club-night
  vitrine challenge my-bots                       the same again: go on after Ctrl-C or a crash

DIR is a folder of bots, one .cpp file each. Every bot is checked like 'vitrine bot check' does; who is not fit is
named with the reason and left out. The others play a Swiss, and the best half of it a knock-out.

  -tc TIME       the clock of each side (default: 60 seconds): seconds, or seconds+increment
  -out FOLDER    where the results go (default: DIR/results): results.html, results.txt, games.pgn and challenge.db
  -rounds N -seeds N -games N -concurrency N -openings ... -no-sandbox -quiet
                 and most others of 'vitrine tournament'

Ctrl-C, a crash or a power cut stop it; the same command goes on where it stopped, with the bots as they were.
'vitrine tournament -show DIR/results/challenge.db' shows how it stands while it runs.

Exit status: as of 'vitrine tournament': 0 played to the end; 3 stopped; 4 played, but a bot was dropped; 1 something
failed, such as fewer than two fit bots.)";

}  // namespace

void add_challenge_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      add_command(app, "challenge", "Hold the event: all bots of a folder against each other");
  command->prefix_command();  // the options are not of the kind CLI11 reads
  command->footer(kHelp);
  command->callback([command, &exit_code] { exit_code = run(parse(command->remaining())); });
}

}  // namespace vitrine::cli
