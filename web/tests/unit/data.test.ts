import { describe, expect, it } from 'vitest';
import { parseClock, parseLimit } from '../../src/lib/choices';
import { graphPoints, moments } from '../../src/lib/graph';
import { heatClass } from '../../src/lib/heat';
import { insideOf, thoughtAbout } from '../../src/lib/inside';
import { emptyGame, gameOfLine, movesUpTo, withMove, withScore } from '../../src/lib/line';
import { lastNeuronInWords } from '../../src/lib/network';
import { kStartFen } from '../../src/lib/position';
import type { GameState, Stats } from '../../src/lib/protocol';
import { resultInWords } from '../../src/lib/results';
import { makeHash, parseHash } from '../../src/lib/router';
import { branchingFactor, cutoffBars, firstMoveShare, rootCurves, tableBars } from '../../src/lib/statistics';
import { emptySearch } from '../../src/lib/tables';
import { clockName, kClocks, plotData, ruleName, toCsv } from '../../src/lib/timing';

describe('a line of play', () => {
  const game = gameOfLine(kStartFen, ['e2e4', 'e7e5', 'g1f3']);
  it('steps along the game and branches off it', () => {
    expect(withMove(game, 1, 'e7e5')).toEqual({ game, ply: 2 });
    const branch = withMove(game, 1, 'c7c5')!;
    expect(movesUpTo(branch.game, 9)).toEqual(['e2e4', 'c7c5']);
    expect(withMove(game, 0, 'e2e5')).toBeNull();
  });
  it('marks the moves that gave points away', () => {
    let scored = game;
    [20, 10, -300].forEach((cp, index) => (scored = withScore(scored, index + 1, { cp })));
    expect(graphPoints(scored)).toHaveLength(3);
    expect(moments(scored)).toMatchObject([{ ply: 3, kind: 'blunder' }]);
    // the same numbers are Black's gain when Black has moved
    let other = game;
    [20, -300, -300].forEach((cp, index) => (other = withScore(other, index + 1, { cp })));
    expect(moments(other)).toEqual([]);
  });
});

describe('statistics', () => {
  const stats: Stats = {
    nodes: 1000, quiescence_nodes: 400, extensions: 3, reductions: 50, failed_reductions: 5, table_full: 12,
    cutoffs_by_move: [80, 10, 5, 5],
    table_by_depth: [{ probes: 200, hits: 100, alpha: 20, beta: 60, exact: 10 }, { probes: 10, hits: 9, alpha: 0, beta: 9, exact: 0 }, { probes: 0, hits: 0, alpha: 0, beta: 0, exact: 0 }],
  };
  it('divides a depth\'s own nodes by those of the one before', () => {
    // the ancestor's numbers after 1.e4 e6: 24,773 nodes at depth 4, 84,063 at 5, 776,133 at 6, each counted anew
    const told = [24_773, 24_773 + 84_063, 24_773 + 84_063 + 776_133];
    const history = told.map((nodes, index) => ({ depth: index + 4, score: { cp: 0 }, pv: [], nodes, time: 1 }));
    expect(branchingFactor(history, 0)).toBeNull();
    expect(branchingFactor(history, 1)).toBeCloseTo(3.393, 3);
    expect(branchingFactor(history, 2)).toBeCloseTo(9.233, 3);
  });
  it('draws hits on a logarithmic scale, without the empty end', () => {
    const bars = tableBars(stats);
    expect(bars.map((bar) => bar.value)).toEqual([100, 9]);
    expect(bars[1]!.length).toBeCloseTo(1 / Math.log10(101), 5);
    expect(bars[0]!.parts!.map((part) => part.value)).toEqual([20, 60, 10, 10]);
  });
  it('shows cut-offs by move', () => {
    expect(firstMoveShare(stats)).toBe(0.8);
    expect(cutoffBars({ ...stats, cutoffs_by_move: [4, 2, 1, 1] }, 2).map((bar) => [bar.label, bar.value])).toEqual([['1', 4], ['2', 2], ['3+', 2]]);
  });
  it('follows root moves, the best of the mover first', () => {
    const roots = (a: number, b: number) => [{ uci: 'e7e5', san: 'e5', cp: a, nodes: 1 }, { uci: 'c7c5', san: 'c5', cp: b, nodes: 1 }];
    const history = [{ depth: 1, score: { cp: 0 }, pv: ['e7e5'], nodes: 1, time: 1, roots: roots(30, 50) }, { depth: 2, score: { cp: 0 }, pv: ['c7c5'], nodes: 2, time: 2, roots: roots(40, 20) }];
    const found = rootCurves(history, 'black');
    expect(found.depths).toEqual([1, 2]);
    expect(found.curves.map((curve) => [curve.san, curve.scores])).toEqual([['c5', [50, 20]], ['e5', [30, 40]]]);
    // a move that only failed low has the search's infinity, which is no score
    const failed = [history[0]!, { ...history[1]!, roots: roots(32_000, 20) }];
    expect(rootCurves(failed, 'black').curves.map((curve) => curve.scores)).toEqual([[50, 20], [30, null]]);
  });
});

