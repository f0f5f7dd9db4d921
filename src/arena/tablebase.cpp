#include "arena/tablebase.h"

#include <tbprobe.h>

#include <stdexcept>
#include <utility>

namespace vitrine::arena {

namespace {

using chess::Color;
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

std::optional<Solved> SyzygyTables::probe(const chess::Position& pos) {
  if (pos.occupied().count() > men_ || pos.castling_rooks().any()) return {};
  const auto of = [&pos](PieceType type) { return pos.pieces(type).bits(); };
  const std::lock_guard lock(mutex_);
  const unsigned answer = tb_probe_wdl(
      pos.pieces(Color::white).bits(), pos.pieces(Color::black).bits(), of(PieceType::king),
      of(PieceType::queen), of(PieceType::rook), of(PieceType::bishop), of(PieceType::knight),
      of(PieceType::pawn), /*rule50=*/0, /*castling=*/0,
      pos.en_passant() ? static_cast<unsigned>(pos.en_passant()->index()) : 0, pos.turn() == Color::white);
  if (answer == TB_RESULT_FAILED) return {};
  static_assert(TB_LOSS == 0 && TB_DRAW == 2 && TB_WIN == 4);
  return solved_by(static_cast<int>(answer) - TB_DRAW, pos.turn(), pos.halfmove_clock());
}

std::optional<Solved> solved_by(int answer, chess::Color turn, int halfmove_clock) {
  if (answer > -2 && answer < 2) return Solved{};
  if (halfmove_clock > 0) return {};
  return Solved{answer > 0 ? turn : !turn};
}

Tablebase open_tablebase(const std::string& path, std::optional<int> men) {
  return [tables = SyzygyTables::open(path), men](const chess::Position& pos) -> std::optional<Solved> {
    if (men && pos.occupied().count() > *men) return {};
    return tables->probe(pos);
  };
}

}  // namespace vitrine::arena
