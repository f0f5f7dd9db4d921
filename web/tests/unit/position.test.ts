import { describe, expect, it } from 'vitest';
import { boardInWords, destsOfFen, destsOfLegal, isCheck, isPromotion, kStartFen, numbered, readMove, sanInWords, variationText, walk } from '../../src/lib/position';

describe('moves typed by hand', () => {
  it.each([
    [kStartFen, 'e4', 'e2e4'],
    [kStartFen, 'e2e4', 'e2e4'],
    [kStartFen, 'Nf3', 'g1f3'],
    [kStartFen, 'nf3', 'g1f3'],
    [kStartFen, ' d4! ', 'd2d4'],
    [kStartFen, 'e5', null],
    [kStartFen, '', null],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'O-O', 'e1g1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '0-0-0', 'e1c1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1', 'e8g8', 'e8g8'],
    ['8/P7/8/8/8/8/8/K1k5 w - - 0 1', 'a8=Q', 'a7a8q'],
    ['8/P7/8/8/8/8/8/K1k5 w - - 0 1', 'a7a8n', 'a7a8n'],
    // a small b is a pawn before it is a bishop
    ['4k3/8/8/1p6/2P5/8/8/4K3 b - - 0 1', 'bxc4', 'b5c4'],
  ])('%s: %s is %s', (fen, text, uci) => expect(readMove(fen, text)).toBe(uci));
});

describe('the rules at hand', () => {
  it('knows the twenty first moves', () => {
    expect([...destsOfFen(kStartFen).values()].flat()).toHaveLength(20);
  });
  it('joins a promotion\'s four moves into one target', () => {
    expect(destsOfLegal(['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n', 'a1b1']).get('a7')).toEqual(['a8']);
  });
  it('sees a promotion and a check', () => {
    expect(isPromotion('8/P7/8/8/8/8/8/K1k5 w - - 0 1', 'a7', 'a8')).toBe(true);
    expect(isPromotion('8/R7/8/8/8/8/8/K1k5 w - - 0 1', 'a7', 'a8')).toBe(false);
    expect(isCheck('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')).toBe(true);
  });
  it('walks a line and stops where it breaks', () => {
    const steps = walk(kStartFen, ['f2f3', 'e7e5', 'g2g4', 'd8h4', 'a2a3']);
    expect(steps.map((step) => step.san)).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
    expect(steps[3]!.fen).toBe('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
  });
  it('takes a broken position for none', () => expect(walk('rubbish', ['e2e4'])).toEqual([]));
  it('numbers', () => {
    expect(numbered(kStartFen, 'e4')).toBe('1. e4');
    expect(variationText('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', ['e5', 'Nf3', 'Nc6'])).toBe('1… e5 2. Nf3 Nc6');
  });
});

describe('for the ears', () => {
  it('reads moves', () => {
    expect(sanInWords('Nf3')).toBe('knight f3');
    expect(sanInWords('exd8=Q#')).toBe('e takes d8, promotes to queen, mate');
    expect(sanInWords('O-O-O+')).toBe('castles queenside, check');
  });
  it('reads a board', () => {
    expect(boardInWords('4k3/8/8/8/8/8/P6P/4K3 b - - 0 1')).toBe('White: king e1, pawns a2 h2. Black: king e8. Black to move.');
  });
});
