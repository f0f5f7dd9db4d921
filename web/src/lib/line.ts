// A line of play that a person walks along and departs from: the game pasted, and the moves tried on the board.
import { fenAt, kStartFen, walk } from './position';
import type { Game, Score } from './protocol';

export function emptyGame(fen = kStartFen): Game {
  return { start: fen, plies: [], tags: {}, result: '*', legal: [], check: false, over: null };
}

// The game after a move was tried at a ply: one step on where it was the game's own move, else a new branch.
export function withMove(game: Game, ply: number, uci: string): { game: Game; ply: number } | null {
  if (game.plies[ply]?.uci === uci) return { game, ply: ply + 1 };
  const step = walk(fenAt(game, ply), [uci])[0];
  if (!step) return null;
  return { game: { ...game, plies: [...game.plies.slice(0, ply), step], result: '*' }, ply: ply + 1 };
}

export function movesUpTo(game: Game, ply: number): string[] {
  return game.plies.slice(0, ply).map((one) => one.uci);
}

export function withScore(game: Game, ply: number, score: Score): Game {
  return { ...game, plies: game.plies.map((one, index) => (index === ply - 1 ? { ...one, eval: score } : one)) };
}

export function gameOfLine(fen: string, ucis: readonly string[]): Game {
  return { ...emptyGame(fen), plies: walk(fen, ucis) };
}
