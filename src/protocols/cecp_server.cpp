#include "protocols/cecp_server.h"

#include <algorithm>
#include <exception>
#include <tuple>
#include <utility>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {

using chess::Color;
using chess::Move;
using Owner = CecpClock::Owner;

namespace {

CecpClock::TimePoint now() { return std::chrono::steady_clock::now(); }

// Kings or castling rooks that started elsewhere than in ordinary chess.
bool has_unusual_castling(const chess::Position& pos) {
  for (const Color color : {Color::white, Color::black}) {
    const auto rooks = pos.castling_rooks() & pos.pieces(color);
    if (rooks.any() && pos.king(color).file() != 4) return true;
    for (const chess::Square rook : rooks)
      if (rook.file() != 0 && rook.file() != 7) return true;
  }
  return false;
}

// Sets it, unless the value is out of range or the engine can't have it: no memory for so large a table, no
// such file.
bool takes(engines::Options& options, std::string_view name, std::string_view value) {
  try {
    return options.set(name, value).empty();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

CecpServer::CecpServer(std::unique_ptr<engines::Engine> engine, std::string name, LineSink& out)
    : engine_(std::move(engine)),
      careful_engine_(*engine_, [&out](const std::string& fault) { out.send("# " + cecp::echo(fault)); }),
      name_(std::move(name)),
      out_(out),
      throttle_(now()),
      relay_(careful_engine_) {}

CecpServer::~CecpServer() {
  const std::lock_guard lock(mutex_);
  pings_.clear();
  abandon();
}

bool CecpServer::handle(std::string_view line) {
  const std::lock_guard lock(mutex_);
  line_ = line;
  const auto command = cecp::parse_command(line);
  if (command && std::holds_alternative<cecp::Quit>(*command)) return false;
  if (editing_ && !(command && std::holds_alternative<cecp::Ping>(*command)))
    edit(line);
  else if (command)
    std::visit([this](const auto& known) { obey(known); }, *command);
  else
    refuse(command.error().type);
  return true;
}

void CecpServer::refuse(std::string_view type) {
  out_.send("Error (" + std::string(type) + "): " + cecp::echo(line_));
}

void CecpServer::refuse_move(std::string_view reason, std::string_view move) {
  out_.send("Illegal move (" + std::string(reason) + "): " + cecp::echo(move));
}

// --- Hello, settings, talk

void CecpServer::obey(const cecp::Protover& hello) {
  has_protover_ = hello.version >= 2;
  if (!has_protover_) return;
  for (const std::string& line : cecp::feature_lines(name_, engine_->options())) out_.send(line);
}

void CecpServer::obey(const cecp::Ping& ping) {
  pings_.push_back(ping.number);
  if (activity_ != Activity::thinking) send_pongs();
}

void CecpServer::obey(const cecp::Pondering& pondering) {
  ponders_ = pondering.is_on;
  if (!ponders_ && activity_ == Activity::pondering) abandon();
  if (ponders_) resume();
}

void CecpServer::obey(const cecp::Posting& posting) { posts_ = posting.is_on; }

void CecpServer::obey(const cecp::Memory& memory) { set_nearest("Hash", memory.megabytes); }
void CecpServer::obey(const cecp::Cores& cores) { set_nearest("Threads", cores.count); }

void CecpServer::set_nearest(std::string_view name, std::int64_t value) {
  const engines::Option* const option = engine_->options().find(name);
  const auto* const spin = option != nullptr ? std::get_if<engines::SpinOption>(&option->kind) : nullptr;
  if (spin != nullptr)
    obey(cecp::SetOption{option->name, std::to_string(std::clamp(value, spin->min, spin->max))});
}

void CecpServer::obey(const cecp::SetOption& option) {
  if (activity_ == Activity::thinking) {
    late_options_.emplace_back(option.name, option.value.value_or(""));
    return;
  }
  abandon();
  set_option(option.name, option.value.value_or(""));
  resume();
}

// Contract: the engine is not searching.
void CecpServer::set_option(std::string_view name, std::string_view value) {
  engines::Options& options = engine_->options();
  const std::string text = std::string(name) + '=' + std::string(value);
  const engines::Option* const option = options.find(name);
  if (option == nullptr && name == cecp::kResignOption && (value == "0" || value == "1")) {
    may_resign_ = value == "1";
  } else if (option == nullptr) {
    out_.send("Error (unknown option): " + cecp::echo(text));
  } else if (!takes(options, name, value)) {
    out_.send("Error (bad option value): " + cecp::echo(text));
  }
}

// --- The state of the game

void CecpServer::obey(const cecp::New&) {
  abandon();
  is_fischer_random_ = false;
  begin_game(chess::Position::initial());
  careful_engine_.new_game();
  clock_.new_game();
  if (!is_in_analysis_) engine_color_ = Color::black;
  resume();
}

void CecpServer::obey(const cecp::Variant& variant) {
  abandon();
  if (variant.name == "normal" || variant.name == "fischerandom") {
    is_fischer_random_ = variant.name == "fischerandom";
  } else {
    refused_ = game_.position().to_setup();
    refuse("unsupported variant");
  }
  resume();
}

void CecpServer::begin_game(const chess::Position& start) {
  game_ = chess::Game(start);
  refused_.reset();
  expected_.reset();
  own_score_.reset();
  clock_.new_board();
}

void CecpServer::set_up(const chess::Setup& setup) {
  const auto pos =
      chess::Position::from_setup(chess::without_impossible_rights(setup), chess::Unreachable::allowed);
  if (pos) {
    begin_game(*pos);
  } else {
    refused_ = setup;
    out_.send("tellusererror Illegal position");
  }
}

void CecpServer::obey(const cecp::SetBoard& board) {
  abandon();
  const auto setup = notation::parse_fen_setup(board.fen, notation::FenMode::lenient);
  set_up(setup ? *setup : chess::Setup::empty());
  resume();
}

void CecpServer::obey(const cecp::Edit&) {
  abandon();
  editing_.emplace(refused_ ? *refused_ : game_.position().to_setup());
}

void CecpServer::edit(std::string_view line) {
  const auto command = cecp::parse_edit_command(line);
  if (!command) return refuse(command.error().type);
  const auto finished = editing_->obey(*command);
  if (!finished) return;
  editing_.reset();
  set_up(*finished);
  resume();
}

void CecpServer::obey(const cecp::Force&) {
  abandon();
  engine_color_.reset();
  clock_.stop(now());
  resume();  // an analysis goes on
}

void CecpServer::obey(const cecp::Go&) {
  if (refused_ || activity_ == Activity::thinking) return refuse("command not legal now");
  abandon();
  is_in_analysis_ = false;
  engine_color_ = game_.position().turn();
  if (game_.position().has_legal_moves())
    think();
  else
    std::ignore = announce_result();
}

void CecpServer::obey(const cecp::PlayOther&) {
  if (refused_) return refuse("command not legal now");
  abandon();
  is_in_analysis_ = false;
  engine_color_ = !game_.position().turn();
  clock_.run(Owner::opponent, now());
  resume();
}

void CecpServer::obey(const cecp::SetTurn& command) {
  if (has_protover_ || refused_) return;  // colors=0
  abandon();
  if (game_.position().turn() != command.turn) {
    if (game_.position().is_check()) return refuse("command not legal now");
    begin_game(game_.position().after_null());
  }
  engine_color_ = !command.turn;
}

void CecpServer::obey(const cecp::GameResult&) {
  abandon();
  engine_color_.reset();
  clock_.stop(now());
  resume();  // an analysis goes on
}

void CecpServer::obey(const cecp::Undo&) { take_back(1); }
void CecpServer::obey(const cecp::Remove&) { take_back(2); }

void CecpServer::take_back(int plies) {
  abandon();
  if (refused_ || game_.ply() < static_cast<std::size_t>(plies)) {
    refuse("command not legal now");
  } else {
    while (plies-- > 0) game_.undo();
    expected_.reset();
  }
  resume();
}

// --- Time

void CecpServer::obey(const cecp::Level& level) { clock_.set_level(level, game_.ply()); }
void CecpServer::obey(const cecp::MoveTime& limit) { clock_.set_move_time(limit.time); }
void CecpServer::obey(const cecp::Depth& limit) { clock_.set_depth(std::max(limit.plies, 1)); }
void CecpServer::obey(const cecp::OwnTime& time) { clock_.set_remaining(Owner::engine, time.time, now()); }
void CecpServer::obey(const cecp::OpponentTime& time) {
  clock_.set_remaining(Owner::opponent, time.time, now());
}

// --- Moves

void CecpServer::obey(const cecp::UserMove& command) {
  if (activity_ == Activity::thinking) return refuse_move("it is not your turn", command.text);
  const auto move = read_move(command.text);
  if (!move) return;
  const bool is_expected = activity_ == Activity::pondering && move == expected_;
  if (!is_expected) abandon();
  clock_.stop(now());
  game_.play_unchecked(*move);
  expected_.reset();
  if (is_in_analysis_) return resume();
  if (!engine_color_) return;
  clock_.count_move(Owner::opponent, game_);
  if (is_expected) {
    clock_.run(Owner::engine, now());
    activity_ = Activity::thinking;
    relay_.ponder_hit();
  } else if (!announce_result() && is_our_turn()) {
    think();
  }
}

std::optional<Move> CecpServer::read_move(const std::string& text) {
  using Kind = notation::SanError::Kind;
  const chess::Position& pos = game_.position();
  if (refused_) return refuse_move("the position is illegal", text), std::nullopt;
  if (const auto move = notation::parse_uci_move(pos, text)) return *move;
  const auto move = notation::parse_san(pos, text);
  if (move) return *move;
  if (!pos.has_legal_moves())
    refuse_move("the game is over", text);
  else if (move.error().kind == Kind::ambiguous)
    out_.send("Error (ambiguous move): " + cecp::echo(text));
  else if (move.error().kind == Kind::syntax)
    refuse_move("this is no move", text);
  else
    refuse_move("against the rules", text);
  return {};
}

void CecpServer::obey(const cecp::MoveNow&) {
  if (activity_ == Activity::thinking) relay_.stop();
}

void CecpServer::obey(const cecp::OfferDraw&) {
  if (!engine_color_ || refused_) return;
  const auto outcome = game_.outcome(chess::DrawClaims::made);
  const bool is_draw = outcome && !outcome->winner;
  const bool is_no_better =
      own_score_ && own_score_->bound != engines::Score::Bound::lower && own_score_->value <= 0;
  if (is_draw || is_no_better) out_.send("offer draw");
}

bool CecpServer::announce_result() {
  const auto outcome = game_.outcome(chess::DrawClaims::made);
  if (outcome) out_.send(cecp::result_line(*outcome));
  return outcome.has_value();
}

cecp::CastlingForm CecpServer::castling_form() const {
  const bool needs_letters = is_fischer_random_ || has_unusual_castling(game_.position());
  return needs_letters ? cecp::CastlingForm::letters : cecp::CastlingForm::king_squares;
}

// --- Questions and analysis

void CecpServer::obey(const cecp::Analyze&) {
  abandon();
  is_in_analysis_ = true;
  engine_color_.reset();
  resume();
}

void CecpServer::obey(const cecp::Exit&) {
  if (!is_in_analysis_) return refuse("command not legal now");
  abandon();
  is_in_analysis_ = false;
}

void CecpServer::obey(const cecp::Status&) {
  if (is_in_analysis_ && !refused_) out_.send(cecp::status_line(last_report_, game_.position()));
}

void CecpServer::obey(const cecp::Hint&) {
  if (!refused_ && expected_ && game_.position().is_legal(*expected_))
    out_.send("Hint: " + cecp::move_text(*expected_, castling_form()));
}

void CecpServer::obey(const cecp::Help&) {
  for (const std::string_view line : {
           "new, setboard FEN                 another game, from its start or from a position",
           "e2e4, Nf3, O-O                    your move; the engine answers unless in force mode",
           "go, force, playother              play the side to move, no side, the other side",
           "level 40 5 0, st 10, sd 8         40 moves in 5 minutes; 10 seconds a move; 8 plies deep",
           "undo, remove, hint, draw, ?       one ply back, two plies back, your best move, a draw?, move "
           "now",
           "post, nopost, hard, easy          show its thoughts or not; think on your time or not",
           "analyze, exit                     think about the position until told to leave",
           "protover 2, option NAME=VALUE     list the options; set one",
           "quit                              the whole protocol: gnu.org/software/xboard/engine-intf.html",
       })
    out_.send("# " + std::string(line));
}

void CecpServer::obey(const cecp::Book&) {
  out_.send(" This engine has no opening book.");
  out_.send("");
}

}  // namespace vitrine::protocols
