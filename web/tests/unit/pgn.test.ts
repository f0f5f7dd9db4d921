import { parsePgn } from 'chessops/pgn';
import { describe, expect, it } from 'vitest';
import { gameOfLine } from '../../src/lib/line';
import { lichessFen, lichessPgn, toPgn } from '../../src/lib/pgn';
import { kStartFen } from '../../src/lib/position';

const mate = { ...gameOfLine(kStartFen, ['f2f3', 'e7e5', 'g2g4', 'd8h4']), result: '0-1' };

describe('PGN', () => {
  it('is read back by another reader', () => {
    const [read] = parsePgn(toPgn(mate, { White: 'A "quoted" \\ name', Black: 'B' }));
    expect(read!.headers.get('White')).toBe('A "quoted" \\ name');
    expect(read!.headers.get('Result')).toBe('0-1');
    expect([...read!.moves.mainline()].map((move) => move.san)).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
  });
  it('keeps a start position and Black\'s first move number', () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 7';
    const text = toPgn(gameOfLine(fen, ['e8e7', 'e2e4']));
    expect(text).toContain(`[FEN "${fen}"]`);
    expect(text).toContain('[SetUp "1"]');
    expect(text).toContain('7... Ke7 8. e4');
  });
  it('writes evaluations, and no comment can end itself', () => {
    const game = gameOfLine(kStartFen, ['e2e4', 'e7e5']);
    game.plies[0]!.eval = { cp: -35 };
    game.plies[1]!.comment = 'a } brace';
    const text = toPgn(game);
    expect(text).toContain('{[%eval -0.35]}');
    expect(text).toContain('{a ) brace}');
    expect(text).toContain('1... e5');
  });
  it('wraps its lines', () => {
    const long = gameOfLine(kStartFen, ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1']);
    expect(Math.max(...toPgn(long).split('\n').map((line) => line.length))).toBeLessThanOrEqual(79);
  });
});

describe('links', () => {
  it('has underscores for blanks', () => {
    expect(lichessFen('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')).toBe('https://lichess.org/analysis/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1');
  });
  it('hands over the moves', () => {
    expect(lichessPgn(mate)).toBe('https://lichess.org/analysis/pgn/f3_e5_g4_Qh4%23');
  });
});
