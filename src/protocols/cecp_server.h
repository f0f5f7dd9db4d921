#pragma once

// Vitrine as an engine under xboard, WinBoard and every other CECP GUI: protocol 2 with a fallback to 1.
// Lines go in through handle(), answers come out of the sink, some of them later and from the thinking
// thread.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "engines/engine.h"
#include "protocols/careful_engine.h"
#include "protocols/cecp_clock.h"
#include "protocols/cecp_command.h"
#include "protocols/cecp_edit.h"
#include "protocols/cecp_relay.h"
#include "protocols/cecp_text.h"
#include "protocols/info_throttle.h"
#include "protocols/line_sink.h"

namespace vitrine::protocols {

class CecpServer {
 public:
  // `name` is what GUIs show. The sink must outlive the server.
  CecpServer(std::unique_ptr<engines::Engine> engine, std::string name, LineSink& out);
  ~CecpServer();
  CecpServer(const CecpServer&) = delete;
  CecpServer& operator=(const CecpServer&) = delete;

  // Obeys one line, without its end, and returns soon, thinking or not; false: the GUI said goodbye. From one
  // thread.
  [[nodiscard]] bool handle(std::string_view line);

 private:
  enum class Activity {
    idle,
    thinking,   // about our own move
    pondering,  // on the opponent's time, about the answer to his expected move
    analyzing,
  };

  // --- One function for each command that has a consequence (cecp_server.cpp)
  void obey(const cecp::Protover&);
  void obey(const cecp::New&);
  void obey(const cecp::Variant&);
  void obey(const cecp::Force&);
  void obey(const cecp::Go&);
  void obey(const cecp::PlayOther&);
  void obey(const cecp::SetTurn&);
  void obey(const cecp::UserMove&);
  void obey(const cecp::MoveNow&);
  void obey(const cecp::OfferDraw&);
  void obey(const cecp::GameResult&);
  void obey(const cecp::SetBoard&);
  void obey(const cecp::Edit&);
  void obey(const cecp::Undo&);
  void obey(const cecp::Remove&);
  void obey(const cecp::Level&);
  void obey(const cecp::MoveTime&);
  void obey(const cecp::Depth&);
  void obey(const cecp::OwnTime&);
  void obey(const cecp::OpponentTime&);
  void obey(const cecp::Pondering&);
  void obey(const cecp::Posting&);
  void obey(const cecp::Analyze&);
  void obey(const cecp::Exit&);
  void obey(const cecp::Status&);
  void obey(const cecp::Hint&);
  void obey(const cecp::Book&);
  void obey(const cecp::Help&);
  void obey(const cecp::Memory&);
  void obey(const cecp::Cores&);
  void obey(const cecp::SetOption&);
  void obey(const cecp::Ping&);
  // Understood, but of no consequence here.
  template <class Other>
  void obey(const Other&) {}
  // Features we did not ask for.
  void obey(const cecp::NodeRate&) { refuse("unknown command"); }
  void obey(const cecp::Pause&) { refuse("unknown command"); }
  void obey(const cecp::Resume&) { refuse("unknown command"); }
  void obey(const cecp::Exclusion&) { refuse("unknown command"); }
  void obey(const cecp::SetScore&) { refuse("unknown command"); }

  // Answers the line being obeyed with "Error (type): line".
  void refuse(std::string_view type);
  void refuse_move(std::string_view reason, std::string_view move);

  // --- The board
  // A game from this setup, or the complaint that it is illegal.
  void set_up(const chess::Setup& setup);
  void begin_game(const chess::Position& start);
  void edit(std::string_view line);
  void take_back(int plies);
  // The move the text means here; nothing: it means none, and the GUI has been told.
  [[nodiscard]] std::optional<chess::Move> read_move(const std::string& text);
  void set_option(std::string_view name, std::string_view value);
  // For `memory` and `cores`: the nearest value the option takes.
  void set_nearest(std::string_view name, std::int64_t value);
  [[nodiscard]] bool announce_result();  // if the rules have ended the game
  [[nodiscard]] cecp::CastlingForm castling_form() const;
  [[nodiscard]] bool is_our_turn() const { return engine_color_ == game_.position().turn(); }

  // --- The search (cecp_search.cpp)
  void think();
  // Goes on with what the mode asks for between our moves: analysis or pondering, where there is something to
  // think of.
  void resume();
  void ponder();
  void analyze();
  void start(Activity activity, const chess::Game& game, const engines::Limits& limits);
  // Ends the search and forgets its answer; does nothing when idle.
  void abandon();
  void hear(std::uint64_t search, const engines::Report& report);
  void answer(std::uint64_t search, const engines::Choice& choice);
  void post(const engines::Report& report);
  void make_move(const engines::Choice& choice);
  void send_pongs();

  const std::unique_ptr<engines::Engine> engine_;
  CarefulEngine careful_engine_;
  const std::string name_;
  LineSink& out_;

  // Everything below is shared by the command and the thinking thread. All members but the constructor, the
  // destructor, handle(), hear() and answer() expect the mutex to be held.
  std::mutex mutex_;
  std::string_view line_;  // being obeyed
  bool has_protover_ = false;

  chess::Game game_;
  // The last board, if it was illegal: then game_ means nothing until the next one.
  std::optional<chess::Setup> refused_ = {};
  std::optional<CecpEdit> editing_ = {};
  bool is_fischer_random_ = false;
  std::optional<chess::Color> engine_color_ = chess::Color::black;  // nothing: force mode
  bool is_in_analysis_ = false;                                     // between analyze and exit
  bool ponders_ = false;
  bool posts_ = false;
  bool may_resign_ = false;
  CecpClock clock_;

  Activity activity_ = Activity::idle;
  std::uint64_t search_ = 0;  // number of the current search: what older ones still say is not heard
  chess::Position root_ = chess::Position::initial();  // of the current search
  std::optional<chess::Move> expected_ = {};           // the opponent's next move, as we see it
  std::optional<engines::Score> own_score_ = {};       // the engine's last word on its own chances
  engines::Report last_report_ = {};                   // of the current search
  InfoThrottle throttle_;                              // for its thinking lines
  std::optional<engines::Report> held_back_ = {};      // the newest of them, if it has not been sent
  std::vector<std::int64_t> pings_ = {};               // to be answered after our move
  std::vector<std::pair<std::string, std::string>> late_options_ = {};  // to be set after our move

  CecpRelay relay_;  // last: its threads use all of the above
};

}  // namespace vitrine::protocols
