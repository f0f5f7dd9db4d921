// Champion: as much chess as we could put into 1024 tokens. Principal variation search with a transposition
// table, null moves, reductions, killers and history; an evaluation of numbers fitted to a million positions
// of known result; the tables as bytes, because a number of 64 bits is one token.

#include <vitrine/bot.h>

struct {
  uint64_t key;
  Move move;
  int score, depth, bound;  // 1: at least the score, 2: at most, 3: exactly
} table[4194304];

// What a man gains by his square, in centipawns, a byte each: pawn to king in the middlegame, then in the
// endgame.
uint64_t squares[] = {
    0x0000000000000000, 0xb3d9cbafaba6b1a8, 0xbed1c8b2aca4b2a3, 0xc3d8d0c7bdbfbcae, 0xd3eadee6dbc4ccb6,
    0xe50830171407faca, 0xb1ce32605a70422b, 0x0000000000000000, 0xb9d5d4d5d5c6cfb8, 0xd8e1f2e6e4e3c8c2,
    0xe5f2ee02fce7dcd0, 0xf20e0b060004f9e2, 0x07f712f7200afaf2, 0x2345545a363009e4, 0x38f2465d3417f5f2,
    0xad2aa75106c53680, 0xcfecdad3d8dffbe2, 0xe3ede3dedafbe6e0, 0xf5e4dce2e6dcebde, 0xf3dfe2f1fadfe2ec,
    0xe3ed11fb03f3e9d4, 0xf838312514f7eaef, 0xf8f53307e0eeebe3, 0xd3add205e6f2d69a, 0xbad4c3cdcfccc1ba,
    0xc2d1c0cec6c3bbad, 0xcfd7c2c7d1bebeb1, 0xc9dac5d5d0bbbfbb, 0xebfce4f4edd3d7da, 0x2944163009e4f1f3,
    0x0c0f45231703dbe3, 0x385c45241ef014fc, 0xe7ddc3ded1d5cfde, 0xeee2d9d6dadadac4, 0xe7ddd3d2cdd2d1cb,
    0xdfe5d6cdc1cdcbd3, 0xe5dbdcd6dec8d0ce, 0xe00b14fbd9cdcdcd, 0x3c06e7f3e1d8b6d3, 0x584b25150701edd6,
    0x8080808080808380, 0x808080808080808d, 0x8080808080808080, 0x8080838080809280, 0x80d5948c80c28080,
    0x75f233462b083b80, 0x7f3425e0c03f8322, 0x7f38e3787f7f41e7, 0x0000000000000000, 0xc0d8dbe4c9e4f1db,
    0xbbceced0d7d9e3d1, 0xbfd8d2d0ccd0e9d8, 0xd1ddd9dddbe5eef4, 0xfe08fffc0e151814, 0x364d372d394f3f3b,
    0x0000000000000000, 0xb2d4d7eedfdfc3c6, 0xd7ecfa0603f609ed, 0xf60309192d0f05ec, 0xfd1e293b2e2d20fa,
    0x0537364139351c0e, 0x171b3a2133302d09, 0x08160e0c2510170a, 0xea07260a2716f4e2, 0xd7e500f9f9e8e0db,
    0xe6eff3fef5ece5f2, 0xf5f6f901fcfb0103, 0xf106fbf3fd0c0101, 0x0e1200fa01001113, 0x131202f8f70d131d,
    0x08f80a0c1b131e20, 0x042e0b131a0e0f33, 0xe7e9e7e6f1f7f3f6, 0xedd5f1eefb01f602, 0xf3fa1100f606020a,
    0x03fe0c0510111013, 0x04021207151c1317, 0xf4fd08fa031a1514, 0x061902fc08131c16, 0xe6e9ef0309120006,
    0xd8b8c4dc03eeeff2, 0x9c9cd7fdebebe8f1, 0xeff110130e0b11f8, 0x19101d23402415fb, 0x29413642363d3411,
    0x5443292b3749422a, 0xe3174c294032441a, 0xcbecf2e30bfd0b0a, 0xc5ebfdef06fef9f9, 0xe4010b0f0c061702,
    0xef0619222322170d, 0x080f1d2b312f2313, 0x0b10342a402f351e, 0xe32d220a141f1d17, 0xcb1a2511071643e6,
    0x803af4d7d7d2e1a1};

// By kind of man, the middlegame's points in the lower half of each number and the endgame's in the upper:
// its worth; for each square it attacks (a king as if he were a queen, which is his danger); for each of
// these beside the enemy king; for each enemy attacked; for being the last of its kind.
unsigned weights[] = {0, 0xb50077,   0x14d0110,  0x17d0123,  0x2220181,  0x3a003cf, 0,
                      0, 0xfff1fffb, 0xfffcffff, 0x60004,    0x40002,    0x20001,   0xfffcfffd,
                      0, 0xfffd0002, 0xfffa0011, 0x1000e,    0xffff0010, 0xd000b,   0x6ffea,
                      0, 0x380014,   0xbfffa,    0x10fffd,   0x8fffd,    0x2fffc,   0x7fffb,
                      0, 0xfffb006e, 0x15fffe,   0xffbbffea, 0x2bffea,   0x67ff2c,  0};

