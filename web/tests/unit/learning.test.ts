import { describe, expect, it } from 'vitest';
import { boardInWords, colourRange, formatError, framesOf, gapInWords, lengthOf, lossColumns, meanOf } from '../../src/lib/learning';
import type { Boards, TrainingState } from '../../src/lib/protocol';
import { afterEvent, withSample } from '../../src/lib/tables';

const flat = (value: number) => Array.from({ length: 64 }, () => value);
const boards = (value: number): Boards => ({ middlegame: [100, 300, 300, 500, 900, 0].map((men) => flat(men + value)) });
const state: TrainingState = {
  kind: 'training', method: 'logistic', settings: { kind: 'piece-square', tapered: false, target: 'score', seed: 1, steps: null },
  positions: null, step: 0, steps: null, unit: 'step', measure: null, training_error: null, held_out_error: null, seconds: 0, boards: null,
  losses: [], snapshots: [], running: true, finished: false, why: '', result: null,
};
const progress = (step: number, losses: number[], snapshots: number[]) => ({
  kind: 'progress', step, steps: 30, unit: 'epoch', measure: 'points', training_error: 1 / step, held_out_error: 2 / step, seconds: step / 10, boards: boards(step),
  positions: { training: 18_000, held_out: 2000 },
  losses: losses.map((one) => [one, 1 / one, 2 / one]), snapshots: snapshots.map((one) => ({ step: one, boards: boards(one) })),
});

describe('a training', () => {
  it('grows by what is new, even where a state has told it before', () => {
    let next = afterEvent(state, progress(2, [1, 2], [1, 2])) as TrainingState;
    next = afterEvent(next, progress(4, [2, 3, 4], [2, 4])) as TrainingState;
    expect(next.losses.map((loss) => loss[0])).toEqual([1, 2, 3, 4]);
    expect(next.snapshots.map((one) => one.step)).toEqual([1, 2, 4]);
    expect([next.kind, next.step, next.unit, next.measure, next.held_out_error, next.running]).toEqual(['training', 4, 'epoch', 'points', 0.5, true]);
    expect(state.losses).toEqual([]); // the old state stays what it was
    const same = afterEvent(next, progress(4, [], []));
    expect((same as TrainingState).losses).toBe(next.losses);
  });
  it('ends, and says why', () => {
    const result = { step: 4, training_error: 1.5, held_out_error: 1.6, held_out_logistic: 0.1 };
    const ended = afterEvent(state, { kind: 'ended', why: 'Stopped.', finished: false, result }) as TrainingState;
    expect([ended.running, ended.finished, ended.why, ended.result]).toEqual([false, false, 'Stopped.', result]);
  });
  it('has no searches and knows no other events', () => {
    expect(withSample(state, { of: 'white', depth: 3 })).toBe(state);
    expect(afterEvent(state, { kind: 'sneezed' })).toBe(state);
  });
  it('can be looked back at, the newest boards last', () => {
    expect(framesOf(state)).toEqual([]);
    const next = afterEvent(state, progress(7, [], [1, 5])) as TrainingState;
    expect(framesOf(next).map((one) => one.step)).toEqual([1, 5, 7]);
    expect(framesOf(afterEvent(next, progress(10, [], [10])) as TrainingState).map((one) => one.step)).toEqual([1, 5, 10]);
  });
  it('draws two curves over the steps', () => {
    expect(lossColumns([[1, 3, 4], [2, 2.5, null]])).toEqual([[1, 2], [3, 2.5], [4, null]]);
  });
});

describe('boards', () => {
  it('have a mean over the squares where the man can stand', () => {
    const pawn = flat(0).map((_, square) => (square >= 8 && square < 56 ? 120 : 0));
    expect(meanOf(pawn, 0)).toBe(120);
    expect(meanOf(pawn, 1)).toBe(90); // 48 of 64 squares
  });
  it('share one round scale that a few extreme squares do not stretch', () => {
    const one = boards(0);
    expect(colourRange(one)).toBe(10); // never narrower than a tenth of a pawn
    for (const board of one.middlegame) board.forEach((_, square) => (board[square]! += square % 2 ? 40 : -40));
    one.middlegame[4]![0] = 5000;
    // The queen's mean moves with her one wild square, by (5000 - 860) / 64; the other boards' stay.
    expect(colourRange(one)).toBe(200);
    one.middlegame[4]![0] = 860;
    expect(colourRange(one)).toBe(50);
  });
  it('are told in words', () => {
    const knight = flat(300);
    knight[36] = 364; // e5
    knight[0] = 236;
    expect(boardInWords(knight, 1)).toBe('knight: +3.00 in the mean, best on e5 +3.64, worst on a1 +2.36');
  });
});

describe('words and numbers', () => {
  it('says how long a method can take', () => {
    expect(lengthOf('genetic', 'piece-square')).toEqual({ label: 'Generations', usual: 300 });
    expect(lengthOf('ridge', 'piece-square')).toBeNull();
    expect(lengthOf('ridge', 'king-piece-square')!.label).toBe('Iterations');
  });
  it('writes errors in their unit', () => {
    expect([formatError(1.7802, 'pawns'), formatError(0.02596, 'points'), formatError(null, 'pawns')]).toEqual(['1.78', '0.0260', '–']);
  });
  it('warns of what is learnt by heart', () => {
    expect(gapInWords({ ...state, training_error: 0.98, held_out_error: 2.02 })).toContain('by heart');
    expect(gapInWords({ ...state, training_error: 1.67, held_out_error: 1.78 })).toBe('');
    expect(gapInWords({ ...state, measure: 'points', training_error: 0.017, held_out_error: 0.026 })).toBe('');
    expect(gapInWords({ ...state, measure: 'points', training_error: 0.01, held_out_error: 0.026 })).toContain('by heart');
  });
});
