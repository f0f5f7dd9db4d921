// Numbers as chess players write them. A score is White's; "for" turns it to the other side.
import type { Score } from './protocol';

const kMinus = '\u2212';

export function formatCentipawns(cp: number): string {
  const text = (Math.abs(cp) / 100).toFixed(2);
  if (text === '0.00') return '0.00';
  return (cp > 0 ? '+' : kMinus) + text;
}

export function formatScore(score: Score | undefined | null): string {
  if (!score) return '–';
  const bound = score.bound === 'lower' ? '≥' : score.bound === 'upper' ? '≤' : '';
  if (score.mate !== undefined) return bound + (score.mate < 0 ? kMinus : '') + '#' + Math.abs(score.mate);
  return bound + formatCentipawns(score.cp ?? 0);
}

// The same score in words, for ears.
export function scoreInWords(score: Score): string {
  if (score.mate !== undefined) {
    const side = score.mate > 0 || Object.is(score.mate, 0) ? 'White' : 'Black';
    return `${side} mates in ${Math.abs(score.mate)}`;
  }
  const cp = score.cp ?? 0;
  if (Math.abs(cp) < 5) return 'level';
  return `${cp > 0 ? 'White' : 'Black'} is ahead by ${(Math.abs(cp) / 100).toFixed(1)}`;
}

// White's expected points, 0 … 1. With win-draw-loss numbers it is exact; else the logistic curve that lichess uses
// for its bar (one pawn is 59%), published in its accuracy page.
export function expectation(score: Score): number {
  if (score.wdl) return (score.wdl[0] + score.wdl[1] / 2) / (score.wdl[0] + score.wdl[1] + score.wdl[2]);
  if (score.mate !== undefined) return score.mate < 0 || Object.is(score.mate, -0) ? 0 : 1;
  return 1 / (1 + Math.exp(-0.00368208 * (score.cp ?? 0)));
}

export function formatCount(n: number | undefined): string {
  if (n === undefined || !Number.isFinite(n)) return '–';
  if (n < 10_000) return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
  for (const [unit, size] of [['G', 1e9], ['M', 1e6], ['k', 1e3]] as const)
    if (n >= size) return (n / size).toFixed(n >= size * 100 ? 0 : n >= size * 10 ? 1 : 2) + '\u202f' + unit;
  return String(n);
}

export function formatPercent(part: number, whole: number): string {
  if (!whole) return '–';
  const share = (100 * part) / whole;
  return share.toFixed(share < 10 ? 1 : 0) + '%';
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export function formatClock(ms: number): string {
  const left = Math.max(0, ms);
  const tenths = Math.floor(left / 100);
  const seconds = Math.floor(left / 1000);
  const pad = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours}:${pad(minutes)}:${pad(seconds % 60)}`;
  if (left < 20_000) return `${minutes}:${pad(seconds % 60)}.${tenths % 10}`;
  return `${minutes}:${pad(seconds % 60)}`;
}

export function formatClockRule(base: number, increment: number): string {
  const minutes = base / 60_000;
  return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(2)}+${increment / 1000}`;
}

// `beyond`: which infinity a missing number stands for.
export function formatElo(elo: number | null, beyond: boolean): string {
  if (elo === null) return beyond ? '+∞' : kMinus + '∞';
  const text = Math.abs(elo).toFixed(Math.abs(elo) < 100 ? 1 : 0);
  return (Number(text) === 0 ? '' : elo < 0 ? kMinus : '+') + text;
}

// A score as the flagship's search counts it: a mate in n plies is 32,000 less n, and beyond that there is no bound.
const kMate = 32_000;
const kDeepestMate = 500;

export function formatNodeScore(score: number | null): string {
  if (score === null) return '–';
  const size = Math.abs(score);
  const sign = score < 0 ? kMinus : '';
  if (size > kMate) return sign + '∞';
  if (size > kMate - kDeepestMate) return `${sign}#${Math.ceil((kMate - size) / 2)}`;
  return formatCentipawns(score);
}
