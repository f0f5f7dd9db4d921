#include "workshop/api/server.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

#include "notation/fen.h"
#include "notation/in_quotes.h"
#include "notation/uci_move.h"
#include "protocols/uci_writer.h"

namespace vitrine::bot {

namespace {

namespace uci = protocols::uci;
using protocols::info_string;

constexpr int kMinute = 60'000;
constexpr int kDay = 24 * 60 * kMinute;

int to_clock(std::int64_t milliseconds) {
  return static_cast<int>(std::clamp<std::int64_t>(milliseconds, 0, kDay));
}

}  // namespace

Server::Server(BotProgram bot, base::LineReader& in, protocols::LineSink& out)
    : bot_(std::move(bot)), in_(in), out_(out) {}

int Server::run() {
  std::string line;
  while (!has_ended_) {
    if (!later_.empty()) {
      line = std::move(later_.front());
      later_.pop_front();
    } else if (!hear(line, {})) {
      break;
    }
    handle(line);
  }
  return exit_status_;
}

bool Server::hear(std::string& line, std::optional<base::LineReader::Clock::time_point> deadline) {
  for (;;) {
    switch (in_.next(line, deadline)) {
      case base::LineReader::Status::line: return true;
      case base::LineReader::Status::too_long: out_.send(info_string("a line was too long")); continue;
      case base::LineReader::Status::end: has_ended_ = true; return false;
      default: return false;
    }
  }
}

void Server::handle(std::string_view line) {
  const uci::Command command = protocols::parse_uci_command(line);
  if (std::holds_alternative<uci::Uci>(command)) {
    out_.send("id name " + bot_.name);
    out_.send("id author whoever wrote it");
    out_.send("uciok");
  } else if (std::holds_alternative<uci::IsReady>(command)) {
    out_.send("readyok");
  } else if (std::holds_alternative<uci::UciNewGame>(command)) {
    start_ms_.reset();
    bot_.new_game();
  } else if (const auto* position = std::get_if<uci::PositionCommand>(&command)) {
    set_position(*position);
  } else if (const auto* search = std::get_if<uci::Go>(&command)) {
    go(*search);
  } else if (std::holds_alternative<uci::Quit>(command)) {
    has_ended_ = true;
  } else if (const auto* unknown = std::get_if<uci::Unknown>(&command)) {
    out_.send(info_string("unknown command " + notation::in_quotes(unknown->word)));
  }
}

bool Server::handle_while_thinking(std::string_view line) {
  const uci::Command command = protocols::parse_uci_command(line);
  if (std::holds_alternative<uci::IsReady>(command))
    out_.send("readyok");
  else if (std::holds_alternative<uci::Stop>(command) || std::holds_alternative<uci::PonderHit>(command))
    is_move_wanted_ = true;
  else if (std::holds_alternative<uci::Quit>(command))
    is_move_wanted_ = has_ended_ = true;
  else
    return false;
  return true;
}

bool Server::is_move_wanted() {
  std::string line;
  while (!is_move_wanted_ && hear(line, base::LineReader::Clock::now()))
    if (!handle_while_thinking(line)) later_.push_back(line);
  return is_move_wanted_ || has_ended_;
}

void Server::await_stop() {
  std::string line;
  while (!is_move_wanted_ && !has_ended_ && hear(line, {}))
    if (!handle_while_thinking(line)) later_.push_back(line);
}

void Server::show(std::optional<std::uint64_t> squares) {
  if (!squares) return out_.send(info_string("bitboard none"));
  char text[32];
  std::snprintf(text, sizeof text, "bitboard 0x%016llx", static_cast<unsigned long long>(*squares));
  out_.send(info_string(text));
}

void Server::set_position(const uci::PositionCommand& command) {
  if (!command.problem.empty()) return out_.send(info_string(command.problem));
  chess::Game game;
  if (command.fen) {
    const auto pos =
        notation::parse_fen(*command.fen, notation::FenMode::lenient, chess::Unreachable::allowed);
    if (!pos) return out_.send(info_string("bad FEN: " + pos.error().to_string()));
    game = chess::Game(*pos);
  }
  for (const std::string& text : command.moves) {
    const auto move = notation::parse_uci_move(game.position(), text);
    if (!move) return out_.send(info_string("bad move: " + move.error().message));
    game.play_unchecked(*move);
  }
  game_ = std::move(game);
}

Timer::Settings Server::clock_of(const uci::Go& go, chess::Color turn) {
  const bool is_white = turn == chess::Color::white;
  const auto& own = is_white ? go.white_time : go.black_time;
  const auto& other = is_white ? go.black_time : go.white_time;
  const auto& increment = is_white ? go.white_increment : go.black_increment;
  Timer::Settings clock;
  if (own)
    clock.remaining_ms = to_clock(*own);
  else if (go.move_time)
    clock.remaining_ms = to_clock(*go.move_time);
  else
    clock.remaining_ms = go.infinite || go.ponder ? kDay : kMinute;
  clock.increment_ms = to_clock(increment.value_or(0));
  clock.opponent_remaining_ms = other ? to_clock(*other) : clock.remaining_ms;
  clock.start_ms = clock.remaining_ms;
  return clock;
}

void Server::go(const uci::Go& command) {
  const chess::Position& pos = game_.position();
  if (!pos.has_legal_moves()) return out_.send("bestmove (none)");
  Timer::Settings clock = clock_of(command, pos.turn());
  if (!start_ms_) start_ms_ = clock.remaining_ms;
  clock.start_ms = *start_ms_;

  is_move_wanted_ = false;
  Board board(game_, this);
  const auto move = ask_bot(board, Timer(clock, this));
  if (!move) return;
  if (command.infinite || command.ponder) await_stop();
  if (!pos.is_legal(move->rules()))
    out_.send(info_string("the bot chose " + move->to_string() + ", which is no legal move"));
  out_.send("bestmove " + move->to_string());
}

std::optional<Move> Server::ask_bot(Board& board, const Timer& timer) {
  std::string reason = "something";
  try {
    return bot_.think(board, timer);
  } catch (const std::exception& error) {
    reason = error.what();
  } catch (...) {
  }
  out_.send(info_string("the bot threw: " + reason));
  has_ended_ = true;
  exit_status_ = 1;
  return {};
}

}  // namespace vitrine::bot
