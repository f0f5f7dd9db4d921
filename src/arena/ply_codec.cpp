#include "arena/ply_codec.h"

#include <limits>
#include <utility>

namespace vitrine::arena {
namespace {

using engines::Score;
using engines::WinDrawLoss;

// What follows a move: one byte says which of the rest is there.
enum Flag : std::uint8_t {
  kBook = 1,
  kScore = 2,
  kMate = 4,
  kLowerBound = 8,
  kUpperBound = 16,
  kChances = 32,
  kClock = 64,
};

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void byte(std::uint8_t value) { out_ += static_cast<char>(value); }
  void move(chess::Move move) {
    byte(static_cast<std::uint8_t>(move.raw() & 0xFF));
    byte(static_cast<std::uint8_t>(move.raw() >> 8));
  }
  // Seven bits a byte, the lowest first; the top bit says that more follow.
  void count(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  // Small numbers of either sign are short: 0, -1, 1, -2, … are counted.
  void number(std::int64_t value) {
    count(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }

 private:
  std::string& out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_at_end() const { return bytes_.empty(); }
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  std::uint8_t byte() {
    if (bytes_.empty()) return has_failed_ = true, 0;
    const auto value = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  chess::Move move() {
    const unsigned low = byte();
    return chess::Move::from_raw(static_cast<std::uint16_t>(low | static_cast<unsigned>(byte()) << 8));
  }
  std::uint64_t count() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
      if ((next & 0x80) == 0) return value;
    }
    has_failed_ = true;
    return 0;
  }
  std::int64_t number() {
    const std::uint64_t value = count();
    return static_cast<std::int64_t>(value >> 1 ^ (0 - (value & 1)));
  }
  int small_number() {
    const std::int64_t value = number();
    if (!std::in_range<int>(value)) return has_failed_ = true, 0;
    return static_cast<int>(value);
  }

 private:
  std::string_view bytes_;
  bool has_failed_ = false;
};

std::uint8_t flags_of(const PlyRecord& ply) {
  unsigned flags = ply.is_book ? kBook : 0;
  if (ply.clock_left) flags |= kClock;
  if (!ply.score) return static_cast<std::uint8_t>(flags);
  flags |= kScore;
  if (ply.score->kind == Score::Kind::mate) flags |= kMate;
  if (ply.score->bound == Score::Bound::lower) flags |= kLowerBound;
  if (ply.score->bound == Score::Bound::upper) flags |= kUpperBound;
  if (ply.score->chances) flags |= kChances;
  return static_cast<std::uint8_t>(flags);
}

void write(Writer& out, const PlyRecord& ply) {
  out.move(ply.move);
  out.byte(flags_of(ply));
  if (ply.score) {
    out.number(ply.score->value);
    if (const auto& chances = ply.score->chances) {
      out.number(chances->win);
      out.number(chances->draw);
      out.number(chances->loss);
    }
  }
  out.number(ply.depth);
  out.number(ply.selective_depth);
  out.count(ply.nodes);
  out.number(ply.time.count());
  if (ply.clock_left) out.number(ply.clock_left->count());
}

Score read_score(Reader& in, unsigned flags) {
  Score score{flags & kMate ? Score::Kind::mate : Score::Kind::centipawns, in.small_number()};
  if (flags & kLowerBound) score.bound = Score::Bound::lower;
  if (flags & kUpperBound) score.bound = Score::Bound::upper;
  if (flags & kChances) {
    WinDrawLoss chances;
    chances.win = in.small_number();
    chances.draw = in.small_number();
    chances.loss = in.small_number();
    score.chances = chances;
  }
  return score;
}

PlyRecord read_ply(Reader& in) {
  PlyRecord ply{.move = in.move()};
  const unsigned flags = in.byte();
  ply.is_book = (flags & kBook) != 0;
  if (flags & kScore) ply.score = read_score(in, flags);
  ply.depth = in.small_number();
  ply.selective_depth = in.small_number();
  ply.nodes = in.count();
  ply.time = Microseconds(in.number());
  if (flags & kClock) ply.clock_left = Milliseconds(in.number());
  return ply;
}

}  // namespace

std::string encode_plies(const std::vector<PlyRecord>& plies) {
  std::string bytes;
  bytes.reserve(plies.size() * 10);
  Writer out(bytes);
  for (const PlyRecord& ply : plies) write(out, ply);
  return bytes;
}

std::optional<std::vector<PlyRecord>> decode_plies(std::string_view bytes) {
  std::vector<PlyRecord> plies;
  plies.reserve(bytes.size() / 8);
  for (Reader in(bytes); !in.is_at_end();) {
    plies.push_back(read_ply(in));
    if (in.has_failed()) return {};
  }
  return plies;
}

std::string encode_moves(const std::vector<chess::Move>& moves) {
  std::string bytes;
  Writer out(bytes);
  for (const chess::Move move : moves) out.move(move);
  return bytes;
}

std::optional<std::vector<chess::Move>> decode_moves(std::string_view bytes) {
  std::vector<chess::Move> moves;
  for (Reader in(bytes); !in.is_at_end();) {
    moves.push_back(in.move());
    if (in.has_failed()) return {};
  }
  return moves;
}

}  // namespace vitrine::arena
