// Choices made in forms, as text: remembered between visits, and turned into what the server wants.
import type { Limit } from './protocol';

export function parseClock(text: string): { base: number; increment: number } | null {
  const match = /^(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)$/.exec(text);
  if (!match) return null;
  return { base: Math.round(Number(match[1]) * 60_000), increment: Math.round(Number(match[2]) * 1000) };
}

export function parseLimit(text: string): Limit | null {
  const [kind, amount] = text.split(' ');
  const n = Number(amount);
  if (!Number.isInteger(n) || n <= 0) return null;
  if (kind === 'move') return { time: n };
  if (kind === 'nodes') return { nodes: n };
  if (kind === 'depth') return { depth: n };
  return null;
}

export function remembered<Choices extends object>(key: string, fallback: Choices): Choices {
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(`vitrine.${key}`) ?? '{}') as Partial<Choices>) };
  } catch {
    return fallback;
  }
}

export function remember(key: string, choices: object): void {
  localStorage.setItem(`vitrine.${key}`, JSON.stringify(choices));
}
