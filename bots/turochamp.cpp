// Turochamp: the chess machine that Turing worked by hand in 1952, after his own text. Every move and every
// reply, then only moves worth considering until the position is dead; the value is what we have divided by
// what they have; among equals the position after our move decides, by square roots on paper. Halves of a
// pawn and tenths of a point keep the sums whole.

#include <vitrine/bot.h>

// None, pawn, knight, bishop, rook, queen; the king takes last.
double values[] = {0, 2, 6, 7, 10, 20, 99};

// "Roots are rounded to a tenth."
int root(int moves) { return std::lround(10 * std::sqrt(moves)); }

struct Paper : Board {
  bool white;  // the machine's side
  const Timer& timer;

  std::uint64_t men(bool whose) { return whose ? white_pieces() : black_pieces(); }

  // What a piece there could do, a capture counting twice.
  int freedom(PieceType type, Square square) {
    auto attacks = piece_attacks(type, square, *this, white);
    return count_squares(attacks & ~men(white)) + count_squares(attacks & men(!white));
  }

  // Between alpha and beta exactly; beyond them only on which side.
  double value(int ply, Square taken, double alpha, double beta) {
    bool ours = is_white_to_move() == white, all_considerable = true;
    MoveList moves = legal_moves(), considerable;
    if (moves.empty()) return !is_in_check() ? 1 : ours ? -1000 : 1000;
    double best = ours ? -9999 : 9999, own = 0, other = 0;
    // The better for whoever moves; true: so good that the other side will not let it come to this.
    auto choose = [&](double value) {
      if (ours ? value > best : value < best) best = value;
      (ours ? alpha : beta) = ours ? std::fmax(alpha, best) : std::fmin(beta, best);
      return alpha >= beta;
    };
    for (Move move : moves) {
      bool takes = move.is_capture() && (move.target() == taken || !is_attacked_by_opponent(move.target()) ||
                                         values[move.captured()] > values[move.piece()]);
      make_move(move);
      // Turing had no clock; we stop considering when a twentieth of ours is gone.
      if (ply < 2 || (takes || is_checkmate()) && timer.elapsed_ms() * 20 < timer.remaining_ms())
        considerable.push_back(move);
      else
        all_considerable = false;
      undo_move();
    }
    // Nobody has to go on taking: the position may also count as it stands.
    if (!all_considerable) {
      for (PieceList list : all_piece_lists())
        if (list.type() != PieceType::king)
          (list.is_white() == white ? own : other) += values[list.type()] * list.size();
      if (choose(other ? own / other : own * 1000)) return best;
    }
    for (Move move : considerable) {
      make_move(move);
      double result = value(ply + 1, move.is_capture() ? int(move.target()) : 64, alpha, beta);
      undo_move();
      if (choose(result)) break;
    }
    return best;
  }

  // What the machine's men look like after its move, in tenths.
  int position_play(bool castles) {
    int points = is_in_check() ? 5 : 0, mobility[64], threat = 0, right = 0;
    if (has_kingside_castle_right(white) || has_queenside_castle_right(white)) right = 10;
    for (int square = 0; square < 64; ++square)
      mobility[square] = is_in_check() ? freedom(piece_at(square).type(), square) : 0;
    // As if it could move again.
    if (try_skip_turn()) {
      for (Move move : legal_moves()) {
        if (move.is_castling())
          right = 20;
        else
          mobility[move.start()] += 1 + move.is_capture();
        make_move(move);
        if (is_checkmate()) threat = 10;
        undo_move();
      }
      undo_skip_turn();
    }
    points += threat + (castles ? 30 : right);
    for (PieceList list : all_piece_lists())
      for (Piece piece : list) {
        if (piece.is_white() != white) continue;
        Square square = piece.square();
        int defenders = 0, officers = 0;
        for (PieceList helpers : all_piece_lists())
          for (Piece helper : helpers)
            if (helper.is_white() == white &&
                has_square(piece_attacks(helper.type(), helper.square(), *this, white), square)) {
              ++defenders;
              officers += !helper.is_pawn();
            }
        if (piece.is_pawn())
          points += 2 * std::abs(square.rank() - (white ? 1 : 6)) + (officers ? 3 : 0);
        else {
          points += root(mobility[square]);
          if (piece.is_king())
            points -= root(freedom(PieceType::queen, square));
          else if (!piece.is_queen())
            points += defenders > 1 ? 15 : defenders * 10;
        }
      }
    return points;
  }
};

Move think(Board& board, const Timer& timer) {
  Paper paper{board, board.is_white_to_move(), timer};
  Move choice;
  double best = -9999;
  int points = 0;
  for (Move move : board.legal_moves()) {
    paper.make_move(move);
    // Less than the best is enough to know, but equals must be told apart.
    double value = paper.value(1, 64, best - 1e-9, 9999);
    int play = paper.position_play(move.is_castling());
    if (choice.is_null() || value > best || value == best && play > points)
      choice = move, best = value, points = play;
    paper.undo_move();
  }
  return choice;
}
