#include "chess/position.h"

#include <algorithm>

#include "chess/validation.h"

namespace vitrine::chess {

// Puts men on an empty board, with the same bookkeeping as a move.
class PositionBuilder {
 public:
  static Position build(const Setup& setup) {
    Position pos = empty();
    NoWatcher nobody;
    for (int i = 0; i < 64; ++i) {
      if (!setup.board[i]) continue;
      const Square sq = Square::from_index(i);
      if (setup.board[i]->color == Color::white)
        put<Color::white>(pos, setup.board[i]->type, sq, nobody);
      else
        put<Color::black>(pos, setup.board[i]->type, sq, nobody);
    }
    pos.castling_rooks_ = setup.castling_rooks;
    for (const Square rook : setup.castling_rooks) pos.key_ ^= detail::kZobrist.castling_rook[rook.index()];
    pos.halfmove_clock_ = static_cast<std::uint16_t>(setup.halfmove_clock);
    pos.fullmove_number_ = static_cast<std::uint16_t>(setup.fullmove_number);
    pos.turn_ = setup.turn;
    if (setup.turn == Color::white) {
      if (setup.en_passant) pos.set_en_passant<Color::black>(*setup.en_passant);
      pos.find_checkers_and_pins<Color::white>();
    } else {
      pos.key_ ^= detail::kZobrist.black_to_move;
      if (setup.en_passant) pos.set_en_passant<Color::white>(*setup.en_passant);
      pos.find_checkers_and_pins<Color::black>();
    }
    return pos;
  }

 private:
  static Position empty() {
    Position pos;
    pos.by_type_ = {};
    pos.by_color_ = {};
    pos.board_.fill(Position::kNoPiece);
    pos.key_ = pos.pawn_key_ = pos.material_key_ = 0;
    pos.pieces_keys_ = {};
    pos.en_passant_ = Position::kNoSquare;
    return pos;
  }

