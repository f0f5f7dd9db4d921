// Challenger, an entry to the challenge: negamax with a transposition table, captures to the end, late moves
// reduced, checks and pawns that reach the seventh rank extended. It judges by material and by how many moves
// each side has.
//
// Its ancestor wanted 1222 tokens for this, and some of it never worked: the extensions did not fire, and the
// moves were counted with an integer division.

#include <vitrine/bot.h>

struct {
  uint64_t key;
  Move move;
  int depth, bound;  // 1: at least the score, 2: at most, 3: exactly
  double score;
} table[1 << 22];

// None, pawn, knight, bishop, rook, queen, king.
double values[] = {0, 1, 3, 3, 4.5, 8, 0};

struct Thought : Board {
  const Timer& timer;
  int limit;
  Move choice;

  // A seventieth of a pawn for every move of other men than the queen, a tenth more if it goes to the middle.
  double mobility() {
    double sum = 0;
    for (Move move : legal_moves())
      if (move.piece() != PieceType::queen)
        sum += has_square(0x00003C3C3C3C0000, move.target()) ? 1.1 / 70 : 1. / 70;
    return sum;
  }

  double evaluate() {
    double score = 0;
    for (PieceList list : all_piece_lists())
      for (Piece piece : list) {
        int rank = piece.square().rank();
        double value = values[piece.type()];
        // A pawn gains a hundredth with every rank.
        if (piece.is_pawn())
          for (int step = piece.is_white() ? rank : 7 - rank; step--;) value *= 1.01;
        score += piece.is_white() == is_white_to_move() ? value : -value;
      }
    if (!is_in_check()) {
      score += mobility();
      force_skip_turn();
      score -= mobility();
      undo_skip_turn();
    }
    return score;
  }

  double search(int depth, int ply, double alpha, double beta) {
    if (depth > 2 && timer.elapsed_ms() > limit) throw 0;
    if (ply && is_draw()) return 0;
    bool calm = depth < 1;
    auto& entry = table[zobrist_key() % (1 << 22)];
    if (ply && !calm && entry.key == zobrist_key() && entry.depth >= depth &&
        entry.bound & (entry.score >= beta    ? 1
                       : entry.score <= alpha ? 2
                                              : 4))
      return entry.score;

    double best = -9999;
    int place = 0, bound = 2;
    if (is_checkmate()) return ply - 4000;
    if (calm) {
      best = evaluate();
      // Nothing that can be taken is worth more than a queen.
      if (best >= beta || best + values[5] < alpha) return best;
      if (best > alpha) alpha = best;
    }
    MoveList moves = legal_moves(calm);
    // The move that was best before, then the most valuable victims of the least valuable men.
    auto rank = [&](Move move) {
      return entry.move == move  ? 999
             : move.is_capture() ? move.captured() * 9 - move.piece()
                                 : -move.is_promotion();
    };
    for (; place < moves.size(); ++place) {
      for (int other = place; ++other < moves.size();)
        if (rank(moves[other]) > rank(moves[place])) std::swap(moves[other], moves[place]);
      Move move = moves[place];
      make_move(move);
      bool forces = is_in_check() || move.piece() == PieceType::pawn && move.target().rank() % 5 == 1;
      double score = alpha + 1;
      // A late quiet move must first look good from nearer.
      if (!forces && !move.is_capture() && depth > 2 && place > 2)
        score = -search(depth - 2, ply + 1, -alpha - 0.001, -alpha);
      if (score > alpha) score = -search(depth - 1 + (forces && !calm && ply < 30), ply + 1, -beta, -alpha);
      undo_move();
      if (score > best) best = score;
      if (score > alpha) {
        alpha = score;
        bound = 3;
        entry.move = move;
        if (!ply) choice = move;
      }
      if (score >= beta) {
        bound = 1;
        break;
      }
    }
    if (!calm) {
      entry.key = zobrist_key();
      entry.depth = depth;
      entry.bound = bound;
      entry.score = best;
    }
    return best;
  }
};

Move think(Board& board, const Timer& timer) {
  int left = timer.remaining_ms(),
      share = timer.start_ms() / (count_squares(board.all_pieces()) > 20 ? 100 : 20);
  Thought thought{board, timer, 2 * share > left ? left / 4 : share + timer.increment_ms(),
                  board.legal_moves()[0]};
  try {
    for (int depth = 4; depth < 60; ++depth) thought.search(depth, 0, -9999, 9999);
  } catch (int) {
  }
  return thought.choice;
}
