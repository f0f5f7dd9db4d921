#pragma once

// A game at a table: people and engines on either side, with clocks that can be taken back, resigned, offered
// as drawn and played again. Engines think on the table's own thread, which also sees flags fall.

#include <array>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/time_control.h"
#include "chess/game.h"
#include "engines/engine.h"
#include "server/engine_book.h"
#include "server/game_json.h"
#include "server/table.h"

namespace vitrine::server {

struct SeatSettings {
  std::string engine = {};    // its id; empty: a person sits here
  arena::Player player = {};  // with its limits
  [[nodiscard]] bool is_human() const { return engine.empty(); }
  [[nodiscard]] std::string name() const { return is_human() ? "Human" : player.name; }
};

struct GameTableSettings {
  std::array<SeatSettings, 2> seats = {};  // by chess::index(color)
  std::optional<arena::TimeControl::Clock> clock = {};
  chess::Position start = chess::Position::initial();
  bool allows_premoves = false;  // a matter of the page, told to all who watch
};

// What `new_game` asks for. Throws ApiError.
[[nodiscard]] GameTableSettings read_game_table(const Fields& fields, const EngineBook& book);

class GameTable final : public Table {
 public:
  GameTable(std::string id, GameTableSettings settings, const EngineBook& book);
  ~GameTable() override;

  Json obey(std::string_view command, const Fields& fields) override;
  void shut_down() override;
  [[nodiscard]] bool is_busy() const override;

 protected:
  [[nodiscard]] Json state() const override;
  [[nodiscard]] std::vector<Search> searches() const override;

 private:
  using Steady = std::chrono::steady_clock;
  using Microseconds = std::chrono::microseconds;
  using Command = void (GameTable::*)(const Fields&);

  using Clocks = std::array<arena::GameClock, 2>;  // by chess::index(color)
  struct Ply {
    PlyNotes notes;
    Clocks clocks;  // before it
  };
  struct End {
    std::string result;
    std::string why;
  };

  // The commands.
  void move(const Fields& fields);
  void take_back(const Fields& fields);
  void resign(const Fields& fields);
  void offer_draw(const Fields& fields);
  void abort(const Fields& fields);
  void rematch(const Fields& fields);
  void pause(const Fields& fields);
  void go_on(const Fields& fields);

  void set_up();
  void begin_turn();
  // What is being thought does not count any more.
  void interrupt();
  void play(chess::Move move, const Clocks& clocks_before, PlyNotes notes);
  void finish(std::optional<chess::Color> winner, std::string why);
  void lose_on_time(chess::Color loser);
  [[nodiscard]] bool agrees_to_draw(chess::Color color) const;
  [[nodiscard]] chess::Color acting_side(const Fields& fields) const;

  // The table's thread.
  void drive();
  [[nodiscard]] bool is_engine_to_move() const;
  [[nodiscard]] std::optional<Steady::time_point> flag_falls_at() const;
  void think(std::unique_lock<std::mutex>& lock);
  void take(const engines::Choice& choice, Microseconds time);
  void fail_engine(chess::Color color, const std::string& why);
  [[nodiscard]] engines::Engine& engine_of(chess::Color color, const arena::Player& player);
  [[nodiscard]] engines::Limits limits() const;

  [[nodiscard]] chess::Color turn() const { return game_.position().turn(); }
  [[nodiscard]] const SeatSettings& seat(chess::Color color) const { return settings_.seats[at(color)]; }
  [[nodiscard]] bool is_clock_running() const;
  [[nodiscard]] Json clocks_json() const;
  [[nodiscard]] Json game_json() const;
  [[nodiscard]] static std::size_t at(chess::Color color) { return static_cast<std::size_t>(index(color)); }

  GameTableSettings settings_;
  const EngineBook& book_;

  chess::Game game_;
  std::vector<Ply> plies_;
  Clocks clocks_;
  Steady::time_point turn_began_ = Steady::now();
  std::optional<End> end_;
  std::optional<chess::Color> draw_offer_;  // by this side, for the other's next move
  bool is_paused_ = false;
  bool is_shut_down_ = false;
  std::array<std::shared_ptr<SearchView>, 2> views_;
  int turns_ = 0;  // counts what makes an answer obsolete
  int deals_ = 0;  // counts games, for which engines are started anew
  std::stop_source stop_thinking_;
  std::condition_variable changed_;

  // Of the table's thread alone. Engines write to the log to their last line, so they must go first.
  std::array<std::vector<std::string>, 2> log_;
  std::array<std::unique_ptr<engines::Engine>, 2> engines_;
  int dealt_ = 0;

  std::thread thread_;
};

}  // namespace vitrine::server
