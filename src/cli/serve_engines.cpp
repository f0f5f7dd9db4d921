#include "cli/serve_engines.h"

#include <toml++/toml.h>

#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>
#include <sstream>

#include "cli/engine_factory.h"
#include "cli/usage_error.h"
#include "protocols/clean_text.h"
#include "protocols/engine_client.h"

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;

// For a move to a depth or a number of nodes, and for an analysis without end.
constexpr arena::Milliseconds kLongestMove = 24h;

[[noreturn]] void fail(const toml::source_region& place, const std::string& what) {
  std::ostringstream text;
  text << place << ": " << what;
  throw UsageError(text.str());
}

std::vector<std::string> read_command(const toml::node& node) {
  if (const auto line = node.value<std::string>()) return protocols::split_command(*line);
  std::vector<std::string> words;
  if (const toml::array* const list = node.as_array())
    for (const toml::node& word : *list)
      if (const auto text = word.value<std::string>()) words.push_back(*text);
  if (words.empty()) fail(node.source(), "a command is a text or a list of texts");
  return words;
}

std::string option_text(const toml::node& node) {
  if (const auto flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto number = node.as_integer()) return std::to_string(number->get());
  if (const auto text = node.as_string()) return text->get();
  fail(node.source(), "an option is a text, a whole number, or true or false");
}

arena::Protocol read_protocol(const toml::node& node) {
  const std::string word = node.value_or(std::string());
  if (word == "uci") return arena::Protocol::uci;
  if (word == "xboard" || word == "cecp") return arena::Protocol::cecp;
  fail(node.source(), "a protocol is \"uci\" or \"xboard\"");
}

arena::Player read_engine(const toml::table& table) {
  arena::Player player;
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    if (name == "name")
      player.name = protocols::clean_text(node.value_or(std::string()));
    else if (name == "command")
      player.command = read_command(node);
    else if (name == "protocol")
      player.protocol = read_protocol(node);
    else if (name == "directory")
      player.directory = node.value_or(std::string());
    else if (name == "options" && node.is_table())
      for (const auto& [option, value] : *node.as_table())
        player.options.emplace_back(option.str(), option_text(value));
    else
      fail(node.source(), "an engine has name, command, protocol, directory and options, but no '" +
                              std::string(name) + "'");
  }
  if (player.name.empty()) fail(table.source(), "an engine needs a name");
  if (player.command.empty() || player.command.front().empty())
    fail(table.source(), "an engine needs a command");
  return player;
}

std::unique_ptr<engines::Engine> start_program(const arena::Player& player,
                                               const server::LineListener& listener) {
  using Direction = protocols::EngineCommand::Direction;
  protocols::EngineCommand command{.name = player.name, .argv = player.command};
  if (!player.directory.empty()) command.directory = player.directory;
  command.patience.start = player.start_patience;
  command.patience.move = kLongestMove;
  command.on_line = [listener](Direction direction, std::string_view line) {
    listener(direction == Direction::from_engine, line);
  };
  std::unique_ptr<engines::Engine> engine;
  if (player.protocol == arena::Protocol::uci)
    engine = protocols::start_uci_engine(std::move(command));
  else
    engine = protocols::start_cecp_engine(std::move(command));
  for (const auto& [name, value] : player.options)
    if (const std::string problem = engine->options().set(name, value); !problem.empty())
      throw std::invalid_argument(player.name + ": " + problem);
  return engine;
}

}  // namespace

std::string default_engines_file() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path path;
  if (config != nullptr && *config != '\0')
    path = config;
  else if (home != nullptr && *home != '\0')
    path = std::filesystem::path(home) / ".config";
  else
    return {};
  path = path / "vitrine" / "engines.toml";
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? path.string() : "";
}

std::vector<arena::Player> read_engines_file(const std::string& path) {
  toml::table file;
  try {
    file = toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    std::ostringstream place;
    place << error.source();
    throw UsageError(place.str() + ": " + std::string(error.description()));
  }
  for (const auto& [key, node] : file)
    if (key.str() != "engine" || !node.is_array_of_tables())
      fail(node.source(), "there are only [[engine]] tables here");
  std::vector<arena::Player> players;
  if (const toml::array* const engines = file["engine"].as_array())
    for (const toml::node& engine : *engines) players.push_back(read_engine(*engine.as_table()));
  return players;
}

server::EngineMaker make_engine_maker() {
  return [plain = make_engine_factory(kLongestMove)](const arena::Player& player,
                                                     const server::LineListener& listener) {
    return player.exhibit.empty() && listener ? start_program(player, listener) : plain(player);
  };
}

std::vector<server::Program> try_programs(const std::vector<arena::Player>& players,
                                          const server::EngineMaker& maker) {
  std::vector<std::future<std::vector<engines::Option>>> trials;
  for (const arena::Player& player : players)
    trials.push_back(std::async(std::launch::async, [&] { return maker(player, {})->options().all(); }));
  std::vector<server::Program> programs;
  for (std::size_t i = 0; i < players.size(); ++i) {
    programs.push_back({.player = players[i]});
    try {
      programs.back().options = trials[i].get();
    } catch (const std::exception& error) {
      std::cerr << "note: " << protocols::clean_text(players[i].name)
                << " did not start: " << protocols::clean_text(error.what()) << '\n';
    }
  }
  return programs;
}

}  // namespace vitrine::cli
