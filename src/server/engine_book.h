#pragma once

// The engines a browser may ask for: the exhibits, and the programs that the user has registered. It asks by
// name alone. No path or command line is taken from it or told to it, and no option that is a text, because
// such options name files.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/player.h"
#include "engines/engine.h"
#include "server/fields.h"

namespace vitrine::server {

// Sees each line to and from a program. May be empty.
using LineListener = std::function<void(bool is_from_engine, std::string_view line)>;
// As arena::EngineFactory, but with somebody to listen; exhibits have no lines.
using EngineMaker =
    std::function<std::unique_ptr<engines::Engine>(const arena::Player&, const LineListener&)>;

// A program of the user's configuration.
struct Program {
  arena::Player player;                       // its name is what it is called by
  std::vector<engines::Option> options = {};  // that it said it has when it was tried
};

class EngineBook {
 public:
  EngineBook(const std::vector<Program>& programs, EngineMaker maker);

  // GET /api/roster
  [[nodiscard]] Json roster(std::string_view version) const;

  // The engine of {"engine", "options"?}. Throws ApiError.
  [[nodiscard]] arena::Player read_player(const Fields& fields) const;
  [[nodiscard]] std::string id_of(const Fields& fields) const { return find(fields).id; }

  // Throws what the maker throws.
  [[nodiscard]] std::unique_ptr<engines::Engine> make(const arena::Player& player,
                                                      const LineListener& listener = {}) const {
    return maker_(player, listener);
  }

 private:
  struct Entry {
    std::string id;
    Json card;
    arena::Player player;
    std::vector<engines::Option> options;
  };

  [[nodiscard]] const Entry& find(const Fields& fields) const;

  std::vector<Entry> entries_;
  EngineMaker maker_;
};

// `{"time"?, "nodes"?, "depth"?}` or a clock `{"base", "increment"}`, each if it is there.
[[nodiscard]] arena::TimeControl read_time(const Fields& fields, std::string_view limit,
                                           std::string_view clock);

}  // namespace vitrine::server
