#include "notation/pgn_writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <system_error>

#include "notation/fen.h"
#include "notation/pgn_text.h"
#include "notation/san.h"

namespace vitrine::notation {

namespace {

using chess::Color;
using chess::Position;

constexpr int kWidth = 79;

// How many characters a terminal shows: UTF-8's continuation bytes are not counted.
int width_of(std::string_view text) {
  return static_cast<int>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Words in lines. The last word is held back, because a parenthesis may still close it.
class LineFiller {
 public:
  explicit LineFiller(std::string& out) : out_(out) {}

  void add(std::string_view word) {
    flush();
    word_ = prefix_;
    word_ += word;
    prefix_.clear();
  }
  void open(char c) { prefix_ += c; }
  void close(char c) {
    if (!prefix_.empty()) add("");
    word_ += c;
  }
  void finish() {
    flush();
    out_ += '\n';
  }

 private:
  void flush() {
    if (word_.empty()) return;
    const int width = width_of(word_);
    // In the middle of a comment these words would mean something at the start of a line.
    const bool may_start_line = word_[0] != '%' && word_ != "[Event";
    if (column_ > 0 && column_ + 1 + width > kWidth && may_start_line) {
      out_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) {
      out_ += ' ';
      ++column_;
    }
    out_ += word_;
    column_ += width;
    word_.clear();
  }

  std::string& out_;
  std::string word_;
  std::string prefix_;
  int column_ = 0;
};

class MovetextWriter {
 public:
  explicit MovetextWriter(std::string& out) : filler_(out) {}

  void line(Position pos, const PgnLine& line) {
    comment(line.comment);
    bool needs_number = true;  // Black's moves too
    for (const PgnMove& node : line.moves) {
      if (pos.turn() == Color::white || needs_number) number(pos);
      filler_.add(node.move ? to_san(pos, *node.move) : "--");
      for (const int nag : node.nags) filler_.add(std::string("$").append(std::to_string(nag)));
      comment(node.comment);
      for (const PgnLine& variation : node.variations) {
        filler_.open('(');
        this->line(pos, variation);
        filler_.close(')');
      }
      needs_number = !node.nags.empty() || !node.comment.empty() || !node.variations.empty();
      pos = node.move ? pos.after(*node.move) : pos.after_null();
    }
  }

  void result(GameResult result) {
    filler_.add(to_string(result));
    filler_.finish();
  }

 private:
  void number(const Position& pos) {
    filler_.add(std::to_string(pos.fullmove_number()) + (pos.turn() == Color::white ? "." : "..."));
  }

  void comment(std::string_view text) {
    const std::string clean = clean_comment(text);
    if (clean.empty()) return;
    filler_.open('{');
    for (std::size_t start = 0; start < clean.size();) {
      const std::size_t end = std::min(clean.find(' ', start), clean.size());
      filler_.add(std::string_view(clean).substr(start, end - start));
      start = end + 1;
    }
    filler_.close('}');
  }

  LineFiller filler_;
};

void write_tag(std::string& out, std::string_view name, std::string_view value) {
  out.append("[").append(name).append(" \"").append(escape_tag_value(clean_tag_value(value))).append("\"]\n");
}

void write_tags(std::string& out, const PgnGame& game) {
  struct RosterTag {
    std::string_view name;
    std::string_view unknown;
  };
  constexpr std::array kRoster = {RosterTag{"Event", "?"},         RosterTag{"Site", "?"},
                                  RosterTag{"Date", "????.??.??"}, RosterTag{"Round", "?"},
                                  RosterTag{"White", "?"},         RosterTag{"Black", "?"}};
  std::map<std::string_view, std::string_view> rest;
  for (const auto& [name, value] : game.tags)
    if (is_tag_name(name)) rest[name] = value;
  for (const auto& [name, unknown] : kRoster) {
    const auto tag = rest.find(name);
    write_tag(out, name, tag == rest.end() ? unknown : tag->second);
    rest.erase(name);
  }
  write_tag(out, "Result", to_string(game.result));

  for (const std::string_view name : {"Result", "SetUp", "FEN"}) rest.erase(name);
  const std::string fen = to_fen(game.start);
  if (!(game.start == Position::initial())) {
    rest["SetUp"] = "1";
    rest["FEN"] = fen;
  }
  if (is_chess960(game.start)) rest["Variant"] = "Chess960";
  for (const auto& [name, value] : rest) write_tag(out, name, value);
}

}  // namespace

bool is_chess960(const Position& pos) {
  for (const chess::Square rook : pos.castling_rooks()) {
    const Color color = rook.rank() == 0 ? Color::white : Color::black;
    if (pos.king(color).file() != 4 || (rook.file() != 0 && rook.file() != 7)) return true;
  }
  return false;
}

std::string to_pgn(const PgnGame& game) {
  std::string out;
  write_tags(out, game);
  out += '\n';
  MovetextWriter movetext(out);
  movetext.line(game.start, game.main_line);
  movetext.result(game.result);
  out += '\n';
  return out;
}

void write_game(std::ostream& out, const PgnGame& game) {
  const std::string text = to_pgn(game);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out) throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(), "writing PGN");
}

}  // namespace vitrine::notation
