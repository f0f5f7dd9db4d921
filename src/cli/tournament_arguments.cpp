#include "cli/tournament_arguments.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/bot_player.h"
#include "cli/settings_file.h"
#include "cli/usage_error.h"
#include "notation/in_quotes.h"
#include "protocols/engine_client.h"

namespace vitrine::cli {

namespace {

using arena::Milliseconds;
using arena::Player;
using notation::in_quotes;

// One option with the words that follow it: "-engine cmd=x name=y".
struct Group {
  std::string option;  // as it is written, with one dash or two
  std::vector<std::string> words;

  [[nodiscard]] std::string name() const { return option.substr(option.starts_with("--") ? 2 : 1); }
  [[noreturn]] void fail(const std::string& what) const { throw UsageError(option + ": " + what); }
};

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word.find('=') == std::string_view::npos &&
         word.find_first_not_of("0123456789.", 1) != std::string_view::npos;
}

std::vector<Group> split_groups(const std::vector<std::string>& words) {
  std::vector<Group> groups;
  for (const std::string& word : words) {
    if (is_option(word))
      groups.push_back({word, {}});
    else if (groups.empty())
      throw UsageError(in_quotes(word) + " is no option; options start with a dash");
    else
      groups.back().words.push_back(word);
  }
  return groups;
}

template <class Number>
Number parse_number(const Group& group, std::string_view what, std::string_view text, Number least) {
  Number value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= least))
    group.fail(std::string(what) + " must be a number, at least " + std::to_string(least) + ", not " +
               in_quotes(text));
  return value;
}

double parse_decimal(const Group& group, std::string_view what, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    group.fail(std::string(what) + " must be a number, not " + in_quotes(text));
  return value;
}

bool parse_switch(const Group& group, std::string_view what, std::string_view text) {
  if (text == "true" || text == "on" || text == "1") return true;
  if (text == "false" || text == "off" || text == "0") return false;
  group.fail(std::string(what) + " must be true or false, not " + in_quotes(text));
}

template <class Value>
Value choose(const Group& group, std::string_view what, std::string_view text,
             std::initializer_list<std::pair<std::string_view, Value>> choices) {
  std::string names;
  for (const auto& [name, value] : choices) {
    if (name == text) return value;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  group.fail(std::string(what) + " must be one of " + names + ", not " + in_quotes(text));
}

std::pair<std::string, std::string> split_pair(const Group& group, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) group.fail(in_quotes(word) + " should be KEY=VALUE");
  return {word.substr(0, equals), word.substr(equals + 1)};
}

using KeyHandlers = std::map<std::string_view, std::function<void(const std::string&)>>;

void read_pairs(const Group& group, const KeyHandlers& handlers) {
  for (const std::string& word : group.words) {
    const auto [key, value] = split_pair(group, word);
    const auto handler = handlers.find(key);
    if (handler == handlers.end()) {
      std::string names;
      for (const auto& [name, handle] : handlers) names += (names.empty() ? "" : ", ") + std::string(name);
      group.fail("no key " + in_quotes(key) + "; there are " + names);
    }
    handler->second(value);
  }
}

const std::string& single(const Group& group) {
  if (group.words.size() != 1) group.fail("takes one value");
  return group.words[0];
}

void check_no_words(const Group& group) {
  if (!group.words.empty()) group.fail("takes no value, but has " + in_quotes(group.words[0]));
}

Milliseconds parse_seconds(const Group& group, std::string_view what, std::string_view text) {
  const double seconds = parse_decimal(group, what, text);
  if (!(seconds >= 0.001 && seconds <= 1e7))
    group.fail(std::string(what) + " must be seconds from 0.001 to 10000000");
  return std::chrono::round<Milliseconds>(std::chrono::duration<double>(seconds));
}

