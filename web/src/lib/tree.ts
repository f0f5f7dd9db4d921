// The traced search as a tree that is opened bit by bit. Children are fetched when a node is opened; what has been
// fetched stays. A node is known by its number; the path to it gives the moves, and so the position.
import { hierarchy, partition } from 'd3-hierarchy';
import type { TraceNode } from './protocol';

export interface TreeNode extends TraceNode {
  parent: TreeNode | null;
  loaded: TreeNode[] | null;
}

export function rootOf(node: TraceNode): TreeNode {
  return { ...node, parent: null, loaded: null };
}

export function attach(parent: TreeNode, children: readonly TraceNode[]): TreeNode[] {
  parent.loaded = children.map((child) => ({ ...child, parent, loaded: null }));
  return parent.loaded;
}

export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

// A node without a move is a second look at its parent's position, or, one ply further, a side that passes: a line
// can't be walked beyond that.
export function movesTo(node: TreeNode): string[] {
  const moves: string[] = [];
  for (const step of pathTo(node)) {
    if (step.move) moves.push(step.move);
    else if (step.ply > (step.parent?.ply ?? 0)) break;
  }
  return moves;
}

// The reply that decided a node: the one that refuted, else the best, else the one with the best score for its mover.
// Replies that were never searched (pruned before a look) decide nothing.
const kNeverSearched = new Set(['late_move', 'futility', 'poor_history', 'bad_exchange']);

export function decidingReply(children: readonly TreeNode[]): TreeNode | null {
  const refutes = children.findLast((child) => child.reason === 'refutes');
  if (refutes) return refutes;
  const best = children.findLast((child) => child.reason === 'best');
  if (best) return best;
  const searched = children.filter((child) => child.move && child.score !== null && !kNeverSearched.has(child.reason));
  return searched.reduce<TreeNode | null>((found, child) => (!found || child.score! > found.score! ? child : found), null);
}

// The last record of a root move: a move may stand in the tree several times (reduced, then searched again).
export function recordsOf(children: readonly TreeNode[], uci: string): TreeNode[] {
  return children.filter((child) => child.move === uci);
}

export async function refutation(
  from: TreeNode,
  open: (node: TreeNode) => Promise<TreeNode[]>,
  most = 8,
): Promise<TreeNode[]> {
  const line: TreeNode[] = [];
  let at = from;
  while (line.length < most && at.children > 0) {
    const next = decidingReply(at.loaded ?? (await open(at)));
    if (!next) break;
    line.push(next);
    at = next;
  }
  return line;
}

// What a person asked about a root move: every record of it, the line that answers it, and, where the tree has none
// because a bound was enough, the reply that a search of the position after it finds.
export interface Asked {
  uci: string;
  records: TreeNode[];
  line: TreeNode[];
  reply: { san: string; score: number | null } | null;
}

export interface Slab {
  node: TreeNode;
  x: number;
  y: number;
  width: number;
  height: number;
}

// An icicle of what is open: each node as wide as its share of the work, its replies below it.
export function icicle(root: TreeNode, opened: ReadonlySet<number>, levels = 5): Slab[] {
  const children = (node: TreeNode) => (opened.has(node.node) && node.loaded?.length ? node.loaded : null);
  const top = hierarchy<TreeNode>(root, children);
  // A parent's own work is what its replies leave over, so that no slab is narrower than what stands on it.
  top.each((at) => {
    const below = (at.children ?? []).reduce((sum, child) => sum + Math.max(1, child.data.nodes), 0);
    (at as { value?: number }).value = Math.max(1, at.data.nodes - below);
  });
  const own = new Map(top.descendants().map((at) => [at.data, at.value ?? 1]));
  top.sum((node) => own.get(node) ?? 1);
  const depth = Math.min(levels, top.height + 1);
  const laid = partition<TreeNode>().size([1, (top.height + 1) / depth])(top);
  return laid
    .descendants()
    .filter((at) => at.depth < depth)
    .map((at) => ({ node: at.data, x: at.x0, y: at.y0, width: at.x1 - at.x0, height: at.y1 - at.y0 }));
}
