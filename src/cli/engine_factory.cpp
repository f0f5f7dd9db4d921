#include "cli/engine_factory.h"

#include <stdexcept>

#include "engines/roster.h"
#include "protocols/engine_client.h"

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;

// A little more than a player's margin, so that an answer that is just late is read and not waited for in
// vain.
constexpr engines::Milliseconds kBeyondMargin = 200ms;
constexpr engines::Milliseconds kStopPatience = 5s;

std::unique_ptr<engines::Engine> start_program(const arena::Player& player,
                                               arena::Milliseconds longest_move) {
  protocols::EngineCommand command{.name = player.name, .argv = player.command};
  if (!player.directory.empty()) command.directory = player.directory;
  command.first_lines = player.init_strings;
  command.patience.start = player.start_patience;
  command.patience.ping = player.ping_patience;
  command.patience.stop = kStopPatience;
  command.patience.margin = player.time.margin + kBeyondMargin;
  command.patience.move = longest_move;
  if (player.protocol == arena::Protocol::uci) return protocols::start_uci_engine(std::move(command));
  return protocols::start_cecp_engine(std::move(command));
}

std::unique_ptr<engines::Engine> make_exhibit(const arena::Player& player) {
  const engines::Exhibit* const exhibit = engines::find_exhibit(player.exhibit);
  if (exhibit == nullptr) throw std::invalid_argument("there is no exhibit '" + player.exhibit + "'");
  return exhibit->make();
}

}  // namespace

arena::EngineFactory make_engine_factory(arena::Milliseconds longest_move) {
  return [longest_move](const arena::Player& player) {
    auto engine = player.exhibit.empty() ? start_program(player, longest_move) : make_exhibit(player);
    for (const auto& [name, value] : player.options)
      if (const std::string problem = engine->options().set(name, value); !problem.empty())
        throw std::invalid_argument(player.name + ": " + problem);
    return engine;
  };
}

}  // namespace vitrine::cli