// The keys of -engine and -each. A bot's source is put aside.
void read_player(const Group& group, Player& player, std::string& bot) {
  std::vector<std::string> program;
  std::vector<std::string> arguments;
  for (const std::string& word : group.words) {
    const auto [key, value] = split_pair(group, word);
    if (key == "cmd") {
      program = {value};
    } else if (key == "args") {
      arguments = protocols::split_command(value);
    } else if (key == "exhibit") {
      player.exhibit = value;
    } else if (key == "bot") {
      bot = value;
    } else if (key == "name") {
      player.name = value;
    } else if (key == "dir") {
      player.directory = value;
    } else if (key == "proto") {
      player.protocol = choose<arena::Protocol>(group, key, value,
                                                {{"uci", arena::Protocol::uci},
                                                 {"xboard", arena::Protocol::cecp},
                                                 {"cecp", arena::Protocol::cecp}});
    } else if (key == "tc") {
      const auto clock = arena::parse_clock(value);
      if (!clock) group.fail("tc: " + clock.error().to_string());
      player.time.clock = *clock;
    } else if (key == "st") {
      player.time.move_time = parse_seconds(group, key, value);
    } else if (key == "nodes") {
      player.time.nodes = parse_number<std::uint64_t>(group, key, value, 1);
    } else if (key == "depth" || key == "plies") {
      player.time.depth = parse_number(group, key, value, 1);
    } else if (key == "timemargin") {
      player.time.margin = Milliseconds(parse_number(group, key, value, 0));
    } else if (key == "restart") {
      player.restart = choose<arena::Restart>(
          group, key, value,
          {{"on", arena::Restart::always}, {"off", arena::Restart::never}, {"auto", arena::Restart::never}});
    } else if (key == "initstr") {
      player.init_strings.push_back(value);
    } else if (key == "startuptime") {
      player.start_patience = parse_seconds(group, key, value);
    } else if (key == "pingtime") {
      player.ping_patience = parse_seconds(group, key, value);
    } else if (key.starts_with("option.") && key.size() > 7) {
      player.options.emplace_back(key.substr(7), value);
    } else {
      group.fail("no key " + in_quotes(key) +
                 "; there are cmd, args, exhibit, bot, name, dir, proto, tc, st, nodes, depth, timemargin, "
                 "restart, initstr, "
                 "startuptime, pingtime, option.NAME");
    }
  }
  if (!program.empty()) player.command = std::move(program);
  player.command.insert(player.command.end(), arguments.begin(), arguments.end());
}

// A bot is a program that is yet to be built; until then its source stands in its place.
void make_bot(const Group& group, Player& player, const std::string& source) {
  if (!player.exhibit.empty() || !player.command.empty() || player.protocol != arena::Protocol::uci)
    group.fail("bot= is a player by itself; leave out cmd, args, exhibit and proto");
  player.command = {source};
  if (player.name.empty()) player.name = std::filesystem::path(source).stem().string();
  if (player.start_patience == Player{}.start_patience) player.start_patience = kBotStartPatience;
}

// Gives a name to a player that has none: its exhibit's or its program's.
void name_players(std::vector<Player>& players) {
  for (Player& player : players) {
    if (!player.name.empty()) continue;
    player.name = player.exhibit;
    if (player.name.empty() && !player.command.empty())
      player.name = player.command[0].substr(player.command[0].rfind('/') + 1);
  }
  std::map<std::string, int> seen;
  for (Player& player : players)
    if (const int count = ++seen[player.name]; count > 1) player.name += " " + std::to_string(count);
}