describe('whose search it is', () => {
  it('finds the position a side thought about', () => {
    const game = gameOfLine(kStartFen, ['e2e4']);
    expect(thoughtAbout(game, 'white')).toBe(kStartFen);
    expect(thoughtAbout(game, 'black')).toBe(game.plies[0]!.fen);
    const state: GameState = { kind: 'game', white: { human: true, name: 'You' }, black: { human: false, name: 'Evil' }, game, clocks: null, result: '*', why: '', searches: { black: emptySearch() } };
    expect(insideOf(state).map((one) => one.label)).toEqual(['Evil (black)']);
    expect(insideOf(null)).toEqual([]);
  });
});

describe('time', () => {
  const rules = [{ kind: 'ancestor' as const, early: 0.01, late: 0.05, pieces: 20 }];
  // the ancestor at 1+0: 1% of 60 s a move
  const curves = [{ rule: rules[0]!, clock: { base: 60_000, increment: 0 }, points: [{ move: 1, allotted: 600, remaining: 60_000 }, { move: 2, allotted: 600, remaining: 59_400 }] }];
  it('writes CSV that quotes what needs it', () => {
    const [head, first] = toCsv(curves, rules, kClocks).split('\n');
    expect(head).toBe('rule,clock,move,allotted_ms,remaining_ms');
    expect(first).toBe('"the ancestor’s formula (1%, 5% from 20 men)",1+0,1,600,60000');
  });
  it('lines curves up by move', () => {
    const short = { ...curves[0]!, points: curves[0]!.points.slice(0, 1) };
    expect(plotData([curves[0]!, short], 'remaining')).toEqual([[1, 2], [60, 59.4], [60, null]]);
  });
  it('names rules and clocks', () => {
    expect(ruleName('vitrine', [])).toBe('Vitrine');
    expect(kClocks.map((clock) => clockName(clock, []))).toEqual(['1+0', '1+1', '2+1', '3+0', '3+2', '5+0', '5+3']);
  });
});

describe('addresses and choices', () => {
  it('goes there and back', () => {
    expect(parseHash(makeHash('inside', 't 1/2', { engine: 'evil' }))).toEqual({ page: 'inside', table: 't 1/2', query: { engine: 'evil' } });
    expect(parseHash('#/nowhere').page).toBe('play');
    expect(parseHash('#/play/%E0%A4%A').table).toBeNull();
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    expect(parseHash(makeHash('why', null, { fen })).query.fen).toBe(fen);
  });
  it('reads clocks and limits', () => {
    expect(parseClock('3+2')).toEqual({ base: 180_000, increment: 2000 });
    expect(parseClock('0.1+0.1')).toEqual({ base: 6000, increment: 100 });
    expect(parseClock('none')).toBeNull();
    expect(parseLimit('nodes 20000')).toEqual({ nodes: 20_000 });
    expect(parseLimit('until stopped')).toBeNull();
  });
  it('colours by size and side', () => {
    expect(heatClass(0, 100)).toBe('heat-0');
    expect(heatClass(900, 100)).toBe('heat-plus-4');
    expect(heatClass(-20, 100)).toBe('heat-minus-1');
  });
  it('tells results', () => {
    expect(resultInWords('1-0', 'checkmate')).toBe('White wins by checkmate');
    expect(resultInWords('0-1', 'White resigns')).toBe('White resigns');
    expect(resultInWords('1/2-1/2', 'threefold repetition')).toBe('Draw by threefold repetition');
    expect(emptyGame().start).toBe(kStartFen);
  });
});

describe('a network', () => {
  it('says which of its last neurons judges', () => {
    expect(lastNeuronInWords({ number: 7, of: 8, men: 26 })).toBe('Last neuron 7 of 8, for 26 men.');
    expect(lastNeuronInWords({ number: 1, of: 1, men: 5 })).toBe('One last neuron for any number of men; here there are 5.');
  });
});
