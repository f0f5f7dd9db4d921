// How a table's state follows from what the server tells: pure functions from the old state and one event to the new.
import type {
  AnalysisState,
  Clocks,
  DepthEntry,
  Game,
  GameState,
  LogLine,
  MatchGame,
  MatchState,
  Ply,
  Search,
  SearchSample,
  Side,
  TableEvent,
  TableState,
  TrainingState,
} from './protocol';

const kFinishedKept = 200;

export function emptySearch(): Search {
  return { thinking: true, depth: 0, seldepth: 0, nodes: 0, nps: 0, time: 0, hashfull: 0, lines: [], history: [] };
}

export function afterSample(old: Search | undefined, sample: SearchSample): Search {
  const { of: _of, depth_finished, history, ...fresh } = sample;
  const before = old ?? emptySearch();
  // A depth smaller than the last one finished: a new search has begun, and the old one's depths are no longer its.
  const last = before.history.at(-1);
  const restarted =
    (fresh.nodes !== undefined && fresh.nodes < before.nodes) || (depth_finished && last && depth_finished.depth < last.depth);
  let entries: DepthEntry[] = history ?? (restarted ? [] : before.history);
  if (depth_finished) entries = [...entries.filter((entry) => entry.depth !== depth_finished.depth), depth_finished];
  return { ...before, ...fresh, lines: fresh.lines ?? (restarted ? [] : before.lines), history: entries };
}

// A search sample says whose it is: a side, an engine, or a game of a match with a side ("12 white", "12:white",
// {"game": 12, "side": "white"}).
export function ownerOf(of: unknown): { game: string | null; key: string } {
  if (of && typeof of === 'object') {
    const { game, id, side, engine } = of as Record<string, unknown>;
    const owner = game ?? id;
    return { game: owner === undefined ? null : String(owner), key: String(side ?? engine) };
  }
  const text = String(of);
  const match = /^(.+?)[^a-z0-9]*(white|black)$/i.exec(text);
  if (match) return { game: match[1]!, key: match[2]!.toLowerCase() };
  return { game: null, key: text };
}

function gameAfter(game: Game, event: TableEvent): Game {
  return {
    ...game,
    plies: [...game.plies, event.ply as Ply],
    legal: (event.legal as string[]) ?? [],
    check: Boolean(event.check),
    over: (event.over as string | null) ?? null,
  };
}

function gameEvent(state: GameState, event: TableEvent): GameState {
  switch (event.kind) {
    case 'moved':
      return { ...state, game: gameAfter(state.game, event), clocks: (event.clocks as Clocks) ?? state.clocks };
    case 'taken_back':
      return { ...state, game: event.game as Game, clocks: (event.clocks as Clocks) ?? state.clocks };
    case 'finished': {
      const clocks = (event.clocks as Clocks) ?? (state.clocks && { ...state.clocks, running: null });
      const game = { ...state.game, result: String(event.result) };
      return { ...state, game, clocks, result: String(event.result), why: String(event.why ?? '') };
    }
    default:
      return state;
  }
}

const kLogLines = 500;

function analysisEvent(state: AnalysisState, event: TableEvent): AnalysisState {
  switch (event.kind) {
    case 'position':
      return { ...state, game: event.game as Game, searches: {} };
    case 'started':
      return { ...state, running: true, searches: { ...state.searches, [event.engine]: emptySearch() } };
    case 'ended':
    case 'engine_failed': {
      const old = state.searches[event.engine];
      const searches = old ? { ...state.searches, [event.engine]: { ...old, thinking: false } } : state.searches;
      return { ...state, searches, running: Object.values(searches).some((search) => search.thinking) };
    }
    case 'log':
      return { ...state, log: [...state.log, ...(event.lines as LogLine[])].slice(-kLogLines) };
    default:
      return state;
  }
}

function withGame(state: MatchState, id: unknown, change: (game: MatchGame) => MatchGame): MatchState {
  return { ...state, games: state.games.map((game) => (String(game.id) === String(id) ? change(game) : game)) };
}

function matchFinished(state: MatchState, event: TableEvent): MatchState {
  const game = state.games.find((one) => String(one.id) === String(event.id));
  const finished = game
    ? [
        ...state.finished,
        {
          id: game.id,
          white: game.white,
          black: game.black,
          result: String(event.result),
          why: String(event.why ?? ''),
          plies: game.game.plies.length,
        },
      ].slice(-kFinishedKept)
    : state.finished;
  return { ...state, games: state.games.filter((one) => one !== game), finished };
}

function matchEvent(state: MatchState, event: TableEvent): MatchState {
  switch (event.kind) {
    case 'game_started': {
      const { kind: _kind, ...rest } = event;
      const started = { clocks: null, searches: {}, ...((rest.started as object) ?? rest) } as unknown as MatchGame;
      return { ...state, running: true, games: [...state.games.filter((one) => String(one.id) !== String(started.id)), started] };
    }
    case 'moved':
      return withGame(state, event.id, (one) => ({
        ...one,
        game: gameAfter(one.game, event),
        clocks: (event.clocks as Clocks) ?? one.clocks,
      }));
    case 'game_finished':
      return matchFinished(state, event);
    case 'progress': {
      const { kind: _kind, progress, ...rest } = event;
      return { ...state, progress: { ...state.progress, ...((progress as object) ?? rest) } };
    }
    // 'ended' changes nothing yet: the server is still putting its engines away and would refuse to go on. The full
    // state that follows says when it can.
    default:
      return state;
  }
}

// What a state has told may come again with the next event: steps only grow, so they say what is new.
function newer<One>(all: One[], more: One[], stepOf: (one: One) => number): One[] {
  const last = all.length ? stepOf(all.at(-1)!) : -1;
  const fresh = more.filter((one) => stepOf(one) > last);
  return fresh.length ? [...all, ...fresh] : all;
}

function trainingEvent(state: TrainingState, event: TableEvent): TrainingState {
  switch (event.kind) {
    case 'progress': {
      const { kind: _kind, losses, snapshots, ...fresh } = event as unknown as TrainingState;
      return {
        ...state,
        ...fresh,
        losses: newer(state.losses, losses, (loss) => loss[0]),
        snapshots: newer(state.snapshots, snapshots, (snapshot) => snapshot.step),
      };
    }
    case 'ended':
      return { ...state, running: false, finished: Boolean(event.finished), why: String(event.why), result: event.result as TrainingState['result'] };
    default:
      return state;
  }
}

export function afterEvent(state: TableState, event: TableEvent): TableState {
  if (state.kind === 'game') return gameEvent(state, event);
  if (state.kind === 'analysis') return analysisEvent(state, event);
  if (state.kind === 'training') return trainingEvent(state, event);
  return matchEvent(state, event);
}

export function withSample(state: TableState, sample: SearchSample): TableState {
  if (state.kind === 'training') return state;
  const { game, key } = ownerOf(sample.of);
  if (state.kind === 'match')
    return withGame(state, game, (one) => ({
      ...one,
      searches: { ...one.searches, [key]: afterSample(one.searches[key as Side], sample) },
    }));
  const searches = state.searches as Record<string, Search>;
  return { ...state, searches: { ...searches, [key]: afterSample(searches[key], sample) } } as TableState;
}

export function playerName(state: MatchState, player: number | string): string {
  if (typeof player === 'number') return state.players[player]?.name ?? `player ${player + 1}`;
  return player;
}