struct Thought : Board {
  const Timer& timer;
  int limit, history[65536];
  Move choice, killers[9999];

  int evaluate() {
    int score = 0, phase = 0;
    for (bool white : {!is_white_to_move(), is_white_to_move()}) {
      score = -score;
      for (int type = 0; ++type < 7;)
        for (uint64_t rest = pieces(type, white); rest;) {
          int square = pop_lowest(rest);
          char* bonus = (char*)squares + type * 64 - 64 + (white ? square : square ^ 56);
          auto attacks = piece_attacks(type > 5 ? 5 : type, square, *this, white) &
                         ~(white ? white_pieces() : black_pieces());
          phase += 0x421100 >> type * 4 & 7;
          score += *bonus + (bonus[384] << 16) + weights[type] + weights[type + 7] * count_squares(attacks) +
                   weights[type + 14] * count_squares(attacks & king_attacks(king_square(!white))) +
                   weights[type + 21] * count_squares(attacks & all_pieces()) + weights[type + 28] * !rest;
        }
    }
    return ((short)score * phase + (score + 32768 >> 16) * (24 - phase)) / 24 + 9;
  }

  int search(int depth, int ply, int alpha, int beta, bool can_skip) {
    if (depth > 2 && timer.elapsed_ms() > limit) throw 0;
    if (ply && is_draw()) return 0;
    auto key = zobrist_key();
    auto& [old_key, old_move, old_score, old_depth, old_bound] = table[key % 4194304];
    bool check = is_in_check(), narrow = beta - alpha < 2, known = old_key == key,
         calm = (depth += check) < 1;
    int stand = evaluate(), best = ply - 30000, bound = 2, order[256], index = 0, score;
    if (known && narrow && old_depth >= depth && old_bound & (old_score < beta ? 2 : 1)) return old_score;
    if (known && old_bound & (old_score < stand ? 2 : 1)) stand = old_score;

    // Captures only, and each side may decline them.
    if (calm) {
      if (stand >= beta) return stand;
      best = stand;
      if (alpha < stand) alpha = stand;
    } else if (narrow && !check) {
      // So good that a few plies won't change it; or so good that the opponent may move twice.
      if (depth < 9 && stand - 75 * depth >= beta) return stand;
      if (can_skip && stand >= beta) {
        force_skip_turn();
        score = -search(depth - 4 - depth / 4, ply + 1, -beta, 1 - beta, false);
        undo_move();
        if (score >= beta) return score;
      }
    }
    // Without a move to begin with, a shallower search finds one for the next time.
    if (!known && depth > 3) --depth;

    MoveList moves = legal_moves(calm);
    for (Move move : moves)
      order[index++] = (move == old_move       ? 999999
                        : move.is_capture()    ? move.captured() * 99999 - move.piece()
                        : move == killers[ply] ? 79999
                                               : history[move.raw()]) *
                           256 +
                       index;
    for (index = 0; index < moves.size(); ++index) {
      std::swap(order[index], *std::max_element(order + index, order + moves.size()));
      Move move = moves[order[index] & 255];
      bool quiet = !move.is_capture();
      // Near the horizon a late or hopeless quiet move is not worth a look, nor are those after it.
      if (index && quiet && narrow && !check && depth < 9 &&
          (index > 3 + depth * depth || stand + 120 * depth < alpha))
        break;
      make_move(move);
      int less = index > 2 && quiet ? 0.8 + log(depth) * log(index) / 2.2 : 0;
      auto look = [&](int upper, int less) {
        return score = -search(depth - 1 - less, ply + 1, -upper, -alpha, true);
      };
      if (!index || calm ||
          look(alpha + 1, less) > alpha && (!less || look(alpha + 1, 0) > alpha) && score < beta)
        look(beta, 0);
      undo_move();
      if (quiet) history[move.raw()] += score < beta ? -depth : depth * depth;
      if (score > best) best = score;
      if (score > alpha) {
        alpha = score;
        old_move = move;
        bound = 3;
        if (!ply) choice = move;
      }
      if (score >= beta) {
        bound = 1;
        if (quiet) killers[ply] = move;
        break;
      }
    }
    old_key = key, old_score = best, old_depth = depth, old_bound = bound;
    return best;
  }
};

Move think(Board& board, const Timer& timer) {
  Thought thought{board, timer, timer.remaining_ms() / 10};
  try {
    for (int depth = 1, score = 0, window = 25; timer.elapsed_ms() < thought.limit / 4;) {
      int result = thought.search(depth, 0, score - window, score + window, false);
      abs(result - score) < window ? window = 25, ++depth : window *= 4;
      score = result;
    }
  } catch (int) {
  }
  return thought.choice;
}
