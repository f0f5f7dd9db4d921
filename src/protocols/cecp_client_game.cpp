// CecpClient at the board: positions, times and moves.

#include <algorithm>
#include <utility>

#include "notation/fen.h"
#include "notation/in_quotes.h"
#include "protocols/cecp_client.h"
#include "protocols/search_watch.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

using namespace std::chrono_literals;
using Kind = engines::EngineFault::Kind;

constexpr engines::Milliseconds kForever = 24h;
constexpr engines::Milliseconds kAfterClaim = 1s;  // for the move that a draw was claimed with

std::size_t color_index(chess::Color color) { return static_cast<std::size_t>(chess::index(color)); }

// Whether `game` goes on from `known`.
bool continues(const chess::Game& game, const chess::Game& known) {
  if (!(game.start() == known.start()) || game.ply() < known.ply()) return false;
  const std::vector<chess::Move> moves = game.moves();
  const std::vector<chess::Move> begun = known.moves();
  return std::equal(begun.begin(), begun.end(), moves.begin());
}

// A limit that the engine was not told, or may not heed.
bool is_reached(const engines::Limits& limits, const engines::Report& report) {
  if (limits.depth && report.depth > *limits.depth) return true;  // the next iteration has begun
  if (limits.nodes && report.nodes >= *limits.nodes) return true;
  return limits.mate && report.score && report.score->kind == engines::Score::Kind::mate &&
         report.score->value > 0 && report.score->value <= *limits.mate;
}

bool names_variant(std::string_view variants, std::string_view name) {
  while (!variants.empty()) {
    const std::size_t end = std::min(variants.find(','), variants.size());
    if (trimmed(variants.substr(0, end)) == name) return true;
    variants.remove_prefix(std::min(end + 1, variants.size()));
  }
  return false;
}

}  // namespace

// One search: what was asked, and what has been said since.
struct CecpClient::Search {
  const chess::Game& game;
  const engines::Limits& limits;
  const engines::Listener& on_report;
  const engines::Signals& signals;
  EnginePipe::Clock::time_point begin;
  EnginePipe::Deadline move_time = {};  // when we tell it to move
  EnginePipe::Deadline deadline = {};   // when we have waited too long
  bool is_stopped = false;
  bool is_overdue = false;  // it has used up its clock
  bool offers_draw = false;
  std::optional<CecpResult> claim = {};  // to be proven by its move
  std::vector<chess::Move> last_pv = {};

  // The thinking as a report; true if a limit is reached.
  bool report(const CecpThinking& thinking) {
    engines::Report report = thinking.report;
    report.pv = legal_line(game.position(), thinking.pv, parse_cecp_move);
    if (!report.pv.empty()) last_pv = report.pv;
    if (on_report) on_report(report);
    return is_reached(limits, report);
  }
};

engines::Choice CecpClient::choose(const chess::Game& game, const engines::Limits& limits,
                                   const engines::Listener& on_report, const engines::Signals& signals) {
  start_if_gone();
  const chess::Position& pos = game.position();
  if (!pos.has_legal_moves()) return {};
  if (limits.search_moves.size() == 1 && pos.is_legal(limits.search_moves[0]))
    return {.move = limits.search_moves[0]};
  if (!limits.search_moves.empty())
    pipe_->fail(Kind::protocol, "speaks CECP: it can't choose among some moves only");

  pipe_->set_phase("preparing for a move");
  const SignalWatch watch(signals, *pipe_);
  follow(game, depth_.has_value() && !limits.depth);
  send_limits(limits, pos);
  synchronize(pipe_->patience().ping);
  untested_.clear();
  // CECP engines ponder for themselves or not at all; a ponder search waits for its hit.
  if (limits.ponder && !wait_for_ponder_hit(signals)) return {.move = pos.legal_moves()[0]};

  pipe_->set_phase("thinking");
  pipe_->send("go");
  is_forced_ = false;
  Search search{game, limits, on_report, signals, EnginePipe::Clock::now()};
  search.deadline = move_deadline(limits, pos.turn(), pipe_->patience(), search.begin);
  if (limits.move_time) search.move_time = search.begin + *limits.move_time;
  engines::Choice choice = await_move(search);
  choice.time = pipe_->time_since(search.begin);  // where it is deaf: until it last showed its best line
  if (choice.move && board_) board_->play_unchecked(*choice.move);
  if (moves_to_go_ && --*moves_to_go_ == 0) moves_to_go_ = period_;
  return choice;
}

