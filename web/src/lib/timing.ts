// The time page's data: which rules and clocks are asked for, names for the curves, and the table as CSV.
import { formatClockRule } from './score';
import type { TimeClock, TimeCurve, TimeRule } from './protocol';

export const kClocks: TimeClock[] = [
  [1, 0], [1, 1], [2, 1], [3, 0], [3, 2], [5, 0], [5, 3],
].map(([minutes, seconds]) => ({ base: minutes! * 60_000, increment: seconds! * 1000 }));

export const kRuleNames: Record<TimeRule['kind'], string> = {
  vitrine: 'Vitrine',
  challenger: 'Challenger',
  negamax: 'Negamax',
  mailbox: 'Mailbox',
  ancestor: 'the ancestor’s formula',
};

export function clockName(clock: TimeClock | number, clocks: readonly TimeClock[]): string {
  const one = typeof clock === 'number' ? clocks[clock] : clock;
  return one ? formatClockRule(one.base, one.increment) : String(clock);
}

export function ruleName(rule: TimeRule | string | number, rules: readonly TimeRule[]): string {
  if (typeof rule === 'number') return ruleName(rules[rule]?.kind ?? String(rule), rules);
  if (typeof rule === 'string') return kRuleNames[rule as TimeRule['kind']] ?? rule;
  const name = kRuleNames[rule.kind];
  if (rule.kind !== 'ancestor') return name;
  const percent = (share: number | undefined, fallback: number) => `${Number(((share ?? fallback) * 100).toFixed(2))}%`;
  return `${name} (${percent(rule.early, 0.01)}, ${percent(rule.late, 0.05)} from ${rule.pieces ?? 20} men)`;
}

function csvCell(value: string | number): string {
  const text = String(value);
  // A spreadsheet takes a leading = + - @ for a formula; the names here are ours, but a cell is quoted all the same.
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function toCsv(curves: readonly TimeCurve[], rules: readonly TimeRule[], clocks: readonly TimeClock[]): string {
  const rows: (string | number)[][] = [['rule', 'clock', 'move', 'allotted_ms', 'remaining_ms']];
  for (const curve of curves)
    for (const point of curve.points)
      rows.push([ruleName(curve.rule, rules), clockName(curve.clock, clocks), point.move, point.allotted, point.remaining]);
  return rows.map((row) => row.map(csvCell).join(',')).join('\n') + '\n';
}

// Curves as uPlot wants them: one column of move numbers, one column of seconds for each curve.
export function plotData(curves: readonly TimeCurve[], of: 'allotted' | 'remaining'): (number | null)[][] {
  const moves = [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.move)))].sort((a, b) => a - b);
  const columns = curves.map((curve) => {
    const byMove = new Map(curve.points.map((point) => [point.move, point[of] / 1000]));
    return moves.map((move) => byMove.get(move) ?? null);
  });
  return [moves, ...columns];
}
