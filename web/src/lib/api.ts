// Questions that need one answer: plain HTTP. The X-Vitrine header makes a foreign page's request a preflighted one,
// which the server refuses.
import { CommandError } from './connection';
import type {
  Evaluation,
  Game,
  Roster,
  TimeClock,
  TimeCurve,
  TimeRule,
  Trace,
  TraceNode,
  Worksheet,
} from './protocol';

async function read<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json().catch(() => null)) as { error?: { what: string; where: string } } | null;
  if (response.ok && body) return body as Answer;
  throw new CommandError(body?.error ?? { what: `The server answered ${response.status}`, where: '' });
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new CommandError({ what: 'The server does not answer', where: '' });
  }
  return read<Answer>(response);
}

function post<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'X-Vitrine': '1' };
  return ask<Answer>(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null });
}

export const fetchRoster = () => ask<Roster>('/api/roster');
export const readGame = (source: { fen?: string; pgn?: string; moves?: string[] }) => post<Game>('/api/game', source);
export const evaluate = (fen: string, model: 'classical' | 'piece-square') =>
  post<Evaluation>('/api/evaluation', { fen, model });
export const fetchWorksheet = (fen: string) => post<Worksheet>('/api/worksheet', { fen });
export const traceSearch = (fen: string, nodes: number, depth?: number) =>
  post<Trace>('/api/trace', depth ? { fen, nodes, depth } : { fen, nodes });
export const traceChildren = (trace: number | string, node: number) =>
  post<{ children: TraceNode[] }>('/api/trace/children', { trace, node }).then((answer) => answer.children);
export const allotTime = (request: { rules: TimeRule[]; clocks: TimeClock[]; moves?: number; pgn?: string }) =>
  post<{ curves: TimeCurve[] }>('/api/time', request).then((answer) => answer.curves);
