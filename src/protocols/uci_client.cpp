#include "protocols/uci_client.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "notation/fen.h"
#include "notation/in_quotes.h"
#include "notation/uci_move.h"
#include "protocols/clean_text.h"
#include "protocols/search_watch.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

using Kind = engines::EngineFault::Kind;
using Status = EnginePipe::Status;

constexpr std::size_t kMaxOptions = 1000;

notation::CastlingText castling_text(bool is_chess960) {
  return is_chess960 ? notation::CastlingText::chess960 : notation::CastlingText::standard;
}

chess::Move parse_move(const chess::Position& pos, std::string_view text) {
  const auto move = notation::parse_uci_move(pos, text);
  return move ? *move : chess::Move::none();
}

// What engines answer when they have no move.
bool is_no_move(std::string_view text) {
  static constexpr std::array kTexts = {"(none)", "none", "0000", "NULL", "null", "a1a1", ""};
  return std::ranges::find(kTexts, text) != kTexts.end();
}

std::string to_text(const engines::Option& option) {
  struct Writer {
    std::string operator()(const engines::CheckOption& o) const { return o.value ? "true" : "false"; }
    std::string operator()(const engines::SpinOption& o) const { return std::to_string(o.value); }
    std::string operator()(const engines::ComboOption& o) const { return o.value; }
    std::string operator()(const engines::ButtonOption&) const { return ""; }
    std::string operator()(const engines::TextOption& o) const {
      return o.value.empty() ? "<empty>" : o.value;
    }
  };
  return clean_text(std::visit(Writer{}, option.kind));
}

std::string set_option_command(std::string_view name, const std::string& value) {
  return "setoption name " + std::string(name) + (value.empty() ? "" : " value " + value);
}

}  // namespace

// One search: what was asked, and what has been said since.
struct UciClient::Search {
  const chess::Game& game;
  const engines::Limits& limits;
  const engines::Listener& on_report;
  const engines::Signals& signals;
  EnginePipe::Clock::time_point begin;
  EnginePipe::Deadline deadline = {};
  bool is_stopped = false;
  bool is_hit = false;

  // True if it thinks on far beyond its number of nodes: not every engine knows that limit.
  bool report(const UciInfo& info) const {
    engines::Report report = info.report;
    report.pv = legal_line(game.position(), info.pv, parse_move);
    const chess::Move current = parse_move(game.position(), info.current_move);
    if (!current.is_none()) report.current_move = current;
    if (on_report) on_report(report);
    constexpr std::uint64_t kTolerance = 10'000;
    return limits.nodes && report.nodes / 2 > std::max(*limits.nodes, kTolerance);
  }
};

UciClient::UciClient(EngineCommand command) : pipe_(std::move(command)) { greet(); }

void UciClient::greet() {
  pipe_.send("uci");
  const auto deadline = EnginePipe::Clock::now() + pipe_.patience().start;
  std::string line;
  for (;;) {
    const Status status = pipe_.receive(line, deadline);
    if (status == Status::timeout || status == Status::late_line) pipe_.fail_silent("does not say uciok");
    const UciReply reply = parse_uci_reply(line);
    if (const auto* name = std::get_if<UciName>(&reply)) reported_name_ = name->text;
    if (const auto* offer = std::get_if<UciOptionOffer>(&reply)) add_option(offer->option);
    if (std::holds_alternative<UciOk>(reply)) break;
  }
  wait_until_ready(pipe_.patience().start);
  pipe_.set_started();
}

void UciClient::add_option(const engines::Option& option) {
  if (options().all().size() >= kMaxOptions || options().find(option.name) != nullptr) return;
  options().add(option, [this](const engines::Option& changed) {
    const std::lock_guard lock(mutex_);
    changed_.emplace_back(changed.name, to_text(changed));
  });
}

