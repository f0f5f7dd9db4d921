import { describe, expect, it } from 'vitest';
import { expectation, formatCentipawns, formatClock, formatCount, formatDuration, formatElo, formatNodeScore, formatPercent, formatScore, scoreInWords } from '../../src/lib/score';

describe('scores', () => {
  it.each([
    [{ cp: 25 }, '+0.25'],
    [{ cp: -130 }, '\u22121.30'],
    [{ cp: 0 }, '0.00'],
    [{ mate: 3 }, '#3'],
    [{ mate: -2 }, '\u2212#2'],
    [{ cp: 40, bound: 'lower' as const }, '≥+0.40'],
  ])('writes %j as %s', (score, text) => expect(formatScore(score)).toBe(text));

  it('never writes minus zero', () => expect(formatCentipawns(-0.4)).toBe('0.00'));

  it('turns a pawn into about 59% as lichess does', () => {
    expect(expectation({ cp: 100 })).toBeCloseTo(0.591, 3);
    expect(expectation({ cp: 0 })).toBe(0.5);
    expect(expectation({ mate: 2 })).toBe(1);
    expect(expectation({ mate: -1 })).toBe(0);
  });

  it('counts half a draw where the engine tells its chances', () => {
    expect(expectation({ cp: 500, wdl: [300, 600, 100] })).toBeCloseTo(0.6);
  });

  it('speaks', () => {
    expect(scoreInWords({ cp: -210 })).toBe('Black is ahead by 2.1');
    expect(scoreInWords({ mate: 4 })).toBe('White mates in 4');
  });
});

describe('numbers', () => {
  it('writes clocks with tenths only near the end', () => {
    expect(formatClock(180_000)).toBe('3:00');
    expect(formatClock(19_940)).toBe('0:19.9');
    expect(formatClock(3_725_000)).toBe('1:02:05');
    expect(formatClock(-5)).toBe('0:00.0');
  });
  it('shortens counts', () => {
    expect(formatCount(776_133)).toBe('776\u202fk');
    expect(formatCount(1_234)).toBe('1\u202f234');
    expect(formatCount(12_345_678)).toBe('12.3\u202fM');
    expect(formatCount(undefined)).toBe('–');
  });
  it('has both infinities for a match without a point', () => {
    expect(formatElo(null, true)).toBe('+∞');
    expect(formatElo(null, false)).toBe('\u2212∞');
    expect(formatElo(-636.4, false)).toBe('\u2212636');
    expect(formatElo(12.34, false)).toBe('+12.3');
  });
  it('knows a mate and a missing bound inside the search', () => {
    expect(formatNodeScore(31_999)).toBe('#1');
    expect(formatNodeScore(-31_996)).toBe('\u2212#2');
    expect(formatNodeScore(-32_001)).toBe('\u2212∞');
    expect(formatNodeScore(57)).toBe('+0.57');
    expect(formatNodeScore(null)).toBe('–');
  });
  it('divides by nothing without a fuss', () => expect(formatPercent(1, 0)).toBe('–'));
  it('tells how long', () => {
    expect(formatDuration(344)).toBe('344 ms');
    expect(formatDuration(10_525)).toBe('10.5 s');
    expect(formatDuration(61_000)).toBe('1 min 1 s');
  });
});
