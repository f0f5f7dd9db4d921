#include "cli/bot_player.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "workshop/check.h"
#include "workshop/sandbox.h"

namespace vitrine::cli {

std::vector<std::string> bot_command(const std::filesystem::path& program, Confinement confinement) {
  const std::vector<std::string> command = {program.string()};
  return confinement == Confinement::sandbox ? workshop::sandboxed(command) : command;
}

std::vector<std::string> bot_command_of_source(const std::filesystem::path& source, Confinement confinement,
                                               const workshop::BuildSettings& settings) {
  const auto fail = [&source](const std::string& why) {
    throw std::runtime_error(source.string() + ": " + why);
  };
  // However many tokens: that is for tournaments with rules.
  const auto uses = workshop::check_source(read_source(source)).forbidden_uses;
  if (confinement == Confinement::sandbox && !uses.empty()) fail(uses.front());
  const auto bot = workshop::build_bot(source, settings);
  if (!bot) fail("does not compile\n" + bot.error().message);
  return bot_command(bot->program, confinement);
}

std::string read_source(const std::filesystem::path& source) {
  std::ifstream file(source, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(source))
    throw std::runtime_error("can't read '" + source.string() + "'");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace vitrine::cli
