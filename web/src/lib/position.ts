// The rules on this side of the wire: legal targets, moves typed by hand, and the positions along a variation. Games
// themselves are the server's; this only answers what a hand on the board needs at once.
import { Chess } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { isNormal, type NormalMove } from 'chessops/types';
import { kingCastlesTo, makeUci, parseSquare, parseUci, squareFile } from 'chessops/util';
import type { Key } from 'chessground/types';
import type { Game, Side } from './protocol';

export const kStartFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export type Dests = Map<Key, Key[]>;

export interface Step {
  uci: string;
  san: string;
  fen: string;
}

export function turnOf(fen: string): Side {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

export function moveNumberOf(fen: string): number {
  return Number(fen.split(' ')[5]) || 1;
}

function positionOf(fen: string): Chess | null {
  return parseFen(fen).unwrap(
    (setup) => Chess.fromSetup(setup).unwrap((pos) => pos, () => null),
    () => null,
  );
}

// chessops writes castling as king takes rook; the wire (and chessground) as the king's own target.
function wireUci(pos: Chess, move: NormalMove): string {
  const king = pos.board.kingOf(pos.turn);
  if (move.from === king && pos.board[pos.turn].has(move.to)) {
    const side = squareFile(move.to) > squareFile(move.from) ? 'h' : 'a';
    return makeUci({ from: move.from, to: kingCastlesTo(pos.turn, side) });
  }
  return makeUci(move);
}

export function destsOfLegal(legal: readonly string[]): Dests {
  const dests: Dests = new Map();
  for (const uci of legal) {
    const from = uci.slice(0, 2) as Key;
    const to = uci.slice(2, 4) as Key;
    const known = dests.get(from) ?? [];
    if (!known.includes(to)) dests.set(from, [...known, to]);
  }
  return dests;
}

export function destsOfFen(fen: string): Dests {
  const pos = positionOf(fen);
  return pos ? (chessgroundDests(pos) as Dests) : new Map();
}

export function isPromotion(fen: string, from: string, to: string): boolean {
  const piece = positionOf(fen)?.board.get(parseSquare(from)!);
  return piece?.role === 'pawn' && (to[1] === '8' || to[1] === '1');
}

// A move as a person types it, in SAN ("Nf3", "O-O", "exd8=Q") or UCI; null when no legal move is meant.
export function readMove(fen: string, text: string): string | null {
  const pos = positionOf(fen);
  const typed = text.trim();
  if (!pos || !typed) return null;
  const castled = typed.replace(/^0-0-0/, 'O-O-O').replace(/^0-0/, 'O-O').replace(/^o-o-o/i, 'O-O-O').replace(/^o-o/i, 'O-O');
  const upper = castled.charAt(0).toUpperCase() + castled.slice(1);
  for (const candidate of [castled, upper]) {
    const move = parseSan(pos, candidate.replace(/[!?]+$/, ''));
    if (move && isNormal(move)) return wireUci(pos, move);
  }
  const move = parseUci(typed.toLowerCase());
  if (!move || !isNormal(move) || !pos.isLegal(move)) return null;
  return wireUci(pos, move);
}

// The steps of a variation, as far as its moves are legal.
export function walk(fen: string, ucis: readonly string[]): Step[] {
  const pos = positionOf(fen);
  const steps: Step[] = [];
  if (!pos) return steps;
  for (const uci of ucis) {
    const move = parseUci(uci);
    if (!move || !pos.isLegal(move)) break;
    const san = makeSanAndPlay(pos, move);
    steps.push({ uci, san, fen: makeFen(pos.toSetup()) });
  }
  return steps;
}

export function fenAfter(fen: string, uci: string): string | null {
  return walk(fen, [uci])[0]?.fen ?? null;
}

export function isCheck(fen: string): boolean {
  return positionOf(fen)?.isCheck() ?? false;
}

export function fenAt(game: Game, ply: number): string {
  return ply <= 0 ? game.start : (game.plies[ply - 1]?.fen ?? game.start);
}

// "12. Nf3" or "12… Nf6": a ply with its number.
export function numbered(fenBefore: string, san: string): string {
  return `${moveNumberOf(fenBefore)}${turnOf(fenBefore) === 'white' ? '.' : '…'} ${san}`;
}

export function variationText(fen: string, sans: readonly string[]): string {
  let number = moveNumberOf(fen);
  let white = turnOf(fen) === 'white';
  return sans
    .map((san, index) => {
      const prefix = white ? `${number}. ` : index === 0 ? `${number}… ` : '';
      if (!white) number += 1;
      white = !white;
      return prefix + san;
    })
    .join(' ');
}

const kPieceNames: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

// What stands where, in a sentence for a screen reader: "White: king e1, rooks a1 h1. Black: …".
export function boardInWords(fen: string): string {
  const men: Record<Side, Record<string, string[]>> = { white: {}, black: {} };
  (fen.split(' ')[0] ?? '').split('/').forEach((rank, row) => {
    let file = 0;
    for (const char of rank) {
      if (/\d/.test(char)) {
        file += Number(char);
        continue;
      }
      const side = char === char.toLowerCase() ? 'black' : 'white';
      (men[side][char.toLowerCase()] ??= []).push('abcdefgh'[file] + String(8 - row));
      file += 1;
    }
  });
  const sentence = (side: Side) =>
    ['k', 'q', 'r', 'b', 'n', 'p']
      .filter((man) => men[side][man])
      .map((man) => `${kPieceNames[man]}${men[side][man]!.length > 1 ? 's' : ''} ${men[side][man]!.join(' ')}`)
      .join(', ');
  return `White: ${sentence('white')}. Black: ${sentence('black')}. ${turnOf(fen) === 'white' ? 'White' : 'Black'} to move.`;
}

// A move for the ears: "Nf3" as "knight f3", "exd8=Q#" as "e takes d8, promotes to queen, mate".
export function sanInWords(san: string): string {
  if (san.startsWith('O-O-O')) return 'castles queenside' + tail(san);
  if (san.startsWith('O-O')) return 'castles kingside' + tail(san);
  const body = san.replace(/[+#]$/, '').replace(/=(.)$/, (_, man: string) => `, promotes to ${kPieceNames[man.toLowerCase()]}`);
  return body.replace(/^[NBRQK]/, (man) => `${kPieceNames[man.toLowerCase()]} `).replace('x', ' takes ').replace(/ +/g, ' ').trim() + tail(san);
}

function tail(san: string): string {
  return san.endsWith('#') ? ', mate' : san.endsWith('+') ? ', check' : '';
}
