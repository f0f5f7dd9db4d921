#pragma once

// Reads PGN game by game and tells a visitor what it finds. Every move is checked; nothing is built, so
// what isn't asked for costs nothing (pgn_game.h builds the tree for those who want one). Reading is as
// lenient as files in the wild demand, and no text makes it fail: a game that can't be followed is
// reported, kept up to that place, and reading goes on with the next one.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "notation/game_result.h"
#include "notation/in_quotes.h"
#include "notation/pgn_lexer.h"
#include "notation/pgn_text.h"

namespace vitrine::notation {

struct PgnError {
  enum class Kind {
    bad_tag,
    bad_fen,
    unknown_variant,  // not chess: the game is skipped, nothing is wrong with it
    illegal_move,
    misplaced_variation,
    unclosed_variation,
    unclosed_comment,
    too_deep,
    too_long,
  };

  Kind kind;
  std::string file;
  std::size_t line;  // of the file, from 1
  std::size_t game;  // in the file, from 1
  int ply;           // the half-move that could not be read, from 1; 0 before the first
  std::string reason;

  // "games.pgn:17: game 2, ply 31: …"
  [[nodiscard]] std::string to_string() const;
};

// What a reader tells, in this order: start, tags, position, then moves with what belongs to them, an
// error if there is one, end. Derive and hide what you want to hear. All text is UTF-8.
struct PgnVisitor {
  void on_game_start() {}
  void on_tag(std::string_view /*name*/, std::string_view /*value*/) {}
  void on_position(const chess::Position& /*start*/) {}
  void on_move(const chess::Position& /*before*/, chess::Move) {}
  void on_null_move(const chess::Position& /*before*/) {}
  void on_comment(std::string_view) {}
  void on_nag(int) {}
  // A variation replaces the last move told on its level. Every start has its end, broken games too.
  void on_variation_start() {}
  void on_variation_end() {}
  void on_error(const PgnError&) {}
  void on_game_end(GameResult) {}
};

struct PgnLimits {
  int variation_depth = 64;
  int plies = 20'000;   // of one line; the longest game the 75-move rule allows has fewer than 18,000
  int moves = 250'000;  // of one game, variations included; keeps a tree under 50 MB
};

class PgnReader {
 public:
  // `name` is what errors call the file. The source must outlive the reader.
  explicit PgnReader(ByteSource& source, std::string name = "", PgnLimits limits = {});

  // Reads one game; false, with nothing told, when there is none left. Throws what the source throws.
  template <class Visitor>
  bool read(Visitor& visitor);

  // The game last read: its number and the line on which it starts, both from 1.
  [[nodiscard]] std::size_t game_number() const { return game_number_; }
  [[nodiscard]] std::size_t game_line() const { return game_line_; }
  [[nodiscard]] std::size_t bytes_consumed() const { return lexer_.bytes_consumed(); }

 private:
  using Token = PgnToken;
  using Kind = PgnToken::Kind;

  // The main line or a variation: where it stands and where it stood one move ago.
  struct Line {
    explicit Line(const chess::Position& start) : positions{start, start} {}
    [[nodiscard]] const chess::Position& position() const { return positions[now]; }
    [[nodiscard]] const chess::Position& before() const { return positions[now ^ 1]; }

    chess::Position positions[2];
    int now = 0;
    int plies = 0;              // of this line alone
    int plies_before = 0;       // before it starts
    std::size_t opened_at = 0;  // the line of the file, for a variation
  };

  template <class Visitor>
  bool read_tags(Visitor& visitor);
  template <class Visitor>
  bool read_moves(Visitor& visitor);
  template <class Visitor>
  bool read_element(const Token& token, Visitor& visitor);

  bool begin_game();
  void note_tag(std::string_view name, std::string_view value);
  bool set_start();
  bool has_room();
  std::optional<chess::Move> find_move(std::string_view text);
  bool can_pass();
  template <class Next>
  void advance(Next next);
  bool open_variation();
  bool close_variation();
  bool end_moves(const Token& token);
  void skip_moves();