void read_openings(const Group& group, arena::OpeningSettings& openings) {
  using Kind = arena::OpeningSettings::Kind;
  using Order = arena::OpeningSettings::Order;
  std::optional<Kind> kind;
  read_pairs(
      group,
      {{"file", [&](const std::string& value) { openings.file = value; }},
       {"format",
        [&](const std::string& value) {
          kind = choose<Kind>(group, "format", value,
                              {{"epd", Kind::epd},
                               {"pgn", Kind::pgn},
                               {"bin", Kind::polyglot},
                               {"polyglot", Kind::polyglot}});
        }},
       {"order",
        [&](const std::string& value) {
          openings.order = choose<Order>(group, "order", value,
                                         {{"random", Order::random}, {"sequential", Order::sequential}});
        }},
       {"plies", [&](const std::string& value) { openings.plies = parse_number(group, "plies", value, 1); }},
       {"start", [&](const std::string& value) {
          openings.start = parse_number<std::int64_t>(group, "start", value, 1);
        }}});
  if (openings.file.empty() && kind) group.fail("format needs file=");
  if (openings.file.empty()) return;
  if (!kind) {
    if (openings.file.ends_with(".pgn")) kind = Kind::pgn;
    if (openings.file.ends_with(".epd") || openings.file.ends_with(".fen")) kind = Kind::epd;
    if (openings.file.ends_with(".bin")) kind = Kind::polyglot;
  }
  if (!kind)
    group.fail("can't tell the format of " + in_quotes(openings.file) + "; add format=epd, pgn or bin");
  openings.kind = *kind;
}

void read_sprt(const Group& group, arena::SprtSettings& sprt) {
  const auto number = [&](const char* key, double& place) {
    return [&group, key, &place](const std::string& value) { place = parse_decimal(group, key, value); };
  };
  read_pairs(group,
             {{"elo0", number("elo0", sprt.elo0)},
              {"elo1", number("elo1", sprt.elo1)},
              {"alpha", number("alpha", sprt.alpha)},
              {"beta", number("beta", sprt.beta)},
              {"model", [&](const std::string& value) {
                 const auto model = arena::parse_sprt_model(value);
                 if (!model)
                   group.fail("model must be normalized, logistic or bayesian, not " + in_quotes(value));
                 sprt.model = *model;
               }}});
  if (const auto problem = arena::sprt_error(sprt)) group.fail(*problem);
}

void read_resign(const Group& group, arena::ResignRule& rule) {
  read_pairs(
      group,
      {{"movecount", [&](const std::string& v) { rule.move_count = parse_number(group, "movecount", v, 1); }},
       {"score", [&](const std::string& v) { rule.score = parse_number(group, "score", v, 0); }},
       {"twosided", [&](const std::string& v) { rule.two_sided = parse_switch(group, "twosided", v); }}});
}

void read_draw(const Group& group, arena::DrawRule& rule) {
  read_pairs(
      group,
      {{"movenumber",
        [&](const std::string& v) { rule.move_number = parse_number(group, "movenumber", v, 0); }},
       {"movecount", [&](const std::string& v) { rule.move_count = parse_number(group, "movecount", v, 1); }},
       {"score", [&](const std::string& v) { rule.score = parse_number(group, "score", v, 0); }}});
}

void read_pgn(const Group& group, arena::PgnSettings& pgn) {
  if (group.words.size() == 1 && group.words[0].find('=') == std::string::npos) {
    pgn.file = group.words[0];
    return;
  }
  read_pairs(group, {{"file", [&](const std::string& v) { pgn.file = v; }},
                     {"tags", [&](const std::string& v) { pgn.with_tags = parse_switch(group, "tags", v); }},
                     {"min", [&](const std::string& v) { pgn.is_minimal = parse_switch(group, "min", v); }}});
}

class Reader {
 public:
  explicit Reader(TournamentArguments& arguments) : arguments_(arguments), settings_(arguments.settings) {}

  void read(const Group& group) {
    const auto handler = handlers_.find(group.name());
    if (handler == handlers_.end()) throw UsageError("unknown option " + in_quotes(group.option));
    handler->second(group);
  }
  // -each stands for every engine, wherever it is written; what an engine says itself comes first.
  void finish() {
    for (const Group& own : engines_) {
      Player player;
      std::string bot;
      for (const Group& each : each_) read_player(each, player, bot);
      read_player(own, player, bot);
      if (!bot.empty()) {
        make_bot(own, player, bot);
        arguments_.bots.push_back({settings_.players.size(), bot});
      }
      settings_.players.push_back(std::move(player));
    }
    name_players(settings_.players);
  }

