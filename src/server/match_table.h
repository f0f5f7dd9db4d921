#pragma once

// A match or a whole tournament, watched live: the arena plays it, and this table tells those who look on.
// Its games lie in a store in a temporary folder, so that it can be stopped and continued.

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/events.h"
#include "arena/progress.h"
#include "arena/settings.h"
#include "arena/tournament.h"
#include "server/engine_book.h"
#include "server/game_json.h"
#include "server/table.h"

namespace vitrine::server {

struct MatchTableSettings {
  arena::TournamentSettings tournament;
  std::vector<std::string> engines;        // ids, by player
  std::string format;                      // as it was asked for
  std::optional<chess::Position> opening;  // of all games; nothing: the arena's own
};

// What `new_match` asks for. Throws ApiError.
[[nodiscard]] MatchTableSettings read_match_table(const Fields& fields, const EngineBook& book);

class MatchTable final : public Table {
 public:
  MatchTable(std::string id, MatchTableSettings settings, const EngineBook& book);
  ~MatchTable() override;

  Json obey(std::string_view command, const Fields& fields) override;
  void shut_down() override;
  [[nodiscard]] bool is_busy() const override;

 protected:
  [[nodiscard]] Json state() const override;
  [[nodiscard]] std::vector<Search> searches() const override;

 private:
  struct LiveGame {
    int white = 0;
    int black = 0;
    chess::Game game;
    std::vector<PlyNotes> notes = {};
    std::array<std::optional<arena::Milliseconds>, 2> clocks = {};
    std::array<std::shared_ptr<SearchView>, 2> views = {};
    bool is_searching = false;
  };

  void begin();
  void run(const std::stop_token& stop);
  void play(const std::stop_token& stop);
  void hear(const arena::Event& event);
  void note(const arena::GameStarted& event);
  void note(const arena::Thinking& event);
  void note(const arena::MovePlayed& event);
  void note(const arena::GameFinished& event);
  void note(const arena::PlayerDropped& event);
  void note(const arena::TournamentEnded& event);
  void publish_progress(const arena::Progress& progress);

  [[nodiscard]] Json game_json(const std::string& id, const LiveGame& game) const;
  [[nodiscard]] Json clocks_json(const LiveGame& game) const;
  [[nodiscard]] const std::string& name_of(int player) const;

  MatchTableSettings settings_;
  const EngineBook& book_;
  std::string folder_;                             // made when first needed
  const arena::Tournament* tournament_ = nullptr;  // while it runs, for its own thread
  std::map<std::string, LiveGame> games_;          // in play
  std::vector<Json> finished_;
  Json progress_;
  bool is_running_ = false;
  std::stop_source stop_;
  std::thread thread_;
};

// "3.1": the pair and the game in it, from 1.
[[nodiscard]] std::string to_string(const arena::GameId& id);
[[nodiscard]] Json to_json(const arena::Progress& progress, const arena::TournamentSettings& settings);

}  // namespace vitrine::server
