// A game as PGN text and as links. Tag values are escaped as the standard says; comments can't close themselves.
import { moveNumberOf, kStartFen, turnOf } from './position';
import { formatCentipawns } from './score';
import type { Game, Score } from './protocol';

const kSevenTags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];

function tagLine(name: string, value: string): string {
  return `[${name} "${value.replace(/[\r\n]+/g, ' ').replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"]`;
}

function evalComment(score: Score | undefined): string {
  if (!score) return '';
  if (score.mate !== undefined) return `[%eval #${score.mate}]`;
  return `[%eval ${formatCentipawns(score.cp ?? 0).replace('\u2212', '-').replace('+', '')}]`;
}

function commentOf(ply: Game['plies'][number]): string {
  const parts = [evalComment(ply.eval ?? ply.score), (ply.comment ?? '').replace(/\{/g, '(').replace(/\}/g, ')')];
  const text = parts.filter(Boolean).join(' ');
  return text ? `{${text}}` : '';
}

function wrap(words: string[], width = 79): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}

export function toPgn(game: Game, tags: Record<string, string> = {}, comments = true): string {
  const all: Record<string, string> = { Event: 'Vitrine', Site: '?', Date: '????.??.??', Round: '-', White: '?', Black: '?', ...game.tags, ...tags, Result: game.result || '*' };
  if (game.start !== kStartFen) Object.assign(all, { SetUp: '1', FEN: game.start });
  const names = [...kSevenTags, ...Object.keys(all).filter((name) => !kSevenTags.includes(name))];
  const words: string[] = [];
  let fen = game.start;
  let numberNeeded = true;
  for (const ply of game.plies) {
    if (turnOf(fen) === 'white') words.push(`${moveNumberOf(fen)}.`);
    else if (numberNeeded) words.push(`${moveNumberOf(fen)}...`);
    words.push(ply.san);
    const comment = comments ? commentOf(ply) : '';
    if (comment) words.push(...comment.split(/\s+/));
    numberNeeded = comment !== '';
    fen = ply.fen;
  }
  words.push(all.Result!);
  return `${names.map((name) => tagLine(name, all[name]!)).join('\n')}\n\n${wrap(words)}\n`;
}

export function lichessFen(fen: string): string {
  return `https://lichess.org/analysis/${encodeURI(fen.replace(/ /g, '_'))}`;
}

// lichess reads a whole game from the address of its PGN board.
export function lichessPgn(game: Game): string {
  const moves = game.plies.map((ply) => ply.san).join('_');
  if (game.start === kStartFen) return `https://lichess.org/analysis/pgn/${encodeURIComponent(moves)}`;
  const text = `[FEN "${game.start}"] ${game.plies.map((ply) => ply.san).join(' ')}`;
  return `https://lichess.org/analysis/pgn/${encodeURIComponent(text)}`;
}

export function download(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The click has taken its own hold of the blob; the address may go.
  URL.revokeObjectURL(link.href);
}