 private:
  using Handler = std::function<void(const Group&)>;

  // A number as the option's only value.
  template <class Number>
  Handler number(Number& place, Number least) {
    return [&place, least](const Group& group) {
      place = parse_number<Number>(group, "its value", single(group), least);
    };
  }
  static Handler text(std::string& place) {
    return [&place](const Group& group) { place = single(group); };
  }
  static Handler flag(bool& place) {
    return [&place](const Group& group) {
      check_no_words(group);
      place = true;
    };
  }

  TournamentArguments& arguments_;
  arena::TournamentSettings& settings_;
  std::vector<Group> engines_;
  std::vector<Group> each_;
  std::map<std::string_view, Handler> handlers_ = {
      {"engine", [this](const Group& group) { engines_.push_back(group); }},
      {"each", [this](const Group& group) { each_.push_back(group); }},
      {"config", [this](const Group& group) { settings_ = read_settings_file(single(group)); }},
      {"tournament",
       [this](const Group& group) {
         using arena::Format;
         settings_.format = choose<Format>(group, "its value", single(group),
                                           {{"round-robin", Format::round_robin},
                                            {"roundrobin", Format::round_robin},
                                            {"gauntlet", Format::gauntlet},
                                            {"pyramid", Format::pyramid},
                                            {"swiss", Format::swiss},
                                            {"knockout", Format::knockout},
                                            {"swiss-knockout", Format::swiss_then_knockout}});
       }},
      {"rounds", number(settings_.rounds, 1)},
      {"games", number(settings_.games, 1)},
      {"repeat",
       [this](const Group& group) {
         settings_.repeats_openings = true;
         if (!group.words.empty()) settings_.games = parse_number(group, "its value", single(group), 1);
       }},
      {"norepeat",
       [this](const Group& group) {
         check_no_words(group);
         settings_.repeats_openings = false;
       }},
      {"seeds", number(settings_.seeds, 1)},
      {"srand", number<std::uint64_t>(settings_.seed, 0)},
      {"openings", [this](const Group& group) { read_openings(group, settings_.openings); }},
      {"sprt", [this](const Group& group) { read_sprt(group, settings_.sprt.emplace()); }},
      {"resign",
       [this](const Group& group) { read_resign(group, settings_.rules.adjudication.resign.emplace()); }},
      {"draw", [this](const Group& group) { read_draw(group, settings_.rules.adjudication.draw.emplace()); }},
      {"maxmoves",
       [this](const Group& group) {
         settings_.rules.adjudication.max_moves = parse_number(group, "its value", single(group), 1);
       }},
      {"movelimit",
       [this](const Group& group) {
         settings_.rules.longest_move = parse_seconds(group, "its value", single(group));
       }},
      {"tb", text(settings_.tablebase_path)},
      {"tbpieces",
       [this](const Group& group) {
         settings_.tablebase_men = parse_number(group, "its value", single(group), 3);
       }},
      {"tbadjudicate",
       [this](const Group& group) {
         using arena::TablebaseVerdicts;
         settings_.rules.adjudication.tablebase_verdicts =
             choose<TablebaseVerdicts>(group, "its value", single(group),
                                       {{"BOTH", TablebaseVerdicts::wins_and_draws},
                                        {"WIN_LOSS", TablebaseVerdicts::wins},
                                        {"DRAW", TablebaseVerdicts::draws}});
       }},
      {"maxfaults", number(settings_.max_faults, 0)},
      {"concurrency", number(settings_.concurrency, 1)},
      {"pgnout", [this](const Group& group) { read_pgn(group, settings_.pgn); }},
      {"event", text(settings_.event)},
      {"site", text(settings_.site)},
      {"store", text(arguments_.store)},
      {"resume", text(arguments_.resume)},
      {"show", text(arguments_.show)},
      {"gearman", text(arguments_.gearman)},
      {"ratinginterval", number(arguments_.rating_interval, 0)},
      {"use-affinity", flag(arguments_.uses_affinity)},
      {"quiet", flag(arguments_.is_quiet)},
      {"no-sandbox",
       [this](const Group& group) {
         check_no_words(group);
         arguments_.is_sandboxed = false;
       }},
      {"recover", [](const Group& group) { check_no_words(group); }},  // we always do
  };
};

}  // namespace