void UciClient::wait_until_ready(engines::Milliseconds patience) {
  pipe_.send("isready");
  const auto deadline = EnginePipe::Clock::now() + patience;
  std::string line;
  for (;;) {
    const Status status = pipe_.receive(line, deadline);
    if (status == Status::woken) continue;
    const UciReply reply = status == Status::timeout ? UciReply() : parse_uci_reply(line);
    if (std::holds_alternative<UciReadyOk>(reply)) return;
    if (const auto* registration = std::get_if<UciRegistration>(&reply))
      if (registration->status == "error") pipe_.send("register later");
    if (status != Status::line) pipe_.fail_silent("does not say readyok");
  }
}

bool UciClient::send_changed_options() {
  std::vector<std::pair<std::string, std::string>> changes;
  {
    const std::lock_guard lock(mutex_);
    changes.swap(changed_);
  }
  for (const auto& [name, value] : changes) {
    sent_[name] = value;
    pipe_.send(set_option_command(name, value));
  }
  return !changes.empty();
}

bool UciClient::set_now(const engines::Option& option, const std::string& value) {
  const auto sent = sent_.find(option.name);
  if ((sent == sent_.end() ? to_text(option) : sent->second) == value) return false;
  sent_[option.name] = value;
  pipe_.send(set_option_command(option.name, value));
  return true;
}

void UciClient::new_game() {
  pipe_.set_phase("preparing for a game");
  static_cast<void>(send_changed_options());
  pipe_.send("ucinewgame");
  wait_until_ready(pipe_.patience().start);
  is_new_game_known_ = true;
}

bool UciClient::prepare(const chess::Game& game, const engines::Limits& limits) {
  if (!is_new_game_known_) new_game();
  pipe_.set_phase("preparing for a move");
  bool has_changes = send_changed_options();
  const engines::Option* const chess960 = options().find("UCI_Chess960");
  const bool can_chess960 =
      chess960 != nullptr && std::holds_alternative<engines::CheckOption>(chess960->kind);
  bool is_chess960 = needs_chess960(game.start());
  if (is_chess960 && !can_chess960) pipe_.fail(Kind::protocol, "does not play Chess960");
  if (can_chess960) {
    is_chess960 = is_chess960 || options().check("UCI_Chess960");
    has_changes = set_now(*chess960, is_chess960 ? "true" : "false") || has_changes;
  }
  if (const engines::Option* const lines = options().find("MultiPV"))
    if (const auto* spin = std::get_if<engines::SpinOption>(&lines->kind)) {
      const auto wanted =
          limits.multi_pv > 1 ? std::min<std::int64_t>(limits.multi_pv, spin->max) : spin->value;
      has_changes = set_now(*lines, std::to_string(wanted)) || has_changes;
    }
  wait_until_ready(has_changes ? pipe_.patience().start : pipe_.patience().ping);
  return is_chess960;
}

engines::Choice UciClient::choose(const chess::Game& game, const engines::Limits& limits,
                                  const engines::Listener& on_report, const engines::Signals& signals) {
  pipe_.check_alive();
  if (!game.position().has_legal_moves()) return {};
  const bool is_chess960 = prepare(game, limits);
  pipe_.set_phase("thinking");
  const SignalWatch watch(signals, pipe_);
  pipe_.send(uci_position_command(game, is_chess960));
  pipe_.send(uci_go_command(limits, is_chess960));
  Search search{game, limits, on_report, signals, EnginePipe::Clock::now()};
  if (!limits.ponder)
    search.deadline = move_deadline(limits, game.position().turn(), pipe_.patience(), search.begin);
  return await_move(search);
}

