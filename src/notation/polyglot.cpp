#include "notation/polyglot.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <system_error>

#include "notation/byte_source.h"

namespace vitrine::notation {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Setup;
using chess::Square;

constexpr std::array<std::uint64_t, 781> kRandom = {
#include "notation/polyglot_random.inc"
};
constexpr int kCastling = 768;  // White's king side, queen side, then Black's
constexpr int kEnPassant = 772;
constexpr int kWhiteToMove = 780;

constexpr std::size_t kRecordSize = 16;

std::uint64_t castling_key(const Setup& setup) {
  std::uint64_t key = 0;
  for (const Square rook : setup.castling_rooks) {
    const Color color = rook.rank() == 0 ? Color::white : Color::black;
    const Bitboard king = setup.pieces(color, PieceType::king);
    if (king.is_empty()) continue;
    const bool is_queen_side = rook.file() < king.first().file();
    key ^= kRandom[static_cast<std::size_t>(kCastling + 2 * index(color) + is_queen_side)];
  }
  return key;
}

std::uint64_t en_passant_key(const Setup& setup) {
  if (!setup.en_passant || setup.en_passant->rank_for(setup.turn) != 5) return 0;
  const Square jumper = setup.turn == Color::white ? setup.en_passant->up(-1) : setup.en_passant->up(1);
  const Bitboard beside = Bitboard(jumper).east() | Bitboard(jumper).west();
  if ((beside & setup.pieces(setup.turn, PieceType::pawn)).is_empty()) return 0;
  return kRandom[static_cast<std::size_t>(kEnPassant + setup.en_passant->file())];
}

template <class Integer>
Integer read_big_endian(std::string_view bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    value = static_cast<Integer>(value << 8 | static_cast<unsigned char>(bytes[i]));
  return value;
}

template <class Integer>
void write_big_endian(std::string& out, Integer value) {
  for (int shift = 8 * sizeof(Integer) - 8; shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift & 0xFF);
}

PolyglotRecord read_record(std::string_view bytes) {
  return {.key = read_big_endian<std::uint64_t>(bytes),
          .move = read_big_endian<std::uint16_t>(bytes.substr(8)),
          .weight = read_big_endian<std::uint16_t>(bytes.substr(10)),
          .learn = read_big_endian<std::uint32_t>(bytes.substr(12))};
}

bool has_smaller_key(const PolyglotRecord& a, const PolyglotRecord& b) { return a.key < b.key; }

}  // namespace

std::uint64_t polyglot_key(const Setup& setup) {
  std::uint64_t key = castling_key(setup) ^ en_passant_key(setup);
  for (const Square sq : setup.occupied()) {
    const chess::Piece piece = *setup.piece_at(sq);
    const int kind = 2 * index(piece.type) + (piece.color == Color::white ? 1 : 0);
    key ^= kRandom[static_cast<std::size_t>(64 * kind + sq.index())];
  }
  if (setup.turn == Color::white) key ^= kRandom[kWhiteToMove];
  return key;
}

std::uint64_t polyglot_key(const Position& pos) { return polyglot_key(pos.to_setup()); }

// Castling is the king taking his own rook, in the format as in Move.
std::uint16_t to_polyglot_move(Move move) {
  const auto promotion = move.promotion();
  const int piece = promotion ? index(*promotion) : 0;  // a pawn's index stands for none
  return static_cast<std::uint16_t>(move.to().index() | move.from().index() << 6 | piece << 12);
}

base::Result<PolyglotBook, std::string> PolyglotBook::parse(std::string_view bytes) {
  if (bytes.size() % kRecordSize != 0)
    return "a Polyglot book is made of records of 16 bytes, but this one has " +
           std::to_string(bytes.size()) + " bytes: " + std::to_string(bytes.size() % kRecordSize) +
           " are left over";
  PolyglotBook book;
  book.records_.reserve(bytes.size() / kRecordSize);
  for (std::size_t offset = 0; offset < bytes.size(); offset += kRecordSize) {
    const PolyglotRecord record = read_record(bytes.substr(offset));
    if (!book.records_.empty() && has_smaller_key(record, book.records_.back()))
      return "the records of a Polyglot book are sorted by key, but the one at byte " +
             std::to_string(offset) + " has a smaller key than the one before it";
    book.records_.push_back(record);
  }
  return book;
}

base::Result<PolyglotBook, std::string> PolyglotBook::open(const std::string& path) {
  try {
    FileSource source(path);
    std::string bytes;
    std::array<char, 65536> chunk;
    while (const std::size_t count = source.read(chunk.data(), chunk.size()))
      bytes.append(chunk.data(), count);
    auto book = parse(bytes);
    if (!book) return path + ": " + book.error();
    return book;
  } catch (const std::system_error& error) {
    return std::string(error.what());
  }
}

std::vector<BookMove> PolyglotBook::entries(const Position& pos) const {
  const PolyglotRecord wanted{.key = polyglot_key(pos)};
  const auto [first, last] = std::equal_range(records_.begin(), records_.end(), wanted, has_smaller_key);
  std::vector<BookMove> found;
  // Two positions can share a key and some books hold headers: only legal moves count.
  for (const Move move : pos.legal_moves())
    for (auto record = first; record != last; ++record)
      if (record->move == to_polyglot_move(move)) found.push_back({move, record->weight});
  std::stable_sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.weight > b.weight; });
  return found;
}

std::optional<Move> PolyglotBook::choose(const Position& pos, base::Rng& rng) const {
  const std::vector<BookMove> moves = entries(pos);
  const auto add_weight = [](std::uint64_t sum, const BookMove& m) {
    return sum + static_cast<std::uint64_t>(m.weight);
  };
  const std::uint64_t total = std::accumulate(moves.begin(), moves.end(), std::uint64_t{0}, add_weight);
  if (total == 0) return {};
  std::uint64_t left = rng.below(total);
  for (const BookMove& entry : moves) {
    const auto weight = static_cast<std::uint64_t>(entry.weight);
    if (left < weight) return entry.move;
    left -= weight;
  }
  return {};
}

std::string to_polyglot(std::vector<PolyglotRecord> records) {
  std::stable_sort(records.begin(), records.end(), has_smaller_key);
  std::string bytes;
  for (const PolyglotRecord& record : records) {
    write_big_endian(bytes, record.key);
    write_big_endian(bytes, record.move);
    write_big_endian(bytes, record.weight);
    write_big_endian(bytes, record.learn);
  }
  return bytes;
}

}  // namespace vitrine::notation