TournamentArguments parse_tournament_arguments(const std::vector<std::string>& words, bool is_match) {
  TournamentArguments arguments;
  Reader reader(arguments);
  for (const Group& group : split_groups(words)) reader.read(group);
  reader.finish();
  if (!arguments.resume.empty() || !arguments.show.empty()) return arguments;  // its settings are in the file
  if (is_match && arguments.settings.players.size() != 2)
    throw UsageError("a match has two players, not " + std::to_string(arguments.settings.players.size()) +
                     "; give -engine twice");
  if (const std::string problem = arena::find_fault(arguments.settings); !problem.empty())
    throw UsageError(problem);
  return arguments;
}

const char* const kTournamentOptionsHelp = R"(Players:
  -engine KEY=VALUE...      a player; give it once for each. Keys:
      exhibit=NAME          an engine of this program: see 'vitrine engines'
      bot=FILE              a bot of the workshop by its source file, built and run in the sandbox: see 'vitrine bot'
      cmd=PROGRAM args=ARGS a program of others, found in PATH and /usr/games; proto=uci (default) or xboard; dir=FOLDER
      name=NAME             in results; else the exhibit's or the program's
      tc=[MOVES/]TIME[+INC] its clock: seconds or minutes:seconds, such as 40/1:30+0.5; tc=inf: none
      st=SECONDS nodes=N depth=N   limits of each move, alone or with a clock
      timemargin=MS         so much over its time is forgiven
      option.NAME=VALUE     a setting of the engine
      restart=on|off        start it afresh for each game (default: off; after a fault always)
      initstr=LINE startuptime=SECONDS pingtime=SECONDS
  -each KEY=VALUE...        the same keys, for every player that does not say otherwise

What is played:
  -tournament FORMAT        round-robin (default), gauntlet, pyramid, swiss, knockout, swiss-knockout
  -rounds N                 so many times (default: 1); of a Swiss: its rounds
  -games N                  games of each pairing in a round (default: 2)
  -norepeat                 a new opening for each game, instead of two games with one, colours swapped
  -seeds N                  gauntlet: the first N play all others; swiss-knockout: the best N go on
  -openings [file=F] [format=epd|pgn|bin] [order=random|sequential] [plies=N] [start=N]
                            without file=, a built-in book of balanced openings
  -srand N                  seed of everything random
  -config FILE              settings from a .json or .toml file; options after it change them

When it ends:
  -sprt elo0=A elo1=B [alpha=0.05] [beta=0.05] [model=normalized|logistic|bayesian]
  -resign [movecount=3] [score=600] [twosided=true]
  -draw [movenumber=34] [movecount=8] [score=20]
  -maxmoves N               a draw after so many moves
  -tb FOLDERS [-tbpieces N] [-tbadjudicate BOTH|WIN_LOSS|DRAW]   Syzygy tables
  -movelimit SECONDS        the longest wait for a move without a clock (default: 600)
  -maxfaults N              a player with more faults than this is dropped (default: 3; 0: never)

How:
  -concurrency N            games at once (default: 1)
  -use-affinity             give each game a processor of its own
  -no-sandbox               run bots as any program; only for bots you trust
  -gearman HOST[:PORT]      let 'vitrine worker' processes of a Gearman server play
  -store FILE               results, move by move (SQLite; default: a new file named after the time)
  -resume FILE              continue the tournament of that file, whatever stopped it
  -show FILE                print its results, also while it runs
  -pgnout FILE | file=FILE [tags=true] [min=true]    tags: [%eval] and [%clk]; min: moves only
  -event NAME -site NAME    for the PGN
  -ratinginterval N         print results every N games (default: 10; 0: at the end)
  -quiet                    no live line)";

}  // namespace vitrine::cli