engines::Choice UciClient::await_move(Search& search) {
  const auto stop = [&] {
    pipe_.send("stop");
    search.is_stopped = true;
    search.deadline = EnginePipe::Clock::now() + pipe_.patience().stop;
  };
  std::string line;
  for (;;) {
    if (search.limits.ponder && !search.is_hit && !search.is_stopped &&
        search.signals.ponder_hit.stop_requested()) {
      pipe_.send("ponderhit");
      search.is_hit = true;
      search.begin = EnginePipe::Clock::now();
      search.deadline =
          move_deadline(search.limits, search.game.position().turn(), pipe_.patience(), search.begin);
    }
    if (!search.is_stopped && search.signals.stop.stop_requested()) stop();
    const Status status = pipe_.receive(line, search.deadline);
    if (status == Status::line || status == Status::late_line) {
      const UciReply reply = parse_uci_reply(line);
      if (const auto* best = std::get_if<UciBestMove>(&reply)) return read_choice(search, *best);
      const auto* info = std::get_if<UciInfo>(&reply);
      if (info != nullptr && search.report(*info) && !search.is_stopped) stop();
    }
    if (status == Status::line || status == Status::woken) continue;
    if (search.is_stopped) pipe_.fail_without_move("does not give a move, though told to stop");
    stop();
  }
}

engines::Choice UciClient::read_choice(const Search& search, const UciBestMove& best) {
  const chess::Position& pos = search.game.position();
  const auto move = notation::parse_uci_move(pos, best.move);
  if (!move) {
    const std::string what = is_no_move(best.move) ? "gives no move (" + notation::in_quotes(best.move) + ")"
                                                   : "plays an illegal move: " + move.error().message;
    pipe_.fail(Kind::illegal_move, what + " in " + notation::to_fen(pos));
  }
  engines::Choice choice{.move = *move, .time = pipe_.time_since(search.begin)};
  const chess::Move reply = parse_move(pos.after(*move), best.ponder);
  if (!reply.is_none()) choice.ponder = reply;
  return choice;
}

std::string uci_position_command(const chess::Game& game, bool is_chess960) {
  const auto style = is_chess960 ? notation::CastlingStyle::shredder : notation::CastlingStyle::x_fen;
  std::string text = game.start() == chess::Position::initial()
                         ? "position startpos"
                         : "position fen " + notation::to_fen(game.start(), style);
  if (game.ply() > 0) text += " moves";
  for (const chess::Move move : game.moves())
    text += " " + notation::to_uci(move, castling_text(is_chess960));
  return text;
}

std::string uci_go_command(const engines::Limits& limits, bool is_chess960) {
  std::string text = "go";
  const auto add = [&text](std::string_view name, auto number) {
    text += " " + std::string(name) + " " + std::to_string(number);
  };
  if (limits.ponder) text += " ponder";
  if (limits.clock) {
    const auto& [remaining, increment, moves_to_go] = *limits.clock;
    add("wtime", std::max<std::int64_t>(remaining[0].count(), 1));
    add("btime", std::max<std::int64_t>(remaining[1].count(), 1));
    add("winc", std::max<std::int64_t>(increment[0].count(), 0));
    add("binc", std::max<std::int64_t>(increment[1].count(), 0));
    if (moves_to_go && *moves_to_go > 0) add("movestogo", *moves_to_go);
  }
  // 0 would mean no limit to some, so it becomes 1.
  if (limits.depth) add("depth", std::max(*limits.depth, 1));
  if (limits.nodes) add("nodes", std::max<std::uint64_t>(*limits.nodes, 1));
  if (limits.mate) add("mate", std::max(*limits.mate, 1));
  if (limits.move_time) add("movetime", std::max<std::int64_t>(limits.move_time->count(), 1));
  if (limits.infinite || limits.is_unlimited()) text += " infinite";
  if (!limits.search_moves.empty()) text += " searchmoves";
  for (const chess::Move move : limits.search_moves)
    text += " " + notation::to_uci(move, castling_text(is_chess960));
  return text;
}

std::unique_ptr<ExternalEngine> start_uci_engine(EngineCommand command) {
  return std::make_unique<UciClient>(std::move(command));
}

}  // namespace vitrine::protocols
