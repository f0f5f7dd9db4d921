// The parts of the Bot API that are too long for its header.

#include <stdexcept>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/in_quotes.h"
#include "notation/uci_move.h"
#include "workshop/api/vitrine/bot.h"

namespace vitrine::bot {

namespace {

// Writes the generator's moves into a bot's list, each with what it takes. A king can be there to take only
// after a turn that was skipped in check, and is left alone: nothing else could go on without him.
class BotSink {
 public:
  BotSink(const chess::Position& pos, MoveList& list)
      : pos_(pos), list_(list), others_(~pos.pieces(chess::PieceType::king)) {}

  void piece(chess::MoveKind kind, chess::Square from, chess::Bitboard targets) {
    for (const chess::Square to : targets& others_) add(chess::Move(from, to, kind), to);
  }
  void pawns(chess::MoveKind kind, int step, chess::Bitboard targets) {
    for (const chess::Square to : targets& others_)
      add(chess::Move(chess::Square::from_index(to.index() - step), to, kind), to);
  }
  void promotions(int step, chess::Bitboard targets) {
    using enum chess::MoveKind;
    for (const chess::Square to : targets& others_)
      for (const chess::MoveKind kind : {promote_queen, promote_rook, promote_bishop, promote_knight})
        add(chess::Move(chess::Square::from_index(to.index() - step), to, kind), to);
  }
  // Castling and en passant, whose victims don't stand on the target.
  void one(chess::Move move) {
    list_.push_back(Move(move, move.is_en_passant() ? PieceType::pawn : PieceType::none));
  }

 private:
  void add(chess::Move move, chess::Square to) {
    const auto victim = pos_.piece_at(to);
    list_.push_back(Move(move, victim ? index(victim->type) + 1 : int{PieceType::none}));
  }

