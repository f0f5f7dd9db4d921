// What the page and the server tell each other, as types: docs/cabinet-protocol.md in TypeScript. Scores are White's,
// moves UCI, times milliseconds. Nothing here checks a message; the server is our own program.

export type Side = 'white' | 'black';

export interface Score {
  cp?: number;
  mate?: number;
  bound?: 'lower' | 'upper';
  wdl?: [number, number, number];
}

export interface Ply {
  uci: string;
  san: string;
  fen: string;
  comment?: string;
  eval?: Score;
  score?: Score;
  clock?: number;
  time?: number;
}

export interface Game {
  start: string;
  plies: Ply[];
  tags: Record<string, string>;
  result: string;
  legal: string[];
  check: boolean;
  over: string | null;
  games?: number;
}

export interface EngineOption {
  name: string;
  type: 'spin' | 'check' | 'combo' | 'string' | 'button';
  default?: string | number | boolean | null;
  min?: number;
  max?: number;
  choices?: string[];
}

export interface Engine {
  id: string;
  title: string;
  kind: 'exhibit' | 'program';
  year?: number | null;
  origin?: string;
  knows?: string;
  does_not_know?: string;
  mended?: string;
  rating?: number | null;
  options: EngineOption[];
}

export interface Roster {
  engines: Engine[];
  version: string;
}

export interface ServerError {
  what: string;
  where: string;
}

export interface TableByDepth {
  probes: number;
  hits: number;
  alpha: number;
  beta: number;
  exact: number;
}

export interface Stats {
  nodes: number;
  quiescence_nodes: number;
  extensions: number;
  reductions: number;
  failed_reductions: number;
  cutoffs_by_move: number[];
  table_by_depth: TableByDepth[];
  table_full: number;
}

export interface Line {
  score: Score;
  pv: string[];
  san: string[];
  depth: number;
}

export interface RootMove {
  uci: string;
  san: string;
  cp: number;
  nodes: number;
}

export interface DepthEntry {
  depth: number;
  score: Score;
  pv: string[];
  nodes: number;
  time: number;
  stats?: Stats;
  roots?: RootMove[];
}

export interface Search {
  thinking: boolean;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
  tbhits?: number;
  lines: Line[];
  current?: { uci: string; number: number };
  stats?: Stats;
  history: DepthEntry[];
}

export interface Clocks {
  white: number | null;
  black: number | null;
  running: Side | null;
}

export interface Seat {
  human: boolean;
  name: string;
  engine?: string;
}

export interface GameState {
  kind: 'game';
  white: Seat;
  black: Seat;
  game: Game;
  clocks: Clocks | null;
  result: string;
  why: string;
  paused?: boolean;
  searches: Partial<Record<Side, Search>>;
}

export interface AnalysisState {
  kind: 'analysis';
  game: Game;
  searches: Record<string, Search>;
  log: LogLine[];
  running: boolean;
}

// What a program and the server said to each other.
export interface LogLine {
  engine: string;
  line: string;
}

export interface MatchGame {
  id: number | string;
  white: number | string;
  black: number | string;
  game: Game;
  clocks: Clocks | null;
  searches: Partial<Record<Side, Search>>;
}

export interface FinishedGame {
  id: number | string;
  white: number | string;
  black: number | string;
  result: string;
  why: string;
  plies: number;
}

export interface Standing {
  player: number | string;
  points: number;
  games: number;
  elo?: number;
  error?: number;
}

export interface Sprt {
  llr: number;
  low: number;
  high: number;
  elo0: number;
  elo1: number;
  verdict: string | null;
}

export interface Progress {
  played: number;
  total: number;
  standings: Standing[];
  crosstable: (number | null)[][];
  pentanomial?: number[];
  // A side without a point is infinitely weaker: JSON has no word for that, so null stands for it.
  elo?: { value: number | null; low: number | null; high: number | null };
  los?: number;
  sprt?: Sprt;
}

export interface MatchState {
  kind: 'match';
  players: { name: string; engine?: string }[];
  format: string;
  games: MatchGame[];
  finished: FinishedGame[];
  progress: Progress;
  running: boolean;
}

// Six boards of 64 centipawns: pawn, knight, bishop, rook, queen, king; a1 first.
export interface Boards {
  middlegame: number[][];
  endgame?: number[][];
}

export interface Snapshot {
  step: number;
  boards: Boards;
}

