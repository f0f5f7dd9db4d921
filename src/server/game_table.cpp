#include "server/game_table.h"

#include <algorithm>
#include <map>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/clean_text.h"

namespace vitrine::server {

namespace {

using chess::Color;
using namespace std::chrono_literals;

constexpr std::size_t kDrawPlies = 60;  // an engine agrees to no draw before
constexpr int kDrawScore = 20;
constexpr arena::Milliseconds kMargin = 100ms;  // that an engine may be late by its clock
constexpr arena::Milliseconds kMoveTime = 1s;   // without clock or limit

std::string_view name_of(Color color) { return color == Color::white ? "White" : "Black"; }

arena::GameClock make_clock(const std::optional<arena::TimeControl::Clock>& clock, bool is_human) {
  return arena::GameClock({.clock = clock, .margin = is_human ? 0ms : kMargin});
}

SeatSettings read_seat(const Fields& fields, std::string_view name, const EngineBook& book) {
  const auto wanted = fields.find_object(name);
  if (!wanted) throw bad_request("Who sits here?", fields.place(name));
  if (wanted->flag("human", false)) return {};
  SeatSettings seat{.engine = book.id_of(*wanted), .player = book.read_player(*wanted)};
  seat.player.time = read_time(*wanted, "limit", "no clock of its own");
  return seat;
}

}  // namespace

GameTableSettings read_game_table(const Fields& fields, const EngineBook& book) {
  GameTableSettings settings{
      .seats = {read_seat(fields, "white", book), read_seat(fields, "black", book)},
      .clock = read_time(fields, "no limit of its own", "clock").clock,
      .start = read_position(fields.text("fen", notation::kStartFen), fields.place("fen")),
      .allows_premoves = fields.flag("premoves", false)};
  for (SeatSettings& seat : settings.seats) {
    if (seat.is_human()) continue;
    if (settings.clock)
      seat.player.time.clock = settings.clock;
    else if (seat.player.time.is_unlimited())
      seat.player.time.move_time = kMoveTime;
  }
  return settings;
}

GameTable::GameTable(std::string id, GameTableSettings settings, const EngineBook& book)
    : Table(std::move(id), "game", settings.seats[0].name() + " – " + settings.seats[1].name()),
      settings_(std::move(settings)),
      book_(book),
      clocks_{make_clock(settings_.clock, true), make_clock(settings_.clock, true)} {
  set_up();
  thread_ = std::thread([this] { drive(); });
}

GameTable::~GameTable() {
  shut_down();
  thread_.join();
}

void GameTable::shut_down() {
  const std::lock_guard lock(mutex_);
  is_shut_down_ = true;
  interrupt();
}

bool GameTable::is_busy() const {
  const std::lock_guard lock(mutex_);
  return !end_ && (!seat(Color::white).is_human() || !seat(Color::black).is_human());
}

void GameTable::set_up() {
  game_ = chess::Game(settings_.start);
  plies_.clear();
  end_.reset();
  draw_offer_.reset();
  is_paused_ = false;
  for (const Color color : {Color::white, Color::black}) {
    clocks_[at(color)] = make_clock(settings_.clock, seat(color).is_human());
    views_[at(color)] = seat(color).is_human() ? nullptr : std::make_shared<SearchView>();
  }
  if (const auto outcome = game_.outcome())
    end_ = End{std::string(outcome->result()), std::string(to_string(outcome->reason))};
  ++deals_;
  begin_turn();
}

void GameTable::begin_turn() {
  turn_began_ = Steady::now();
  interrupt();
}

void GameTable::interrupt() {
  ++turns_;
  stop_thinking_.request_stop();
  changed_.notify_all();
}

Json GameTable::obey(std::string_view command, const Fields& fields) {
  static const std::map<std::string_view, Command> kCommands = {
      {"move", &GameTable::move},     {"take_back", &GameTable::take_back},
      {"resign", &GameTable::resign}, {"offer_draw", &GameTable::offer_draw},
      {"abort", &GameTable::abort},   {"rematch", &GameTable::rematch},
      {"stop", &GameTable::pause},    {"go_on", &GameTable::go_on},
  };
  const auto found = kCommands.find(command);
  if (found == kCommands.end()) throw bad_request("A game can't do that.", "do");
  const std::lock_guard lock(mutex_);
  const bool needs_game = command != "rematch" && command != "take_back";
  if (end_ && needs_game) throw bad_request("The game is over.", "table", 409);
  (this->*found->second)(fields);
  return Json::object();
}

void GameTable::move(const Fields& fields) {
  if (!seat(turn()).is_human()) throw bad_request("It is the engine's turn.", "uci", 409);
  if (is_paused_) throw bad_request("The game has been stopped.", "table", 409);
  const auto move = notation::parse_uci_move(game_.position(), fields.text("uci"));
  if (!move) throw bad_request(protocols::clean_text(move.error().message), "uci");
  const auto time = std::chrono::duration_cast<Microseconds>(Steady::now() - turn_began_);
  const auto before = clocks_;
  if (is_clock_running() && !clocks_[at(turn())].punch(time)) return lose_on_time(turn());
  play(*move, before,
       {.clock = clocks_[at(turn())].remaining(),
        .time = std::chrono::duration_cast<arena::Milliseconds>(time)});
}

// Back to the last position in which this side was to move.
void GameTable::take_back(const Fields& fields) {
  const Color side = acting_side(fields);
  std::size_t ply = game_.ply();
  while (ply > 0 && game_.position_at(--ply).turn() != side) {
  }
  if (ply == game_.ply() || game_.position_at(ply).turn() != side)
    throw bad_request("There is no move to take back.", "side", 409);
  clocks_ = plies_[ply].clocks;
  while (game_.ply() > ply) game_.undo();
  plies_.erase(plies_.begin() + static_cast<long>(ply), plies_.end());
  end_.reset();
  draw_offer_.reset();
  begin_turn();
  publish({{"kind", "taken_back"}, {"game", game_json()}, {"clocks", clocks_json()}});
}

void GameTable::resign(const Fields& fields) {
  const Color side = acting_side(fields);
  finish(!side, std::string(name_of(side)) + " resigns");
}

void GameTable::offer_draw(const Fields& fields) {
  const Color side = acting_side(fields);
  const bool can_claim = side == turn() && game_.outcome(chess::DrawClaims::made).has_value();
  const bool is_agreed = draw_offer_ == !side || agrees_to_draw(!side);
  const bool is_accepted = can_claim || is_agreed;
  if (!is_accepted && seat(!side).is_human()) draw_offer_ = side;
  publish({{"kind", "draw_offered"}, {"side", to_string(side)}, {"accepted", is_accepted}});
  if (is_accepted) finish({}, is_agreed ? "Draw by agreement" : "Draw claimed by the rules");
}

bool GameTable::agrees_to_draw(Color color) const {
  if (seat(color).is_human() || game_.ply() < kDrawPlies) return false;
  const auto score = views_[at(color)]->score();
  return score && score->kind == engines::Score::Kind::centipawns && std::abs(score->value) <= kDrawScore;
}

void GameTable::abort(const Fields&) {
  end_ = End{"*", "Aborted"};
  interrupt();
  publish({{"kind", "finished"}, {"result", end_->result}, {"why", end_->why}, {"clocks", clocks_json()}});
}

void GameTable::rematch(const Fields&) {
  if (!end_) throw bad_request("The game is not over.", "table", 409);
  std::swap(settings_.seats[0], settings_.seats[1]);
  set_up();
  publish_state();
}

void GameTable::pause(const Fields&) {
  if (is_paused_) return;
  // What was thought until now is thought again, so it costs no time.
  is_paused_ = true;
  begin_turn();
  publish_state();
}

void GameTable::go_on(const Fields&) {
  if (!is_paused_) return;
  is_paused_ = false;
  begin_turn();
  publish_state();
}

void GameTable::play(chess::Move move, const Clocks& clocks_before, PlyNotes notes) {
  if (draw_offer_ == !turn()) draw_offer_.reset();  // declined by moving on
  game_.play_unchecked(move);
  plies_.push_back({std::move(notes), clocks_before});
  begin_turn();
  publish({{"kind", "moved"},
           {"ply", ply_json(game_, game_.ply() - 1, plies_.back().notes, "score")},
           {"clocks", clocks_json()},
           {"legal", legal_json(game_)},
           {"check", game_.position().is_check()},
           {"over", over_json(game_)}});
  // People claim their draws; engines among themselves would go on for ever.
  const bool has_human = seat(Color::white).is_human() || seat(Color::black).is_human();
  const auto claims = has_human ? chess::DrawClaims::ignored : chess::DrawClaims::made;
  if (const auto outcome = game_.outcome(claims))
    finish(outcome->winner,
           (outcome->winner ? std::string(name_of(*outcome->winner)) + " wins by " : "Draw by ") +
               std::string(to_string(outcome->reason)));
}

void GameTable::finish(std::optional<Color> winner, std::string why) {
  end_ = End{!winner ? "1/2-1/2" : *winner == Color::white ? "1-0" : "0-1", std::move(why)};
  interrupt();
  publish({{"kind", "finished"}, {"result", end_->result}, {"why", end_->why}, {"clocks", clocks_json()}});
}

void GameTable::lose_on_time(Color loser) {
  if (game_.position().has_insufficient_material(!loser))
    return finish({}, std::string(name_of(loser)) + " runs out of time, but can't be mated");
  finish(!loser, std::string(name_of(loser)) + " loses on time");
}

Color GameTable::acting_side(const Fields& fields) const {
  if (fields.find("side") != nullptr) {
    const Color side = fields.side("side");
    if (!seat(side).is_human()) throw bad_request("An engine sits there.", "side", 409);
    return side;
  }
  for (const Color color : {turn(), !turn()})
    if (seat(color).is_human()) return color;
  throw bad_request("Nobody sits there who could.", "side", 409);
}

bool GameTable::is_clock_running() const {
  if (end_ || is_paused_ || !settings_.clock) return false;
  return !seat(turn()).is_human() || game_.ply() >= 2;  // a person's first move may take its time
}

Json GameTable::clocks_json() const {
  Json json = {{"white", nullptr}, {"black", nullptr}, {"running", nullptr}};
  for (const Color color : {Color::white, Color::black}) {
    auto left = clocks_[at(color)].remaining();
    if (!left) continue;
    if (color == turn() && is_clock_running())
      left =
          std::max(0ms, *left - std::chrono::duration_cast<arena::Milliseconds>(Steady::now() - turn_began_));
    json[std::string(to_string(color))] = left->count();
  }
  if (is_clock_running()) json["running"] = to_string(turn());
  return json;
}

Json GameTable::game_json() const {
  GameNotes notes{.result = end_ ? end_->result : "*"};
  for (const Ply& ply : plies_) notes.plies.push_back(ply.notes);
  notes.tags = {{"White", seat(Color::white).name()}, {"Black", seat(Color::black).name()}};
  return to_json(game_, notes);
}

Json GameTable::state() const {
  Json json = {{"kind", "game"},
               {"game", game_json()},
               {"clocks", clocks_json()},
               {"result", end_ ? end_->result : "*"},
               {"why", end_ ? end_->why : ""},
               {"paused", is_paused_},
               {"premoves", settings_.allows_premoves},
               {"searches", Json::object()}};
  for (const Color color : {Color::white, Color::black}) {
    const std::string side(to_string(color));
    json[side] = {{"human", seat(color).is_human()}, {"name", seat(color).name()}};
    if (seat(color).is_human()) continue;
    json[side]["engine"] = seat(color).engine;
    json["searches"][side] = views_[at(color)]->state();
  }
  return json;
}

std::vector<Table::Search> GameTable::searches() const {
  std::vector<Search> all;
  for (const Color color : {Color::white, Color::black})
    if (views_[at(color)]) all.push_back({std::string(to_string(color)), views_[at(color)]});
  return all;
}

}  // namespace vitrine::server