  const chess::Position& pos_;
  MoveList& list_;
  chess::Bitboard others_;  // squares without a king
};

template <chess::Color us, chess::MoveSet set>
void list_moves(const chess::Position& pos, MoveList& list) {
  BotSink sink(pos, list);
  chess::Generator<us, set, BotSink>(pos, sink).run();
}

template <chess::MoveSet set>
void list_moves(const chess::Position& pos, MoveList& list) {
  if (pos.turn() == chess::Color::white)
    list_moves<chess::Color::white, set>(pos, list);
  else
    list_moves<chess::Color::black, set>(pos, list);
}

Move with_victim(const chess::Position& pos, chess::Move move) {
  const auto victim = pos.captured(move);
  return Move(move, victim ? index(*victim) + 1 : int{PieceType::none});
}

// The deepest line a search is likely to look at; longer ones cost an allocation.
constexpr std::size_t kLinePlies = 256;

}  // namespace

Square::Square(std::string_view name) {
  const auto square = chess::Square::parse(name);
  if (!square) throw std::invalid_argument("no square " + notation::in_quotes(name));
  index_ = static_cast<std::uint8_t>(square->index());
}

std::string Square::name() const { return chess::Square::from_index(index_).to_string(); }

Piece PieceList::operator[](int i) const {
  std::uint64_t rest = squares_;
  while (i-- > 0) rest &= rest - 1;
  return {type_, white_, Square(std::countr_zero(rest))};
}

Move::Move(std::string_view uci, const Board& board) {
  const auto move = notation::parse_uci_move(board.position(), uci);
  if (!move) throw std::invalid_argument(move.error().message);
  *this = with_victim(board.position(), *move);
  if (captured_ == PieceType::king) throw std::invalid_argument("a king is not taken");
}

std::string Move::to_string() const { return notation::to_uci(rules()); }

MoveList& MoveList::operator=(const MoveList& other) {
  size_ = other.size_;
  std::uninitialized_copy_n(other.moves_, size_, moves_);
  return *this;
}

int Timer::elapsed_ms() const {
  using std::chrono::milliseconds;
  constexpr milliseconds kBetweenLooks(1);  // looking is a system call, reading the clock is not
  const auto now = Clock::now();
  if (host_ != nullptr && !is_stopped_ && now - heard_at_ >= kBetweenLooks) {
    heard_at_ = now;
    is_stopped_ = host_->is_move_wanted();
  }
  const auto elapsed = std::chrono::duration_cast<milliseconds>(now - settings_.turn_start).count();
  return std::max(static_cast<int>(elapsed), is_stopped_ ? settings_.remaining_ms : 0);
}

Board::Board(const chess::Position& start) : positions_{start} {}

Board::Board(const chess::Game& game, Host* host) : host_(host) {
  positions_.reserve(game.ply() + kLinePlies);
  positions_.push_back(game.start());
  for (const chess::Move move : game.moves()) {
    game_moves_.push_back(with_victim(position(), move));
    make_move(game_moves_.back());
  }
  made_ = 0;
}

Board Board::from_fen(std::string_view fen) {
  const auto pos = notation::parse_fen(fen, notation::FenMode::lenient, chess::Unreachable::allowed);
  if (!pos) throw std::invalid_argument(pos.error().to_string());
  return Board(*pos);
}

bool Board::try_skip_turn() {
  if (is_in_check()) return false;
  force_skip_turn();
  return true;
}

void Board::force_skip_turn() {
  positions_.push_back(position().after_forced_null());
  ++made_;
}

void Board::require_legal(Move move) const {
  if (!move.is_null() && !position().is_legal(move.rules()))
    throw std::invalid_argument("make_move: " + move.to_string() + " is no legal move");
}

void Board::refuse_to_undo() { throw std::logic_error("undo_move: there is no move to undo"); }

MoveList Board::legal_moves(bool captures_only) const {
  MoveList list;
  if (captures_only)
    list_moves<chess::MoveSet::captures>(position(), list);
  else
    list_moves<chess::MoveSet::all>(position(), list);
  return list;
}

bool Board::is_repeated_position() const {
  const std::uint64_t key = zobrist_key();
  const std::size_t last = positions_.size() - 1;
  const std::size_t reversible = std::min<std::size_t>(last, fifty_move_counter());
  for (std::size_t back = 2; back <= reversible; back += 2)
    if (positions_[last - back].key() == key) return true;
  return false;
}

Piece Board::piece_at(Square square) const {
  const auto piece = position().piece_at(chess::Square::from_index(square));
  if (!piece) return {PieceType::none, false, square};
  return {index(piece->type) + 1, piece->color == chess::Color::white, square};
}

std::array<PieceList, 12> Board::all_piece_lists() const {
  std::array<PieceList, 12> lists;
  for (int i = 0; i < 12; ++i) lists[i] = piece_list(i % 6 + 1, i < 6);
  return lists;
}

std::vector<std::uint64_t> Board::repetition_history() const {
  const std::size_t now = game_moves_.size();
  const std::size_t reversible = std::min<std::size_t>(now, positions_[now].halfmove_clock());
  std::vector<std::uint64_t> keys;
  for (std::size_t ply = now - reversible; ply <= now; ++ply) keys.push_back(positions_[ply].key());
  return keys;
}

std::string Board::start_fen() const { return notation::to_fen(positions_.front()); }
std::string Board::fen() const { return notation::to_fen(position()); }

std::string Board::diagram(const DiagramStyle& style) const {
  constexpr std::string_view kEdge = "+---+---+---+---+---+---+---+---+\n";
  std::string text(kEdge);
  for (int row = 0; row < 8; ++row) {
    const int rank = style.black_at_top ? 7 - row : row;
    for (int column = 0; column < 8; ++column) {
      const Square square(style.black_at_top ? column : 7 - column, rank);
      const bool is_marked = style.marked == square;
      const Piece piece = piece_at(square);
      text += is_marked ? "|(" : "| ";
      text += piece.is_none() ? ' ' : piece.letter();
      text += is_marked ? ')' : ' ';
    }
    text += "| " + std::to_string(rank + 1) + '\n' + std::string(kEdge);
  }
  text += style.black_at_top ? "  a   b   c   d   e   f   g   h\n" : "  h   g   f   e   d   c   b   a\n";
  if (style.fen) text += "FEN: " + fen() + '\n';
  if (style.key) text += "Key: " + std::to_string(zobrist_key()) + '\n';
  return text;
}

void Board::visualize(std::uint64_t squares) const {
  if (host_ != nullptr) host_->show(squares);
}

void Board::stop_visualizing() const {
  if (host_ != nullptr) host_->show({});
}

std::uint64_t piece_attacks(PieceType type, Square square, std::uint64_t blockers, bool white) {
  switch (type) {
    case PieceType::none: return 0;
    case PieceType::pawn: return pawn_attacks(square, white);
    case PieceType::knight: return knight_attacks(square);
    case PieceType::king: return king_attacks(square);
    default: return slider_attacks(type, square, blockers);
  }
}

}  // namespace vitrine::bot
