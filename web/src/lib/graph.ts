// The evaluation over a game, as points to draw, and the moments that mattered: moves that gave away a large share of
// the expected points.
import { expectation } from './score';
import type { Game, Score, Side } from './protocol';

export interface GraphPoint {
  ply: number;
  expected: number;
  score: Score;
}

export interface Moment {
  ply: number;
  kind: 'inaccuracy' | 'mistake' | 'blunder';
  lost: number;
}

export function scoreOfPly(game: Game, ply: number): Score | undefined {
  const one = game.plies[ply - 1];
  return one?.eval ?? one?.score;
}

export function graphPoints(game: Game): GraphPoint[] {
  const points: GraphPoint[] = [];
  for (let ply = 1; ply <= game.plies.length; ++ply) {
    const score = scoreOfPly(game, ply);
    if (score) points.push({ ply, expected: expectation(score), score });
  }
  return points;
}

// The same apart for the scores of each side's moves.
export function pointsBySide(game: Game): Record<Side, GraphPoint[]> {
  const whiteStarts = game.start.split(' ')[1] !== 'b';
  const of = (white: boolean) => graphPoints(game).filter((point) => ((point.ply % 2 === 1) === whiteStarts) === white);
  return { white: of(true), black: of(false) };
}

// lichess's thresholds on the winning chances from -1 to 1 are 0.1, 0.2 and 0.3; half of that in expected points.
const kKinds: [number, Moment['kind']][] = [[0.15, 'blunder'], [0.1, 'mistake'], [0.05, 'inaccuracy']];

export function moments(game: Game): Moment[] {
  const found: Moment[] = [];
  const whiteStarts = game.start.split(' ')[1] !== 'b';
  for (let ply = 2; ply <= game.plies.length; ++ply) {
    const before = scoreOfPly(game, ply - 1);
    const after = scoreOfPly(game, ply);
    if (!before || !after) continue;
    const whiteMoved = (ply % 2 === 1) === whiteStarts;
    const lost = (expectation(before) - expectation(after)) * (whiteMoved ? 1 : -1);
    const kind = kKinds.find(([least]) => lost >= least)?.[1];
    if (kind) found.push({ ply, kind, lost });
  }
  return found;
}

export const kMomentMarks: Record<Moment['kind'], string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
