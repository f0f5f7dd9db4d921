#include "protocols/uci_server.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <system_error>
#include <utility>
#include <variant>

#include "notation/fen.h"
#include "notation/in_quotes.h"
#include "protocols/bench.h"
#include "protocols/uci_extras.h"
#include "protocols/uci_limits.h"

namespace vitrine::protocols {

namespace {

constexpr std::size_t kMaxDeferred = 1000;
constexpr std::int64_t kMaxPerftDepth = 32;
constexpr std::int64_t kMaxBenchDepth = 100;

}  // namespace

UciServer::UciServer(std::unique_ptr<engines::Engine> engine, EngineIdentity identity, LineSink& out)
    : out_(out),
      identity_(std::move(identity)),
      engine_(std::move(engine)),
      careful_(*engine_, [this](const std::string& fault) { complain(fault); }),
      thinker_(careful_) {
  // An engine that has one of these itself knows better.
  for (const std::string_view name : {"Ponder", "UCI_Chess960", "UCI_ShowWDL"})
    if (engine_->options().find(name) == nullptr)
      options_.add({std::string(name), engines::CheckOption{.value = false}});
  for (const engines::Option& option : engine_->options().all()) option_lines_.push_back(option_line(option));
  for (const engines::Option& option : options_.all()) option_lines_.push_back(option_line(option));
}

UciServer::~UciServer() { stop_and_wait(); }

bool UciServer::handle(std::string_view line) {
  if (line.size() > kMaxUciLine) {
    refuse_long_line();
    return true;
  }
  catch_up();
  std::visit([this](const auto& command) { on(command); }, parse_uci_command(line));
  return !has_quit_;
}

void UciServer::refuse_long_line() { complain("a line of more than 1 MiB was dropped"); }

void UciServer::complain(std::string_view problem) {
  out_.send(info_string("error: " + std::string(problem)));
}

UciStyle UciServer::style() const {
  const auto is_on = [this](std::string_view name) {
    const engines::Options& owner = options_.find(name) != nullptr ? options_ : engine_->options();
    return owner.check(name);
  };
  return {
      .castling = is_on("UCI_Chess960") ? notation::CastlingText::chess960 : notation::CastlingText::standard,
      .shows_chances = is_on("UCI_ShowWDL")};
}

// --- Talk

void UciServer::on(const uci::Uci&) {
  out_.send("id name " + identity_.name);
  out_.send("id author " + identity_.author);
  for (const std::string& line : option_lines_) out_.send(line);
  out_.send("uciok");
}

void UciServer::on(const uci::IsReady&) { out_.send("readyok"); }

void UciServer::on(const uci::Register&) {
  out_.send("registration checking");
  out_.send("registration ok");
}

void UciServer::on(const uci::Unknown& command) {
  complain("unknown command " + notation::in_quotes(command.word) + "; 'help' lists the commands");
}

void UciServer::on(const uci::Quit&) {
  stop_and_wait();
  has_quit_ = true;
}

// --- Between searches

void UciServer::on(const uci::SetOption& command) {
  if (is_busy())
    defer(command);
  else
    set_option(command);
}

void UciServer::on(const uci::UciNewGame& command) {
  if (is_busy())
    defer(command);
  else
    start_new_game();
}

void UciServer::defer(uci::Command command) {
  if (deferred_.size() == kMaxDeferred)
    return complain("too many commands while searching: this one is dropped");
  deferred_.push_back(std::move(command));
  if (is_debugging_) out_.send(info_string("this waits until the search has ended"));
}

void UciServer::catch_up() {
  if (deferred_.empty() || is_busy()) return;
  for (const uci::Command& command : std::exchange(deferred_, {})) {
    if (const auto* const option = std::get_if<uci::SetOption>(&command))
      set_option(*option);
    else
      start_new_game();
  }
}

void UciServer::set_option(const uci::SetOption& command) {
  thinker_.wait();  // it has answered, and may still be on its way out of the engine's code
  if (command.name.empty()) return complain("setoption needs 'name' and the name of an option");
  try {
    engines::Options& owner = options_.find(command.name) != nullptr ? options_ : engine_->options();
    const std::string problem = owner.set(command.name, command.value);
    if (!problem.empty()) complain(problem);
  } catch (const std::exception& error) {
    complain("setoption " + command.name + ": " + error.what());
  }
}

void UciServer::start_new_game() {
  thinker_.wait();
  careful_.new_game();
}

// --- The board

void UciServer::on(const uci::PositionCommand& command) {
  if (!command.problem.empty()) return complain(command.problem);
  chess::Position start = chess::Position::initial();
  if (command.fen) {
    auto pos = notation::parse_fen(*command.fen, notation::FenMode::lenient, chess::Unreachable::allowed);
    if (!pos) return complain("bad FEN, the position before is kept: " + pos.error().to_string());
    start = *pos;
  }
  chess::Game game(start);
  for (const std::string& text : command.moves) {
    const auto move = notation::parse_uci_move(game.position(), text);
    if (!move) {
      complain("illegal move " + notation::in_quotes(text) + " at ply " + std::to_string(game.ply() + 1) +
               ", the position before it is taken: " + move.error().message);
      break;
    }
    game.play_unchecked(*move);
  }
  game_ = std::move(game);
  if (is_debugging_) out_.send(info_string("position " + notation::to_fen(game_.position())));
}

void UciServer::on(const uci::Display&) {
  for (const std::string& line : describe_position(game_.position())) out_.send(line);
}

void UciServer::on(const uci::Flip&) { game_ = chess::Game(flipped(game_.position())); }

void UciServer::on(const uci::Evaluate&) {
  const chess::Position& pos = game_.position();
  if (!pos.has_legal_moves()) return out_.send(info_string("no evaluation: the game is over"));
  const auto score = engine_->evaluate(pos);
  out_.send(info_string(score ? "evaluation " + to_uci(*score) + " for the side to move"
                              : "this engine shows its evaluation only by searching"));
}

void UciServer::on(const uci::Help&) {
  for (const std::string& line : describe_commands()) out_.send(line);
}

// --- Searches

void UciServer::on(const uci::Go& command) {
  stop_and_wait();
  catch_up();
  if (command.perft)
    return count_perft(static_cast<int>(std::clamp<std::int64_t>(*command.perft, 0, kMaxPerftDepth)));
  SearchPlan plan = plan_search(command, game_.position());
  for (const std::string& problem : plan.problems) complain(problem);
  if (const engines::Option* const lines = engine_->options().find("MultiPV"))
    if (const auto* const spin = std::get_if<engines::SpinOption>(&lines->kind))
      plan.limits.multi_pv = static_cast<int>(spin->value);

  search_ = std::make_shared<UciSearch>(game_, style(), plan.limits.ponder, out_);
  try {
    thinker_.start(
        game_, plan.limits, [search = search_](const engines::Report& report) { search->report(report); },
        [search = search_](const engines::Choice& choice) { search->finish(choice); });
  } catch (const std::system_error& error) {  // the system has no thread left
    complain(error.what());
    const chess::MoveList moves = game_.position().legal_moves();
    search_->finish(moves.empty() ? engines::Choice{} : engines::Choice{.move = moves[0]});
  }
}

void UciServer::on(const uci::PonderHit&) {
  if (search_ && search_->is_ponder()) thinker_.ponder_hit();
}

bool UciServer::is_busy() const { return (search_ && !search_->is_finished()) || has_errand_; }

void UciServer::stop() {
  thinker_.stop();
  errand_.request_stop();
}

void UciServer::stop_and_wait() {
  stop();
  thinker_.wait();
  if (errand_.joinable()) errand_.join();
}

// --- Errands: what takes time but is no search

template <class Errand>
void UciServer::run_errand(Errand errand) {
  assert(!is_busy());
  has_errand_ = true;
  try {
    errand_ = std::jthread([this, errand = std::move(errand)](const std::stop_token& stop) {
      errand(stop);
      has_errand_ = false;
    });
  } catch (const std::system_error& error) {
    has_errand_ = false;
    complain(error.what());
  }
}

void UciServer::count_perft(int depth) {
  run_errand([this, depth, pos = game_.position(), castling = style().castling](const std::stop_token& stop) {
    std::atomic<bool> is_stopped = false;
    const std::stop_callback on_stop(stop, [&] { is_stopped = true; });
    for (const std::string& line : describe_perft(chess::perft(pos, depth, {.stop = &is_stopped}), castling))
      out_.send(line);
  });
}

void UciServer::on(const uci::Bench& command) {
  stop_and_wait();
  catch_up();
  const auto depth = static_cast<int>(
      std::clamp<std::int64_t>(command.depth.value_or(engine_->bench_depth()), 1, kMaxBenchDepth));
  run_errand([this, depth](const std::stop_token& stop) { run_bench(careful_, depth, out_, stop); });
}

}  // namespace vitrine::protocols