// Brings the engine's board to the game's position, in force mode.
void CecpClient::follow(const chess::Game& game, bool is_depth_gone) {
  send_changed_options();
  if (!is_forced_) pipe_->send("force");
  is_forced_ = true;
  if (!board_ || is_depth_gone || !continues(game, *board_)) set_up(game);
  CecpMoveStyle style = features_.moves;
  style.is_chess960 = is_chess960_;
  const std::vector<chess::Move> moves = game.moves();
  for (std::size_t ply = board_->ply(); ply < moves.size(); ++ply) {
    untested_.push_back(cecp_move_text(board_->position(), moves[ply], style));
    pipe_->send(cecp_move_command(untested_.back(), style));
    board_->play_unchecked(moves[ply]);
  }
}

void CecpClient::set_up(const chess::Game& game) {
  const chess::Position& start = game.start();
  board_.reset();
  is_chess960_ = needs_chess960(start);
  const bool can_chess960 = names_variant(features_.variants.value_or("normal"), "fischerandom");
  if (is_chess960_ && !can_chess960) pipe_->fail(Kind::protocol, "does not play Chess960");
  pipe_->send("new");
  if (is_chess960_) pipe_->send("variant fischerandom");
  pipe_->send("force");
  if (!(start == chess::Position::initial())) {
    if (features_.setboard) {
      pipe_->send("setboard " + notation::to_fen(start));
    } else {
      const auto commands = cecp_edit_commands(start, features_.moves);
      if (!commands || is_chess960_)
        pipe_->fail(Kind::protocol, "has no setboard and can't be given " + notation::to_fen(start));
      for (const std::string& command : *commands) pipe_->send(command);
    }
  }
  pipe_->send("post");
  pipe_->send("easy");
  depth_.reset();
  timing_.reset();
  moves_to_go_.reset();
  board_.emplace(start);
}

void CecpClient::send_limits(const engines::Limits& limits, const chess::Position& pos) {
  const std::size_t us = color_index(pos.turn());
  const std::size_t them = color_index(!pos.turn());
  std::string timing;
  if (limits.clock) {
    // `level` counts from now, so it is repeated only if the engine's own count would go wrong.
    const auto& [remaining, increment, moves_to_go] = *limits.clock;
    timing = cecp_level_command({}, 60s, increment[us]);
    if (timing_ != timing || moves_to_go_ != moves_to_go) {
      pipe_->send(cecp_level_command(moves_to_go, remaining[us], increment[us]));
      moves_to_go_ = moves_to_go;
      period_ = moves_to_go.value_or(0);
    }
  } else {
    timing = cecp_move_time_command(limits.move_time.value_or(kForever));
    if (timing_ != timing) pipe_->send(timing);
    moves_to_go_.reset();
  }
  timing_ = timing;
  if (limits.depth && depth_ != limits.depth) pipe_->send("sd " + std::to_string(std::max(*limits.depth, 1)));
  depth_ = limits.depth;
  if (!features_.time) return;
  const auto own = limits.clock ? limits.clock->remaining[us] : limits.move_time.value_or(kForever);
  const auto other = limits.clock ? limits.clock->remaining[them] : own;
  pipe_->send("time " + cecp_centiseconds(own));
  pipe_->send("otim " + cecp_centiseconds(other));
}

bool CecpClient::wait_for_ponder_hit(const engines::Signals& signals) {
  CecpReply reply;
  for (;;) {
    if (signals.ponder_hit.stop_requested()) return true;
    if (signals.stop.stop_requested()) return false;
    static_cast<void>(receive(reply, {}));
  }
}