  // Remembers the error and where it is; false, to be passed on.
  bool fail(PgnError::Kind kind, std::string_view reason);
  bool fail_unclosed_comment();
  [[nodiscard]] Line& line() { return lines_.back(); }
  [[nodiscard]] int depth() const { return static_cast<int>(lines_.size()) - 1; }

  PgnLexer lexer_;
  std::string name_;
  PgnLimits limits_;

  std::size_t game_number_ = 0;
  std::size_t game_line_ = 0;
  std::vector<Line> lines_;
  int moves_ = 0;
  bool has_event_ = false;
  bool needs_skip_ = false;  // the rest of a broken game lies ahead
  std::string fen_;
  std::string variant_;
  std::string comment_;  // what was said between the tags
  GameResult result_ = GameResult::unknown;
  std::optional<PgnError> error_;
  std::string scratch_[2];
};

template <class Visitor>
bool PgnReader::read(Visitor& visitor) {
  if (!begin_game()) return false;
  visitor.on_game_start();
  if (read_tags(visitor) && set_start()) {
    visitor.on_position(line().position());
    if (!comment_.empty()) visitor.on_comment(as_utf8(comment_, scratch_[0]));
    read_moves(visitor);
  }
  for (; depth() > 0; lines_.pop_back()) visitor.on_variation_end();
  if (error_) {
    result_ = GameResult::unknown;
    if (error_->kind == PgnError::Kind::unknown_variant) skip_moves();
    if (needs_skip_) lexer_.skip_to_next_game();
    visitor.on_error(*error_);
  }
  visitor.on_game_end(result_);
  return true;
}

template <class Visitor>
bool PgnReader::read_tags(Visitor& visitor) {
  for (;;) {
    const Token& token = lexer_.next();
    switch (token.kind) {
      case Kind::tag: {
        if (token.text == "Event" && has_event_) return lexer_.put_back(), true;
        const std::string_view raw = unescape_tag_value(token.value, scratch_[0]);
        const std::string_view value = as_utf8(raw, scratch_[1]);
        note_tag(token.text, value);
        visitor.on_tag(token.text, value);
        break;
      }
      case Kind::comment:
        if (!comment_.empty()) comment_ += ' ';
        if (comment_.size() < PgnLexer::kBufferSize) comment_ += token.text;
        break;
      case Kind::bad_tag: return fail(PgnError::Kind::bad_tag, "this is not a tag: " + in_quotes(token.text));
      case Kind::unclosed_comment: return fail_unclosed_comment();
      default: return lexer_.put_back(), true;
    }
  }
}

template <class Visitor>
bool PgnReader::read_moves(Visitor& visitor) {
  for (;;) {
    const Token& token = lexer_.next();
    switch (token.kind) {
      case Kind::symbol: {
        const auto move = find_move(token.text);
        if (!move) return false;
        visitor.on_move(line().position(), *move);
        advance([&](const chess::Position& pos) { return pos.after(*move); });
        break;
      }
      case Kind::result:
        if (depth() > 0) break;  // some programs end their variations like games
        [[fallthrough]];
      case Kind::tag:
      case Kind::end: return end_moves(token);
      default:
        if (!read_element(token, visitor)) return false;
    }
  }
}

template <class Visitor>
bool PgnReader::read_element(const Token& token, Visitor& visitor) {
  switch (token.kind) {
    case Kind::null_move:
      if (!can_pass()) return false;
      visitor.on_null_move(line().position());
      advance([](const chess::Position& pos) { return pos.after_null(); });
      return true;
    case Kind::comment: return visitor.on_comment(as_utf8(token.text, scratch_[0])), true;
    case Kind::nag: return visitor.on_nag(token.number), true;
    case Kind::open_variation:
      if (!open_variation()) return false;
      visitor.on_variation_start();
      return true;
    case Kind::close_variation:
      if (close_variation()) visitor.on_variation_end();
      return true;
    case Kind::unclosed_comment: return fail_unclosed_comment();
    default: return true;  // a '[' among the moves that starts no tag
  }
}

template <class Next>
void PgnReader::advance(Next next) {
  Line& here = line();
  here.positions[here.now ^ 1] = next(here.positions[here.now]);
  here.now ^= 1;
  ++here.plies;
  ++moves_;
}

}  // namespace vitrine::notation
