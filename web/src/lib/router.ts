// Pages live behind the hash, so that the page works from any folder and a reload finds its table again:
// #/play/TABLE?engine=evil.
export const kPages = [
  { id: 'play', short: 'Play', title: 'Play', question: 'Can you beat it?' },
  { id: 'watch', short: 'Watch', title: 'Watch', question: 'Which of them is stronger, and how do they see the game?' },
  { id: 'analyse', short: 'Analyse', title: 'Analyse', question: 'What should have been played here?' },
  { id: 'inside', short: 'Inside', title: 'Inside the search', question: 'What is it doing while it thinks?' },
  { id: 'why', short: 'Why not?', title: 'Why not this move?', question: 'You would have played something else: what is wrong with it?' },
  { id: 'worth', short: 'Worth', title: 'What is it worth?', question: 'Where does the number come from?' },
  { id: 'time', short: 'Time', title: 'Time', question: 'How long does it think about a move, and what is left for the rest?' },
  { id: 'roster', short: 'Roster', title: 'The roster', question: 'Who is in the cabinet?' },
  { id: 'learn', short: 'Learn', title: 'Learn', question: 'How does it learn?' },
] as const;

export type PageId = (typeof kPages)[number]['id'];

export interface Route {
  page: PageId;
  table: string | null;
  query: Record<string, string>;
}

export function parseHash(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name, table] = path.split('/');
  const page = kPages.find((one) => one.id === name)?.id ?? 'play';
  let id: string | null = null;
  try {
    id = table ? decodeURIComponent(table) : null;
  } catch {
    // A mangled address names no table.
  }
  return { page, table: id, query: Object.fromEntries(new URLSearchParams(search)) };
}

export function makeHash(page: PageId, table?: string | null, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${page}${table ? '/' + encodeURIComponent(table) : ''}${search ? '?' + search : ''}`;
}
