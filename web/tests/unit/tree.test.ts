import { describe, expect, it } from 'vitest';
import type { TraceNode } from '../../src/lib/protocol';
import { attach, decidingReply, icicle, movesTo, recordsOf, refutation, rootOf } from '../../src/lib/tree';

const node = (id: number, fields: Partial<TraceNode>): TraceNode => ({
  node: id, ply: 0, depth: 3, alpha: -50, beta: 50, score: 0, kind: 'cut', reason: 'searched', words: '', children: 0, nodes: 10, ...fields,
});

// White plays 1.f3, Black answers e5, White blunders with g4: the refutation is Qh4, mate.
function tree() {
  const root = rootOf(node(0, { children: 2, nodes: 100 }));
  const [f3, e4] = attach(root, [node(1, { move: 'f2f3', san: 'f3', children: 1, nodes: 60 }), node(2, { move: 'e2e4', san: 'e4', reason: 'best', nodes: 30 })]);
  return { root, f3: f3!, e4: e4! };
}

describe('the traced tree', () => {
  it('knows the moves that lead to a node', () => {
    const { f3 } = tree();
    const [reply] = attach(f3, [node(3, { move: 'e7e5' })]);
    expect(movesTo(reply!)).toEqual(['f2f3', 'e7e5']);
    // a second look at the same position keeps the line, a passed move ends it
    const [again, pass] = attach(reply!, [node(7, { ply: 0 }), node(8, { ply: 1 })]);
    expect(movesTo(attach(again!, [node(20, { move: 'g2g4', ply: 1 })])[0]!)).toEqual(['f2f3', 'e7e5', 'g2g4']);
    expect(movesTo(attach(pass!, [node(21, { move: 'd8h4', ply: 2 })])[0]!)).toEqual(['f2f3', 'e7e5']);
    expect(recordsOf(f3.parent!.loaded!, 'f2f3')).toEqual([f3]);
  });
  it('takes the refuting reply first, then the best, then the highest score that was searched', () => {
    const { root } = tree();
    expect(decidingReply(root.loaded!)!.san).toBe('e4');
    const replies = attach(rootOf(node(9, {})), [node(10, { move: 'a7a6', score: 900, reason: 'late_move' }), node(11, { move: 'd7d5', score: 20 }), node(12, { move: 'e7e5', score: 30 })]);
    expect(decidingReply(replies)!.move).toBe('e7e5');
    expect(decidingReply([])).toBeNull();
  });
  it('follows the refutation to its end, asking for what it has not seen', async () => {
    const { f3 } = tree();
    const below: Record<number, TraceNode[]> = {
      1: [node(3, { move: 'd7d6' }), node(4, { move: 'e7e5', reason: 'refutes', children: 1 })],
      4: [node(5, { move: 'g2g4', reason: 'best', children: 1 })],
      5: [node(6, { move: 'd8h4', reason: 'mate' })],
    };
    const asked: number[] = [];
    const line = await refutation(f3, async (one) => {
      asked.push(one.node);
      return attach(one, below[one.node]!);
    });
    expect(line.map((one) => one.move)).toEqual(['e7e5', 'g2g4', 'd8h4']);
    expect(asked).toEqual([1, 4, 5]);
  });
  it('draws each slab inside the one above it, as wide as its share', () => {
    const { root, f3 } = tree();
    const slabs = icicle(root, new Set([0]));
    const of = (id: number) => slabs.find((slab) => slab.node.node === id)!;
    expect(of(0).width).toBeCloseTo(1);
    expect(of(f3.node).width).toBeCloseTo(0.6);
    expect(of(2).width).toBeCloseTo(0.3);
    expect(of(1).y).toBeGreaterThanOrEqual(of(0).y + of(0).height - 1e-9);
    expect(icicle(root, new Set())).toHaveLength(1);
  });
});
