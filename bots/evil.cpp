// EvilBot, the sparring partner of the challenge: mate in one, else the most valuable man it can take, else
// anything.

#include <vitrine/bot.h>

#include <random>

std::mt19937 any_number(std::chrono::steady_clock::now().time_since_epoch().count());

// What it thinks of the men: none, pawn, knight, bishop, rook, queen.
int values[] = {0, 100, 300, 300, 500, 900};

Move think(Board& board, const Timer&) {
  MoveList moves = board.legal_moves();
  Move choice = moves[any_number() % moves.size()];
  for (Move move : moves) {
    board.make_move(move);
    bool mates = board.is_checkmate();
    board.undo_move();
    if (mates) return move;
    if (values[move.captured()] > values[choice.captured()]) choice = move;
  }
  return choice;
}
