// What the page about learning knows: the methods in words, and boards and curves as they are drawn.
import type { Boards, Loss, Method, Snapshot, TrainingState } from './protocol';
import { formatCentipawns } from './score';

export interface MethodStory {
  id: Method;
  name: string;
  does: string;
  verdict: string;
}

export const kMethods: MethodStory[] = [
  {
    id: 'genetic',
    name: 'genetic algorithm',
    does: 'Five hundred children a generation: copies of the best so far, each weight changed by up to half a pawn. The best of them all is the next parent.',
    verdict: 'It needs nothing but a way to tell better from worse. But all weights change at once, so a good change on one square is mostly lost among bad ones on the others: it is slow, and its boards stay noisy.',
  },
  {
    id: 'medians',
    name: 'medians',
    does: 'A weight is the median score of all positions in which such a man stands on such a square.',
    verdict: 'A marginal fit: each weight is found as if there were no others, so a knight is credited with all that stands beside it. A model that adds such weights up counts the same advantage once for every man.',
  },
  {
    id: 'means',
    name: 'means',
    does: 'A weight is the mean score of all positions in which such a man stands on such a square.',
    verdict: 'A marginal fit like the medians, with the same fault; and a few lopsided positions move a mean further than a median.',
  },
  {
    id: 'ridge',
    name: 'ridge regression',
    does: 'Least squares: the weights whose sums come nearest to all scores at once, drawn a little towards zero where there is little evidence.',
    verdict: 'A joint fit: a man is credited only with what the others do not explain. Its fault is the square: positions that are won anyway, where scores are large, count most.',
  },
  {
    id: 'logistic',
    name: 'logistic (Texel’s)',
    does: 'A curve turns the sum of the weights into the points it promises, and the weights walk downhill until the promises come true.',
    verdict: 'A joint fit that asks for points instead of pawns: half a pawn matters in a level game and hardly at all to one who is a queen ahead. It can learn from results too, without any score.',
  },
];

export const kMen = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

// How long a method's run can be made; none: it takes one step.
export function lengthOf(method: Method, kind: string): { label: string; usual: number } | null {
  if (method === 'genetic') return { label: 'Generations', usual: 300 };
  if (method === 'logistic') return { label: 'Epochs', usual: 30 };
  if (method === 'ridge' && kind === 'king-piece-square') return { label: 'Iterations', usual: 100 };
  return null;
}

// Pawns stand on no first rank and on no last.
export function canStand(man: number, square: number): boolean {
  return man !== 0 || (square >= 8 && square < 56);
}

export function squareName(square: number): string {
  return 'abcdefgh'[square % 8]! + String(Math.floor(square / 8) + 1);
}

export function meanOf(board: readonly number[], man: number): number {
  const values = board.filter((_, square) => canStand(man, square));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// How many centipawns from a board's mean the strongest colour stands for: one round number for all boards that all but
// the most extreme squares stay within. The lab's pictures have the same scale.
export function colourRange(boards: Boards): number {
  const distances = [boards.middlegame, boards.endgame ?? []].flatMap((row) =>
    row.flatMap((board, man) => {
      const mean = meanOf(board, man);
      return board.filter((_, square) => canStand(man, square)).map((value) => Math.abs(value - mean));
    }),
  );
  distances.sort((a, b) => a - b);
  const most = Math.max(10, distances[Math.floor(0.97 * (distances.length - 1))] ?? 0);
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 2.5, 5].find((factor) => most <= factor * power * (1 + 1e-9)) ?? 10) * power;
}

// A board in words.
export function boardInWords(board: readonly number[], man: number): string {
  const squares = board.map((_, square) => square).filter((square) => canStand(man, square));
  const best = squares.reduce((a, b) => (board[b]! > board[a]! ? b : a));
  const worst = squares.reduce((a, b) => (board[b]! < board[a]! ? b : a));
  const told = (square: number) => `${squareName(square)} ${formatCentipawns(board[square]!)}`;
  return `${kMen[man]}: ${formatCentipawns(meanOf(board, man))} in the mean, best on ${told(best)}, worst on ${told(worst)}`;
}

// All boards one can look back at; the last is the newest.
export function framesOf(state: TrainingState): Snapshot[] {
  if (!state.boards) return [];
  const earlier = state.snapshots.filter((one) => one.step < state.step);
  return [...earlier, { step: state.step, boards: state.boards }];
}

export function lossColumns(losses: readonly Loss[]): (number | null)[][] {
  return [losses.map((loss) => loss[0]), losses.map((loss) => loss[1]), losses.map((loss) => loss[2])];
}

export function formatError(error: number | null | undefined, measure: TrainingState['measure']): string {
  if (error === null || error === undefined) return '–';
  return measure === 'points' ? error.toFixed(4) : error.toFixed(2);
}

export const kMeasures = { pawns: 'pawns off, in the mean', points: 'points squared, in the mean' } as const;

// The gap between what was learnt and what it is good for, if it is worth a word.
export function gapInWords(state: TrainingState): string {
  const { training_error: training, held_out_error: held } = state;
  if (!training || !held) return '';
  const ratio = state.measure === 'points' ? Math.sqrt(held / training) : held / training; // points are squared
  if (ratio < 1.3) return '';
  return 'It is much nearer to the positions that it has learnt from than to those held out: part of what it knows it has learnt by heart.';
}