engines::Choice CecpClient::await_move(Search& search) {
  const auto move_now = [&] {
    if (search.is_stopped) return;
    pipe_->send("?");
    search.is_stopped = true;
    const Patience& patience = pipe_->patience();
    search.deadline = EnginePipe::Clock::now() + (search.is_overdue ? patience.stop : patience.move_now);
  };
  CecpReply reply;
  for (;;) {
    if (search.signals.stop.stop_requested()) move_now();
    const bool has_move_time =
        search.move_time && !search.is_stopped && (!search.deadline || *search.move_time < *search.deadline);
    const Event event = receive(reply, has_move_time ? search.move_time : search.deadline);

    if (const auto* move = std::get_if<CecpMove>(&reply)) return read_choice(search, *move);
    if (std::holds_alternative<CecpResign>(reply)) return {.resigns = true};
    if (std::holds_alternative<CecpDrawOffer>(reply)) search.offers_draw = true;
    if (const auto* tell = std::get_if<CecpTell>(&reply); tell != nullptr && search.on_report)
      search.on_report({.text = tell->text});
    if (const auto* thinking = std::get_if<CecpThinking>(&reply);
        thinking != nullptr && search.report(*thinking))
      move_now();
    if (const auto* result = std::get_if<CecpResult>(&reply)) {
      const chess::Color us = search.game.position().turn();
      const auto own_loss =
          us == chess::Color::white ? CecpResult::Claim::black_wins : CecpResult::Claim::white_wins;
      if (result->claim == own_loss) return {.resigns = true};
      search.claim = *result;
      search.is_stopped = true;
      search.deadline = EnginePipe::Clock::now() + kAfterClaim;
    }
    if (event == Event::reply || event == Event::woken) continue;
    if (search.claim) return settle_claim(search);
    if (search.is_stopped && !search.is_overdue) return take_best_line(search);
    if (search.is_stopped) pipe_->fail_without_move("does not give a move, though told to move now");
    search.is_overdue = !has_move_time;
    move_now();
  }
}

engines::Choice CecpClient::take_best_line(const Search& search) {
  if (search.last_pv.empty())
    pipe_->fail_without_move("neither gives a move, though told to move now, nor shows one");
  engines::Choice choice{.move = search.last_pv[0]};
  if (search.last_pv.size() > 1) choice.ponder = search.last_pv[1];
  is_deaf_ = true;
  pipe_->kill();
  board_.reset();
  return choice;
}

engines::Choice CecpClient::read_choice(const Search& search, const CecpMove& text) {
  const chess::Position& pos = search.game.position();
  const chess::Move move = parse_cecp_move(pos, text.text);
  if (move.is_none()) {
    board_.reset();
    pipe_->fail(Kind::illegal_move,
                "plays an illegal move: " + notation::in_quotes(text.text) + " in " + notation::to_fen(pos));
  }
  engines::Choice choice{.move = move, .offers_draw = search.offers_draw};
  if (search.claim && search.claim->claim == CecpResult::Claim::draw) {
    choice.offers_draw = true;
  } else if (search.claim && !pos.after(move).is_checkmate()) {
    board_.reset();
    pipe_->fail(Kind::protocol, "claims a win that is not on the board, in " + notation::to_fen(pos));
  }
  if (search.last_pv.size() > 1 && search.last_pv[0] == move) choice.ponder = search.last_pv[1];
  return choice;
}

// A draw may be claimed instead of playing the move that makes it one: then that move is played and the draw
// offered.
engines::Choice CecpClient::settle_claim(const Search& search) {
  if (search.claim->claim == CecpResult::Claim::draw) {
    const bool is_drawn = search.game.outcome(chess::DrawClaims::made).has_value();
    for (const chess::Move move : search.game.position().legal_moves()) {
      chess::Game next = search.game;
      next.play_unchecked(move);
      const auto outcome = next.outcome(chess::DrawClaims::made);
      if (!is_drawn && (!outcome || outcome->winner)) continue;
      board_.reset();  // the engine has not played it
      return {.move = move, .offers_draw = true};
    }
  }
  board_.reset();
  pipe_->fail(Kind::protocol, "claims a result that is not on the board (" +
                                  notation::in_quotes(search.claim->comment) + "), in " +
                                  notation::to_fen(search.game.position()));
}

}  // namespace vitrine::protocols