  template <Color color>
  static void put(Position& pos, PieceType type, Square sq, NoWatcher& nobody) {
    pos.toggle_material<color>(type);
    pos.add<color>(type, sq, nobody);
  }
};

namespace {

using Kind = PositionError::Kind;

// The one check that a pawn's double step can give: by the pawn itself, or by a slider on a line that the
// pawn's first square had closed.
bool can_double_step_give(const Position& pos, Square jumped_over) {
  const Color us = pos.turn();
  const int back = us == Color::white ? 1 : -1;  // the pusher came from the other side
  const Square pushed_to = jumped_over.up(-back);
  const Square pushed_from = jumped_over.up(back);
  if (pos.checkers().has_several()) return false;
  if (pos.checkers() == Bitboard(pushed_to)) return true;
  const Bitboard before = (pos.occupied() ^ Bitboard(pushed_to)) | Bitboard(pushed_from);
  return (pos.attackers_to(pos.king(us), before) & pos.pieces(!us) & ~Bitboard(pushed_to)).is_empty();
}

// Checks that no move of the other side can have given. Not a full retro-analysis: what it refuses is
// impossible, what it accepts need not be reachable.
bool is_impossible_check(const Position& pos) {
  const Bitboard checkers = pos.checkers();
  const Bitboard pawns = pos.pieces(PieceType::pawn);
  // A pawn that has not moved yet has not just given check.
  if (!checkers.has_several()) return (checkers & pawns & Bitboard::rank_for(!pos.turn(), 1)).any();
  // One of two checkers has moved and opened the line of the other: that one is a slider, and the mover has
  // not stepped onto the far side of the same line.
  if ((checkers & ~pawns & ~pos.pieces(PieceType::knight)).is_empty()) return true;
  return line_through(checkers.first(), checkers.last()).contains(pos.king(pos.turn()));
}

std::optional<PositionError> find_error_in_checks(const Position& pos, const Setup& setup, Unreachable rule) {
  const Color us = pos.turn();
  if (pos.is_attacked(pos.king(!us), us)) return PositionError{Kind::opponent_in_check, !us, pos.king(!us)};
  if (!pos.is_check()) return {};
  if (rule == Unreachable::allowed) return {};
  if (setup.en_passant && !can_double_step_give(pos, *setup.en_passant))
    return PositionError{Kind::en_passant_impossible_check, us, pos.king(us)};
  if (pos.checkers().count() > 2) return PositionError{Kind::too_many_checkers, us, pos.king(us)};
  if (is_impossible_check(pos)) return PositionError{Kind::impossible_check, us, pos.king(us)};
  return {};
}

// Of two rooks on one side of their king the outer one castles.
Bitboard outermost(Bitboard rooks, Square king) {
  Bitboard kept;
  const Bitboard beyond(~0ULL << king.index());
  if ((rooks & ~beyond).any()) kept |= Bitboard((rooks & ~beyond).first());
  if ((rooks & beyond).any()) kept |= Bitboard((rooks & beyond).last());
  return kept;
}

}  // namespace

Setup without_impossible_rights(const Setup& setup, Unreachable rule) {
  Setup repaired = setup;
  repaired.castling_rooks = Bitboard();
  const Men men(setup);
  for (const Color color : {Color::white, Color::black}) {
    const Bitboard home = Bitboard::rank_for(color, 0);
    const Bitboard corners =
        rule == Unreachable::refused ? Bitboard::file(0) | Bitboard::file(7) : Bitboard();
    const Bitboard kings = men.pieces(color, PieceType::king);
    if (kings.count() != 1 || (kings & home & ~corners).is_empty()) continue;
    repaired.castling_rooks |=
        outermost(setup.castling_rooks & home & men.pieces(color, PieceType::rook), kings.first());
  }
  if (find_error_in_en_passant(repaired)) repaired.en_passant.reset();
  const auto pos = Position::from_setup(repaired, rule);
  if (!pos && pos.error().kind == Kind::en_passant_impossible_check) repaired.en_passant.reset();
  return repaired;
}

Position Position::initial() { return PositionBuilder::build(Setup::initial()); }

base::Result<Position, PositionError> Position::from_setup(const Setup& setup, Unreachable rule) {
  const Men men(setup);
  if (const auto error = find_error_in_men(men)) return *error;
  if (const auto error = find_error_in_castling(setup, men, rule)) return *error;
  if (const auto error = find_error_in_en_passant(setup)) return *error;
  if (const auto error = find_error_in_counters(setup)) return *error;
  const Position pos = PositionBuilder::build(setup);
  if (const auto error = find_error_in_checks(pos, setup, rule)) return *error;
  return pos;
}

Setup Position::to_setup() const {
  Setup setup;
  for (const Square sq : occupied()) setup.board[sq.index()] = piece_at(sq);
  setup.turn = turn_;
  setup.castling_rooks = castling_rooks_;
  setup.en_passant = en_passant();
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove_number = fullmove_number_;
  return setup;
}

std::optional<Square> Position::castling_rook(Color color, Wing wing) const {
  const Square king_sq = king(color);
  for (const Square rook : castling_rooks_& pieces(color))
    if ((rook.file() > king_sq.file()) == (wing == Wing::king_side)) return rook;
  return {};
}

Bitboard Position::pinned(Color color) const {
  if (color == turn_) return pinned_;
  const Square king_sq = king(color);
  const Bitboard enemy = pieces(!color);
  const Bitboard queens = pieces(PieceType::queen);
  const Bitboard snipers = ((rook_attacks(king_sq, enemy) & (pieces(PieceType::rook) | queens)) |
                            (bishop_attacks(king_sq, enemy) & (pieces(PieceType::bishop) | queens))) &
                           enemy;
  Bitboard result;
  for (const Square sniper : snipers) {
    const Bitboard shield = between(king_sq, sniper) & occupied();
    if (!shield.has_several()) result |= shield & pieces(color);
  }
  return result;
}

Bitboard Position::attackers_to(Square sq, Bitboard occupied) const {
  const Bitboard queens = pieces(PieceType::queen);
  return (rook_attacks(sq, occupied) & (pieces(PieceType::rook) | queens)) |
         (bishop_attacks(sq, occupied) & (pieces(PieceType::bishop) | queens)) |
         (knight_attacks(sq) & pieces(PieceType::knight)) | (king_attacks(sq) & pieces(PieceType::king)) |
         (pawn_attacks(Color::black, sq) & pieces(Color::white, PieceType::pawn)) |
         (pawn_attacks(Color::white, sq) & pieces(Color::black, PieceType::pawn));
}

Bitboard Position::attacks_from(Square sq) const {
  const auto piece = piece_at(sq);
  if (!piece) return {};
  if (piece->type == PieceType::pawn) return pawn_attacks(piece->color, sq);
  return piece_attacks(piece->type, sq, occupied());
}

std::optional<PieceType> Position::captured(Move move) const {
  if (!is_capture(move)) return {};
  if (move.is_en_passant()) return PieceType::pawn;
  return piece_at(move.to())->type;
}

Position Position::after(Move move) const {
  NoWatcher nobody;
  return after(move, nobody);
}

std::optional<Position> Position::play(Move move) const {
  if (!is_legal(move)) return {};
  return after(move);
}

Position Position::after_null() const {
  assert(!is_check());
  return after_forced_null();
}

Position Position::after_forced_null() const {
  Position next = *this;
  if (en_passant_ != kNoSquare) next.key_ ^= detail::kZobrist.en_passant_file[en_passant_ & 7];
  next.en_passant_ = kNoSquare;
  next.key_ ^= detail::kZobrist.black_to_move;
  next.turn_ = !turn_;
  next.count_ply(turn_);
  if (turn_ == Color::white) {
    next.find_checkers_and_pins<Color::black>();
  } else {
    next.find_checkers_and_pins<Color::white>();
  }
  return next;
}

bool Position::is_same_position(const Position& other) const {
  return key_ == other.key_ && by_type_ == other.by_type_ && by_color_ == other.by_color_ &&
         turn_ == other.turn_ && castling_rooks_ == other.castling_rooks_ && en_passant_ == other.en_passant_;
}

bool Position::operator==(const Position& other) const {
  return is_same_position(other) && halfmove_clock_ == other.halfmove_clock_ &&
         fullmove_number_ == other.fullmove_number_;
}

}  // namespace vitrine::chess
