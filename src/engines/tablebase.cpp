#include "engines/tablebase.h"

#include <tbprobe.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace vitrine::engines {

namespace {

using chess::Color;
using chess::Move;
using chess::PieceType;

// Which set of tables Fathom's globals hold.
struct OpenTables {
  std::mutex mutex;
  std::string path;  // empty: none
  std::weak_ptr<SyzygyTables> users;
};

// As global as what it guards.
OpenTables& open_tables() {
  static OpenTables one;
  return one;
}

// A position in Fathom's terms.
struct Board {
  explicit Board(const chess::Position& pos)
      : white(pos.pieces(Color::white).bits()),
        black(pos.pieces(Color::black).bits()),
        kings(pos.pieces(PieceType::king).bits()),
        queens(pos.pieces(PieceType::queen).bits()),
        rooks(pos.pieces(PieceType::rook).bits()),
        bishops(pos.pieces(PieceType::bishop).bits()),
        knights(pos.pieces(PieceType::knight).bits()),
        pawns(pos.pieces(PieceType::pawn).bits()),
        en_passant(pos.en_passant() ? static_cast<unsigned>(pos.en_passant()->index()) : 0),
        white_moves(pos.turn() == Color::white) {}
  std::uint64_t white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;
  bool white_moves;
};

// Fathom numbers the promotions from the queen down.
bool is_same(TbMove theirs, Move ours) {
  const unsigned promotes = ours.promotion() ? 5U - static_cast<unsigned>(index(*ours.promotion())) : 0;
  return TB_MOVE_FROM(theirs) == ours.from().index() && TB_MOVE_TO(theirs) == ours.to().index() &&
         TB_MOVE_PROMOTES(theirs) == promotes;
}
static_assert(TB_PROMOTES_QUEEN == 5 - static_cast<int>(PieceType::queen) &&
              TB_PROMOTES_KNIGHT == 5 - static_cast<int>(PieceType::knight));

}  // namespace

SyzygyTables::SyzygyTables(std::string path, int men) : path_(std::move(path)), men_(men) {}

std::shared_ptr<SyzygyTables> SyzygyTables::open(const std::string& path) {
  OpenTables& open = open_tables();
  const std::lock_guard lock(open.mutex);
  if (auto tables = open.users.lock()) {
    if (tables->path() == path) return tables;
    throw std::runtime_error("can't open the tablebases in " + path + ": those in " + tables->path() +
                             " are in use");
  }
  // Only for other folders: Debian's Fathom says "munmap: …" on standard error for each table it closes well.
  if (open.path != path) {
    const bool is_done = tb_init(path.c_str());
    open.path = is_done && TB_LARGEST > 0 ? path : "";
  }
  if (open.path.empty()) throw std::runtime_error("there are no Syzygy tables in '" + path + "'");
  const std::shared_ptr<SyzygyTables> tables(new SyzygyTables(path, static_cast<int>(TB_LARGEST)));
  open.users = tables;
  return tables;
}

std::optional<SyzygyAnswer> SyzygyTables::probe(const chess::Position& pos) const {
  if (!may_know(pos)) return {};
  const Board b(pos);
  const std::lock_guard lock(fathom_);
  const unsigned answer = tb_probe_wdl(b.white, b.black, b.kings, b.queens, b.rooks, b.bishops, b.knights,
                                       b.pawns, /*rule50=*/0, /*castling=*/0, b.en_passant, b.white_moves);
  if (answer == TB_RESULT_FAILED) return {};
  static_assert(TB_LOSS == 0 && TB_DRAW == 2 && TB_WIN == 4);
  return static_cast<SyzygyAnswer>(static_cast<int>(answer) - TB_DRAW);
}

std::optional<SyzygyTables::BestMoves> SyzygyTables::best_moves(const chess::Position& pos,
                                                                bool has_repeated) {
  if (!may_know(pos) || !pos.has_legal_moves()) return {};
  const auto answer = probe(pos);
  if (!answer) return {};
  const Board b(pos);
  const auto clock = static_cast<unsigned>(std::min(pos.halfmove_clock(), 100));
  const auto ranked = std::make_unique<TbRootMoves>();
  {
    const std::lock_guard lock(fathom_);
    if (tb_probe_root_dtz(b.white, b.black, b.kings, b.queens, b.rooks, b.bishops, b.knights, b.pawns, clock,
                          /*castling=*/0, b.en_passant, b.white_moves, has_repeated, /*useRule50=*/true,
                          ranked.get()) == 0)
      return {};
  }
  const auto moves = std::span(ranked->moves, ranked->size);
  if (moves.empty()) return {};
  const int best = std::ranges::max(moves, {}, &TbRootMove::tbRank).tbRank;
  BestMoves result{*answer, {}};
  for (const Move move : pos.legal_moves())
    if (std::ranges::any_of(
            moves, [&](const TbRootMove& one) { return one.tbRank == best && is_same(one.move, move); }))
      result.moves.push_back(move);
  if (result.moves.empty()) return {};
  return result;
}

}  // namespace vitrine::engines
