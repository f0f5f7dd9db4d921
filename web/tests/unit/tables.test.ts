import { describe, expect, it } from 'vitest';
import { emptyGame, gameOfLine } from '../../src/lib/line';
import { kStartFen } from '../../src/lib/position';
import type { AnalysisState, DepthEntry, GameState, MatchState } from '../../src/lib/protocol';
import { afterEvent, afterSample, emptySearch, ownerOf, withSample } from '../../src/lib/tables';

const ply = gameOfLine(kStartFen, ['e2e4']).plies[0]!;
const game: GameState = {
  kind: 'game', white: { human: true, name: 'You' }, black: { human: false, name: 'Evil' }, game: emptyGame(),
  clocks: { white: 60_000, black: 60_000, running: 'white' }, result: '*', why: '', searches: {},
};
const entry = (depth: number): DepthEntry => ({ depth, score: { cp: depth }, pv: ['e2e4'], nodes: depth * 100, time: depth });

describe('a game', () => {
  it('follows moves, takes them back and ends', () => {
    const moved = afterEvent(game, { kind: 'moved', ply, clocks: { white: 59_000, black: 60_000, running: 'black' }, legal: ['e7e5'], check: false, over: null }) as GameState;
    expect(moved.game.plies.map((one) => one.san)).toEqual(['e4']);
    expect(moved.game.legal).toEqual(['e7e5']);
    expect(moved.clocks!.white).toBe(59_000);
    expect(game.game.plies).toEqual([]); // the old state stays what it was
    const back = afterEvent(moved, { kind: 'taken_back', game: emptyGame(), clocks: game.clocks }) as GameState;
    expect(back.game.plies).toEqual([]);
    const ended = afterEvent(moved, { kind: 'finished', result: '1-0', why: 'Black resigns' }) as GameState;
    expect([ended.result, ended.why, ended.game.result, ended.clocks!.running]).toEqual(['1-0', 'Black resigns', '1-0', null]);
  });
  it('keeps an event it does not know from doing harm', () => expect(afterEvent(game, { kind: 'sneezed' })).toBe(game));
});

describe('searches', () => {
  it('collects finished depths and forgets them when a new search begins', () => {
    let search = afterSample(undefined, { nodes: 100, depth_finished: entry(1) });
    search = afterSample(search, { nodes: 200, depth_finished: entry(2) });
    search = afterSample(search, { nodes: 250 });
    expect(search.history.map((one) => one.depth)).toEqual([1, 2]);
    search = afterSample(search, { nodes: 10, lines: [] });
    expect(search.history).toEqual([]);
  });
  it('knows whose a sample is', () => {
    expect(ownerOf('white')).toEqual({ game: null, key: 'white' });
    expect(ownerOf('3.2 black')).toEqual({ game: '3.2', key: 'black' });
    expect(ownerOf('vitrine')).toEqual({ game: null, key: 'vitrine' });
  });
  it('belongs to its engine', () => {
    const state: AnalysisState = { kind: 'analysis', game: emptyGame(), searches: {}, log: [], running: true };
    const next = withSample(state, { of: 'evil', depth: 3, nodes: 5 }) as AnalysisState;
    expect(next.searches.evil!.depth).toBe(3);
  });
});

describe('an analysis', () => {
  it('rests when its last engine ends', () => {
    const state: AnalysisState = { kind: 'analysis', game: emptyGame(), searches: { a: emptySearch(), b: emptySearch() }, log: [], running: true };
    const one = afterEvent(state, { kind: 'ended', engine: 'a', best: 'e2e4' }) as AnalysisState;
    expect(one.running).toBe(true);
    expect((afterEvent(one, { kind: 'engine_failed', engine: 'b', why: 'it crashed' }) as AnalysisState).running).toBe(false);
  });
  it('keeps what programs said', () => {
    const log = [{ engine: 'a', line: '> uci' }];
    const state: AnalysisState = { kind: 'analysis', game: emptyGame(), searches: {}, log, running: true };
    const next = afterEvent(state, { kind: 'log', lines: [{ engine: 'a', line: '< uciok' }] }) as AnalysisState;
    expect(next.log).toEqual([...log, { engine: 'a', line: '< uciok' }]);
  });
});

describe('a match', () => {
  const state: MatchState = {
    kind: 'match', players: [{ name: 'A' }, { name: 'B' }], format: 'match', games: [], finished: [],
    progress: { played: 0, total: 2, standings: [], crosstable: [] }, running: true,
  };
  it('puts games on boards and takes them off', () => {
    let next = afterEvent(state, { kind: 'game_started', id: '1.1', white: 'A', black: 'B', game: emptyGame(), clocks: null, searches: {} }) as MatchState;
    next = afterEvent(next, { kind: 'moved', id: '1.1', ply, clocks: null, legal: [], check: false, over: null }) as MatchState;
    next = withSample(next, { of: '1.1 white', depth: 7, nodes: 1 }) as MatchState;
    expect(next.games[0]!.game.plies).toHaveLength(1);
    expect(next.games[0]!.searches.white!.depth).toBe(7);
    next = afterEvent(next, { kind: 'game_finished', id: '1.1', result: '1-0', why: 'checkmate' }) as MatchState;
    expect(next.games).toEqual([]);
    expect(next.finished).toEqual([{ id: '1.1', white: 'A', black: 'B', result: '1-0', why: 'checkmate', plies: 1 }]);
    next = afterEvent(next, { kind: 'progress', played: 1, total: 2, standings: [{ player: 'A', points: 1, games: 1 }], crosstable: [[null, 1], [0, null]] }) as MatchState;
    expect(next.progress.standings[0]!.points).toBe(1);
    // Only the state that follows the end says that the match can go on: before it, the server refuses.
    expect((afterEvent(next, { kind: 'ended', why: 'done' }) as MatchState).running).toBe(true);
  });
});
