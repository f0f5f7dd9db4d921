// How a game ended, in words.
const kWhys: Record<string, string> = {
  checkmate: 'by checkmate',
  stalemate: 'by stalemate',
  repetition: 'by repetition',
  threefold_repetition: 'by threefold repetition',
  fivefold_repetition: 'by fivefold repetition',
  fifty_moves: 'by the fifty-move rule',
  seventy_five_moves: 'by the seventy-five-move rule',
  insufficient_material: 'by insufficient material',
  resignation: 'by resignation',
  agreement: 'by agreement',
  time: 'on time',
  time_forfeit: 'on time',
  abandoned: '(abandoned)',
  aborted: '(aborted)',
};

export function resultInWords(result: string, why: string): string {
  // The server tells a whole sentence, or the bare name of the rule that ended the game.
  if (/^[A-Z]/.test(why)) return why;
  const who = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw' }[result] ?? 'No result';
  const reason = kWhys[why.replace(/[ -]/g, '_')] ?? (why ? `(${why})` : '');
  return `${who} ${reason}`.trim();
}
