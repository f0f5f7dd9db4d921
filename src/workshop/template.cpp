#include "workshop/template.h"

#include <algorithm>
#include <cctype>

namespace vitrine::workshop {

namespace {

constexpr std::string_view kStarter = R"(// @NAME@: a bot in at most 1024 tokens.
//
//   vitrine bot count @NAME@.cpp       how many tokens it has, and where they went
//   vitrine bot build @NAME@.cpp       makes a UCI engine of it
//   vitrine bot play @NAME@.cpp        lets you play against it
//   vitrine bot check @NAME@.cpp       says whether it is fit for a tournament
//
// Names and comments may be long: each name counts one token, comments none.

#include <vitrine/bot.h>

#include <algorithm>

// What a piece is worth, by its PieceType: none, pawn, knight, bishop, rook, queen, king.
int values[] = {0, 100, 300, 310, 500, 900, 0};

// What the position is worth to the side to move.
int evaluate(Board& board) {
  int score = 0;
  for (PieceList list : board.all_piece_lists()) {
    int value = values[list.type()] * list.size();
    score += list.is_white() == board.is_white_to_move() ? value : -value;
  }
  return score;
}

// The same after both sides have played as well as they can for so many plies: negamax with alpha-beta.
int search(Board& board, int depth, int alpha, int beta) {
  if (board.is_draw()) return 0;
  if (depth == 0) return evaluate(board);

  MoveList moves = board.legal_moves();
  if (moves.empty()) return -30000 - depth;  // mate, the sooner the worse; stalemate is a draw and seen above

  // Valuable victims first: then more of the rest needs no look.
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.captured() > b.captured(); });
  for (Move move : moves) {
    board.make_move(move);
    int score = -search(board, depth - 1, -beta, -alpha);
    board.undo_move();
    if (score >= beta) return score;
    alpha = std::max(alpha, score);
  }
  return alpha;
}

// Called when it is your turn. Whatever you do to the board, the game goes on from the move you return; an illegal
// one, an exception or an empty clock loses.
Move think(Board& board, const Timer& timer) {
  Move best = board.legal_moves()[0];

  // Deeper and deeper, until a hundredth of the clock is used.
  for (int depth = 1; depth < 20 && timer.elapsed_ms() * 100 < timer.remaining_ms(); ++depth) {
    int alpha = -99999;
    for (Move move : board.legal_moves()) {
      board.make_move(move);
      int score = -search(board, depth - 1, -99999, -alpha);
      board.undo_move();
      if (score > alpha) alpha = score, best = move;
    }
    // Lines with #DEBUG in a comment don't count, and are left out when the bot plays in a tournament.
    fprintf(stderr, "depth %d: %s %d\n", depth, best.to_string().c_str(), alpha);  // #DEBUG
  }
  return best;
}
)";

}  // namespace

bool is_bot_name(std::string_view name) {
  return !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_';
  });
}

std::string starter_bot(std::string_view name) {
  constexpr std::string_view kPlaceholder = "@NAME@";
  std::string text(kStarter);
  for (std::size_t at = text.find(kPlaceholder); at != std::string::npos; at = text.find(kPlaceholder, at))
    text.replace(at, kPlaceholder.size(), name);
  return text;
}

}  // namespace vitrine::workshop
