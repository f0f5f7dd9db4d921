#pragma once

// What tests of tournaments share: a folder that is removed at the end, engines of this program, settings.

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/player.h"
#include "arena/settings.h"
#include "engines/roster.h"

namespace vitrine::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = testing::TempDir() + "vitrine-XXXXXX";
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    return names;
  }

 private:
  std::string path_;
};

// A soft limit of this process, until the end of the scope.
class ScopedLimit {
 public:
  ScopedLimit(__rlimit_resource resource, rlim_t soft) : resource_(resource) {
    getrlimit(resource, &before_);
    const rlimit limited{soft, before_.rlim_max};
    setrlimit(resource, &limited);
  }
  ~ScopedLimit() { setrlimit(resource_, &before_); }
  ScopedLimit(const ScopedLimit&) = delete;
  ScopedLimit& operator=(const ScopedLimit&) = delete;

 private:
  __rlimit_resource resource_;
  rlimit before_;
};

// Engines of this program, by the player's exhibit.
inline std::unique_ptr<engines::Engine> make_exhibit(const arena::Player& player) {
  const engines::Exhibit* exhibit = engines::find_exhibit(player.exhibit);
  if (!exhibit) throw std::invalid_argument("no exhibit " + player.exhibit);
  auto engine = exhibit->make();
  for (const auto& [name, value] : player.options)
    if (const std::string fault = engine->options().set(name, value); !fault.empty())
      throw std::invalid_argument(fault);
  return engine;
}

inline arena::Player exhibit_player(const std::string& name, const std::string& exhibit) {
  return {.name = name, .exhibit = exhibit, .time = {.depth = 1}};
}

// Random movers, called A, B, C …; the second is evil.
inline arena::TournamentSettings tournament_of(int players,
                                               arena::Format format = arena::Format::round_robin) {
  arena::TournamentSettings settings{.format = format};
  for (int i = 0; i < players; ++i)
    settings.players.push_back(exhibit_player(
        std::string(1, static_cast<char>('A' + i % 26)) + (i < 26 ? "" : std::to_string(i / 26)),
        i == 1 ? "evil" : "random"));
  return settings;
}

}  // namespace vitrine::test