// [step, training error, error on what is held out]
export type Loss = [number, number | null, number | null];

export type Method = 'genetic' | 'medians' | 'means' | 'ridge' | 'logistic';

export interface TrainingState {
  kind: 'training';
  method: Method;
  settings: { kind: 'piece-square' | 'king-piece-square'; tapered: boolean; target: 'score' | 'result' | 'mix'; seed: number; steps: number | null };
  positions: { training: number; held_out: number } | null;
  step: number;
  steps: number | null;
  unit: string;
  measure: 'pawns' | 'points' | null;
  training_error: number | null;
  held_out_error: number | null;
  seconds: number;
  boards: Boards | null;
  losses: Loss[];
  snapshots: Snapshot[];
  running: boolean;
  finished: boolean;
  why: string;
  // In pawns and, the last, in points squared, whatever the method's own measure.
  result: { step: number; training_error: number | null; held_out_error: number | null; held_out_logistic: number | null } | null;
}

export type TableState = GameState | AnalysisState | MatchState | TrainingState;

export interface TableInfo {
  id: string;
  kind: 'game' | 'analysis' | 'match' | 'training';
  title: string;
  viewers: number;
}

// An event carries its kind and whatever belongs to it; the reducers in tables.ts know the fields.
export type TableEvent = { kind: string } & Record<string, any>;

export type SearchSample = Partial<Search> & { of?: unknown; depth_finished?: DepthEntry };

export type Message =
  | { table: string; seq: number; state: TableState }
  | { table: string; seq: number; event: TableEvent }
  | { table: string; search: SearchSample }
  | { tables: TableInfo[] }
  | { answer: number; ok: true; [more: string]: unknown }
  | { answer: number; ok: false; error: ServerError };

export interface Limit {
  time?: number;
  nodes?: number;
  depth?: number;
}

export interface TraceNode {
  node: number;
  move?: string;
  san?: string;
  ply: number;
  depth: number;
  alpha: number;
  beta: number;
  score: number | null;
  kind: 'pv' | 'cut' | 'all' | 'quiescence';
  table?: { bound: string; depth: number; score: number };
  reason: string;
  words: string;
  reduction?: number;
  extension?: number;
  children: number;
  nodes: number;
}

export interface Trace {
  trace: number | string;
  best: string | null;
  score: number | null;
  depth: number;
  nodes: number;
  recorded: number;
  root: TraceNode;
}

export interface Tapered {
  middlegame: number;
  endgame: number;
}

// What the network makes of the same position. A man's worth is how much the value falls without it: `men` count it
// for their own side, `squares` for White; kings have none.
export interface NetworkView {
  name: string;
  architecture: string;
  value: number;
  value_for_mover: number;
  difference: number;
  last_neuron: { number: number; of: number; men: number };
  men: { square: string; piece: string; worth: number }[];
  squares: Record<string, number>;
}

export interface Evaluation {
  fen: string;
  value: number;
  value_for_mover?: number;
  check?: boolean;
  known_ending?: boolean;
  middlegame?: number;
  endgame?: number;
  phase?: number;
  full_phase?: number;
  scale?: number;
  full_scale?: number;
  danger?: { white: number; black: number };
  terms?: { term: string; white: Tapered; black: Tapered; total: Tapered }[];
  men?: ({ square: string; piece: string; terms?: Record<string, Tapered> } & Tapered)[];
  squares: Record<string, number>;
  network?: NetworkView;
}

export interface WorksheetMove {
  uci: string;
  san: string;
  value: number;
  fraction: string;
  pp: number;
  increment: number;
  best: boolean;
  star: boolean;
  rules: Record<string, number>;
  entries: { rule: string; man: string | null; count: number; amount: number }[];
  line: string[];
}

export interface Worksheet {
  fen: string;
  pp: number;
  rules: Record<string, number>;
  nodes: number;
  moves: WorksheetMove[];
}

export interface TimeRule {
  kind: 'vitrine' | 'challenger' | 'negamax' | 'mailbox' | 'ancestor';
  early?: number;
  late?: number;
  pieces?: number;
}

export interface TimeClock {
  base: number;
  increment: number;
}

export interface TimePoint {
  move: number;
  allotted: number;
  remaining: number;
}

export interface TimeCurve {
  rule: TimeRule | string | number;
  clock: TimeClock | number;
  points: TimePoint[];
}
