// A depth's statistics turned into what is drawn: shares, bars on a logarithmic scale, and the branching factor.
import type { DepthEntry, RootMove, Side, Stats } from './protocol';

export interface Bar {
  label: string;
  value: number;
  // 0 … 1 of the widest bar
  length: number;
  parts?: { name: string; value: number; share: number }[];
}

export function branchingFactor(history: readonly DepthEntry[], index: number): number | null {
  const here = history[index];
  const before = history[index - 1];
  if (!here || !before || before.nodes <= 0) return null;
  // Nodes are counted from the start of the search: what one depth cost is the difference.
  const cost = here.nodes - before.nodes;
  const costBefore = before.nodes - (history[index - 2]?.nodes ?? 0);
  return costBefore > 0 ? cost / costBefore : null;
}

export function logLength(value: number, largest: number): number {
  if (value <= 0 || largest <= 0) return 0;
  return Math.log10(value + 1) / Math.log10(largest + 1);
}

export function tableBars(stats: Stats): Bar[] {
  const rows = stats.table_by_depth;
  const last = rows.reduce((found, row, index) => (row.probes > 0 ? index : found), -1);
  const largest = Math.max(...rows.map((row) => row.hits), 0);
  return rows.slice(0, last + 1).map((row, depth) => {
    const used = row.alpha + row.beta + row.exact;
    const parts: { name: string; value: number; share: number }[] = ([['alpha', row.alpha], ['beta', row.beta], ['exact', row.exact]] as const).map(([name, value]) => ({
      name,
      value,
      share: row.hits ? value / row.hits : 0,
    }));
    const rest = Math.max(0, row.hits - used);
    parts.push({ name: 'move only', value: rest, share: row.hits ? rest / row.hits : 0 });
    return { label: String(depth), value: row.hits, length: logLength(row.hits, largest), parts };
  });
}

export function cutoffBars(stats: Stats, most = 12): Bar[] {
  const counts = stats.cutoffs_by_move;
  const shown = counts.slice(0, most);
  const rest = counts.slice(most).reduce((sum, count) => sum + count, 0);
  const all = rest > 0 ? [...shown, rest] : shown;
  const largest = Math.max(...all, 0);
  return all.map((value, index) => ({
    label: index < most ? `${index + 1}` : `${most + 1}+`,
    value,
    length: largest ? value / largest : 0,
  }));
}

export function firstMoveShare(stats: Stats): number | null {
  const total = stats.cutoffs_by_move.reduce((sum, count) => sum + count, 0);
  return total ? (stats.cutoffs_by_move[0] ?? 0) / total : null;
}

export interface RootCurve {
  uci: string;
  san: string;
  scores: (number | null)[];
}

// A root move that only failed low has no score of its own, just the search's infinity.
const kNoScore = 20_000;
const scoreOf = (root: RootMove | undefined) => (root && Math.abs(root.cp) < kNoScore ? root.cp : null);

// Root moves with a score at each depth where they had one: the best now, then those that had one most recently.
export function rootCurves(history: readonly DepthEntry[], turn: Side, most = 6): { depths: number[]; curves: RootCurve[] } {
  const withRoots = history.filter((entry) => entry.roots?.length);
  const last = withRoots.at(-1);
  if (!last) return { depths: [], curves: [] };
  const curves = last.roots!.map((root): RootCurve & { latest: number; value: number } => {
    const scores = withRoots.map((entry) => scoreOf(entry.roots!.find((one) => one.uci === root.uci)));
    const latest = scores.findLastIndex((score) => score !== null);
    return { uci: root.uci, san: root.san, scores, latest, value: (scores[latest] ?? 0) * (turn === 'white' ? 1 : -1) };
  });
  const rank = (curve: (typeof curves)[number]) => (curve.uci === last.pv[0] ? Infinity : curve.latest);
  const shown = curves.filter((curve) => curve.latest >= 0).sort((a, b) => (rank(a) === rank(b) ? b.value - a.value : rank(b) - rank(a)));
  return { depths: withRoots.map((entry) => entry.depth), curves: shown.slice(0, most).map(({ uci, san, scores }) => ({ uci, san, scores })) };
}
