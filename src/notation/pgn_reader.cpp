#include "notation/pgn_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "notation/fen.h"
#include "notation/san.h"

namespace vitrine::notation {

namespace {

// Names of our game and of Chess960, without case and punctuation. The start position says all that
// matters about castling, so the two need not be told apart.
constexpr std::array<std::string_view, 15> kChessNames = {
    "",        "standard", "chess",        "normal",        "classical",
    "regular", "orthodox", "fromposition", "chess960",      "fischerandom",
    "frc",     "dfrc",     "960",          "fischerrandom", "doublefischerrandom",
};

bool is_chess(std::string_view variant) {
  std::string name;
  for (const char c : variant)
    if (std::isalnum(static_cast<unsigned char>(c))) name += static_cast<char>(std::tolower(c));
  return std::find(kChessNames.begin(), kChessNames.end(), name) != kChessNames.end();
}

}  // namespace

std::string PgnError::to_string() const {
  return file + ":" + std::to_string(line) + ": game " + std::to_string(game) + ", ply " +
         std::to_string(ply) + ": " + reason;
}

PgnReader::PgnReader(ByteSource& source, std::string name, PgnLimits limits)
    : lexer_(source), name_(std::move(name)), limits_(limits) {
  lines_.reserve(static_cast<std::size_t>(limits.variation_depth) + 1);
}

// Steps over what stands between games, such as the remarks at the head or the end of a file.
bool PgnReader::begin_game() {
  const auto belongs_to_no_game = [](Kind kind) {
    return kind == Kind::comment || kind == Kind::nag || kind == Kind::close_variation;
  };
  while (belongs_to_no_game(lexer_.next().kind)) {
  }
  lexer_.put_back();
  if (lexer_.next().kind == Kind::end) return false;
  lexer_.put_back();

  ++game_number_;
  game_line_ = lexer_.line();
  lines_.clear();
  moves_ = 0;
  has_event_ = needs_skip_ = false;
  fen_.clear();
  variant_.clear();
  comment_.clear();
  result_ = GameResult::unknown;
  error_.reset();
  return true;
}

void PgnReader::note_tag(std::string_view name, std::string_view value) {
  if (name == "Event") has_event_ = true;
  if (name == "FEN") fen_ = value;
  if (name == "Variant") variant_ = value;
  if (name == "Result") result_ = parse_game_result(value).value_or(GameResult::unknown);
}

bool PgnReader::set_start() {
  lines_.emplace_back(chess::Position::initial());
  if (!is_chess(variant_)) {
    fail(PgnError::Kind::unknown_variant, "skipped: the variant " + in_quotes(variant_) + " is not chess");
    needs_skip_ = false;
    return false;
  }
  if (fen_.empty()) return true;
  const auto start = parse_fen(fen_, FenMode::lenient);
  if (!start) return fail(PgnError::Kind::bad_fen, "the FEN tag is wrong: " + start.error().to_string());
  lines_.back() = Line(*start);
  return true;
}

bool PgnReader::has_room() {
  if (line().plies_before + line().plies >= limits_.plies)
    return fail(PgnError::Kind::too_long,
                "the game is longer than " + std::to_string(limits_.plies) + " plies");
  if (moves_ >= limits_.moves)
    return fail(PgnError::Kind::too_long,
                "the game and its variations have more than " + std::to_string(limits_.moves) + " moves");
  return true;
}

std::optional<chess::Move> PgnReader::find_move(std::string_view text) {
  if (!has_room()) return {};
  const auto move = parse_san(line().position(), text);
  if (move) return *move;
  fail(PgnError::Kind::illegal_move, move.error().message);
  return {};
}

bool PgnReader::can_pass() {
  if (!has_room()) return false;
  if (line().position().is_check())
    return fail(PgnError::Kind::illegal_move, "a null move is not possible in check");
  return true;
}

bool PgnReader::open_variation() {
  if (line().plies == 0)
    return fail(PgnError::Kind::misplaced_variation, "a variation starts before any move it could replace");
  if (depth() >= limits_.variation_depth)
    return fail(PgnError::Kind::too_deep,
                "variations are nested more than " + std::to_string(limits_.variation_depth) + " deep");
  Line variation(line().before());
  variation.plies_before = line().plies_before + line().plies - 1;
  variation.opened_at = lexer_.line();
  lines_.push_back(variation);
  return true;
}

bool PgnReader::close_variation() {
  if (depth() == 0) return false;
  lines_.pop_back();
  return true;
}

// At the result, or where the next game or the end of the file takes its place.
bool PgnReader::end_moves(const Token& token) {
  if (token.kind == Kind::result) result_ = parse_game_result(token.text).value_or(GameResult::unknown);
  if (token.kind == Kind::tag) lexer_.put_back();
  if (depth() == 0) return true;
  fail(PgnError::Kind::unclosed_variation, "a variation is not closed");
  error_->line = line().opened_at;
  needs_skip_ = false;
  return false;
}

// The moves of another game than chess, up to its result.
void PgnReader::skip_moves() {
  for (int depth = 0;;) {
    const Token& token = lexer_.next();
    if (token.kind == Kind::end || (token.kind == Kind::result && depth <= 0)) return;
    if (token.kind == Kind::tag) return lexer_.put_back();
    if (token.kind == Kind::unclosed_comment) return lexer_.skip_to_next_game();
    if (token.kind == Kind::open_variation) ++depth;
    if (token.kind == Kind::close_variation) --depth;
  }
}

bool PgnReader::fail(PgnError::Kind kind, std::string_view reason) {
  int ply = 0;
  if (!lines_.empty() && kind != PgnError::Kind::bad_fen && kind != PgnError::Kind::unknown_variant)
    ply = line().plies_before + line().plies + 1;
  std::string scratch;
  error_ = PgnError{.kind = kind,
                    .file = name_,
                    .line = lexer_.line(),
                    .game = game_number_,
                    .ply = ply,
                    .reason = std::string(as_utf8(reason, scratch))};
  needs_skip_ = true;
  return false;
}

bool PgnReader::fail_unclosed_comment() {
  return fail(PgnError::Kind::unclosed_comment, "a comment is not closed");
}

}  // namespace vitrine::notation
