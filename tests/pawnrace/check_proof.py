#!/usr/bin/env python3
"""Checks a file of Pawn Race proofs, written by 'vitrine pawnrace prove', with rules of its own.

Nothing of Vitrine is used: this is what anybody can write who has read the format in docs/pawnrace.md. It is slow; a
proof of a whole start takes it half an hour or so, one of a late position a moment.

    check_proof.py FILE
"""
import sys


class Fault(Exception):
    pass


def parse(text):
    placement, turn, passed = text.split()
    board = {}
    for row, line in enumerate(placement.split("/")):
        file = 0
        for c in line:
            if c.isdigit():
                file += int(c)
            else:
                board[(file, 7 - row)] = "w" if c == "P" else "b"
                file += 1
    passed = None if passed == "-" else ("abcdefgh".index(passed[0]), int(passed[1]) - 1)
    return frozenset(board.items()), turn, passed


def moves(position):
    """(byte, next position) in the order of bytes."""
    men, turn, passed = position
    board = dict(men)
    up, home, other = (1, 1, "b") if turn == "w" else (-1, 6, "w")
    found = []
    for (file, rank), side in board.items():
        if side != turn:
            continue
        byte = 4 * (8 * rank + file)
        if (file, rank + up) not in board:
            found.append((byte, (file, rank), (file, rank + up), None, None))
            if rank == home and (file, rank + 2 * up) not in board:
                found.append((byte + 1, (file, rank), (file, rank + 2 * up), None, (file, rank + up)))
        for kind, target in ((2, (file - 1, rank + up)), (3, (file + 1, rank + up))):
            if board.get(target) == other:
                found.append((byte + kind, (file, rank), target, target, None))
            elif target == passed:
                found.append((byte + kind, (file, rank), target, (target[0], rank), None))
    result = []
    for byte, start, target, taken, jumped in sorted(found):
        after = dict(board)
        if taken:
            del after[taken]
        del after[start]
        after[target] = turn
        beside = [after.get((target[0] + d, target[1])) for d in (-1, 1)]
        result.append((byte, target, (frozenset(after.items()), other, jumped if other in beside else None)))
    return result


def ending(position):
    """'w' or 'b' for the winner, '=' for a draw, None while the game goes on."""
    men, turn, _ = position
    mover, last = ("b", 0) if turn == "w" else ("w", 7)
    if any(side == mover and rank == last for (_, rank), side in men):
        return mover
    if not any(side == turn for _, side in men):
        return mover
    return None if moves(position) else "="


class Walk:
    def __init__(self, position, side, kind, strategy):
        if side not in ("w", "b") or kind not in ("wins", "holds"):
            raise Fault("the claim can't be read")
        self.side, self.good = side, {side} if kind == "wins" else {side, "="}
        self.strategy, self.used, self.seen, self.loose = strategy, 0, set(), set()
        self.visit(position)
        if self.used != len(strategy):
            raise Fault("bytes are left over")

    def is_over(self, position):
        end = ending(position)
        if end is not None and end not in self.good:
            raise Fault("a game ends with " + end)
        return end is not None

    def visit(self, position):
        if self.is_over(position):
            return
        if position[1] != self.side:
            for _, _, after in moves(position):
                self.visit(after)
            return
        if position in self.seen:
            return
        self.seen.add(position)
        byte = self.strategy[self.used]
        self.used += 1
        if byte == 224:
            self.visit_first_moves(position)
        elif byte < 32 and byte % 4 < 2:
            ranks = [rank for (file, rank), side in position[0] if side == self.side and file == byte // 4]
            self.run(position, (byte // 4, max(ranks) if self.side == "w" else min(ranks)), byte % 4)
        else:
            self.visit(dict((b, after) for b, _, after in moves(position))[byte])

    def run(self, position, pawn, kind):
        steps = [m for m in moves(position) if m[0] == 4 * (8 * pawn[1] + pawn[0]) + kind]
        if not steps:
            raise Fault("a runner is stopped")
        _, target, after = steps[0]
        if self.is_over(after):
            return
        for _, _, answered in moves(after):
            if self.is_over(answered):
                continue
            if (target, self.side) not in answered[0]:
                raise Fault("a runner is taken")
            self.run(answered, target, 0)

    def visit_first_moves(self, position):
        if self.is_over(position):
            return
        if position[1] != self.side:
            for _, _, after in moves(position):
                self.visit_first_moves(after)
            return
        if position in self.loose:
            return
        self.loose.add(position)
        steps = [m for m in moves(position) if m[0] % 4 == 1] or [m for m in moves(position) if m[0] % 4 == 0]
        self.visit_first_moves(steps[0][2])


def main(path):
    sys.setrecursionlimit(10000)
    faults = 0
    with open(path, "rb") as file:
        if file.readline() != b"vitrine pawnrace proof 1\n":
            sys.exit("no file of proofs")
        while line := file.readline().decode().strip():
            position, claim, count = line.removeprefix("claim ").split(" | ")
            strategy = file.read(int(count))
            side, kind = claim.split()
            try:
                if file.readline() != b"\n":
                    raise Fault("the bytes are cut off")
                walk = Walk(parse(position), {"white": "w", "black": "b"}.get(side), kind, strategy)
                print(f"{position} | {claim}: true ({walk.used} positions)", flush=True)
            except (Fault, KeyError, IndexError, ValueError) as fault:
                print(f"{position} | {claim}: FALSE, {fault}")
                faults += 1
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(sys.argv[1])
