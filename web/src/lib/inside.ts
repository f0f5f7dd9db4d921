// Whose searches a table holds, with the position each is about.
import { fenAt, turnOf } from './position';
import type { Game, GameState, MatchState, Search, Side } from './protocol';
import { playerName } from './tables';

export interface Inside {
  key: string;
  label: string;
  search: Search;
  fen: string;
}

// A side that is not to move has thought about the position before its last move.
export function thoughtAbout(game: Game, side: Side): string {
  const length = game.plies.length;
  return turnOf(fenAt(game, length)) === side ? fenAt(game, length) : fenAt(game, Math.max(0, length - 1));
}

export function insideOf(state: GameState | MatchState | null): Inside[] {
  if (!state) return [];
  const sides: Side[] = ['white', 'black'];
  const found: Inside[] = [];
  const games =
    state.kind === 'game'
      ? [{ id: '', game: state.game, searches: state.searches, names: { white: state.white.name, black: state.black.name } }]
      : state.games.map((one) => ({
          ...one,
          names: { white: playerName(state, one.white), black: playerName(state, one.black) },
        }));
  for (const one of games)
    for (const side of sides) {
      const search = one.searches[side];
      if (!search) continue;
      const where = state.kind === 'match' && games.length > 1 ? `, game ${one.id}` : '';
      found.push({ key: `${one.id}:${side}`, label: `${one.names[side]} (${side}${where})`, search, fen: thoughtAbout(one.game, side) });
    }
  return found;
}
