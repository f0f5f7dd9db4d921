#!/usr/bin/env python3
"""Counts random reachable positions with vitrine and with Stockfish and prints every difference.

Half of the positions come from ordinary games of random moves, half from Chess960. Where the counts differ, the
moves behind the difference are named. Exit status: 0 no difference, 1 some, 77 there is no Stockfish (CTest skips).
Stockfish is found in $STOCKFISH, the PATH or /usr/games.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77


class Stockfish:
    def __init__(self, path, chess960):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"setoption name UCI_Chess960 value {'true' if chess960 else 'false'}")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def divide(self, fen, depth):
        """The total, and the count behind each move."""
        self.send("position fen " + fen)
        self.send(f"go perft {depth}")
        moves = {}
        for line in self.process.stdout:
            name, separator, count = line.strip().rpartition(": ")
            if name == "Nodes searched":
                return int(count), moves
            if separator and count.isdigit() and 4 <= len(name) <= 5:
                moves[name] = int(count)
        raise RuntimeError(f"Stockfish ended at {fen}")

    def quit(self):
        self.send("quit")
        self.process.wait()


def vitrine_lines(vitrine, *arguments, text=None):
    run = subprocess.run([vitrine, *arguments], input=text, capture_output=True, text=True)
    if run.returncode != 0 or run.stderr:
        sys.exit(f"vitrine {' '.join(arguments)}: exit status {run.returncode}\n{run.stderr.strip()}")
    return run.stdout.splitlines()


def compare(options, stockfish_path, count, chess960):
    """Prints what differs in `count` positions; returns how many do."""
    variant = ["--chess960"] if chess960 else []
    fens = vitrine_lines(options.vitrine, "random-positions", str(count), "--seed", str(options.seed), *variant)
    answers = vitrine_lines(options.vitrine, "perft", str(options.depth), "--fens", "-", "--json", "--divide", *variant,
                            text="\n".join(fens) + "\n")
    if not len(fens) == len(answers) == count:
        sys.exit(f"vitrine: {count} positions wanted, {len(fens)} made, {len(answers)} counted")

    stockfish = Stockfish(stockfish_path, chess960)
    differences = 0
    for fen, answer in zip(fens, map(json.loads, answers)):
        moves = {row["move"]: row["nodes"] for row in answer["divide"]}
        total, stockfish_moves = stockfish.divide(fen, options.depth)
        # The totals are compared, and the moves too: two mistakes may cancel each other.
        if (answer["nodes"], moves) == (total, stockfish_moves):
            continue
        differences += 1
        print(f"{fen}: vitrine {answer['nodes']}, Stockfish {total}")
        for move in sorted(moves.keys() | stockfish_moves.keys()):
            if moves.get(move) != stockfish_moves.get(move):
                print(f"    {move}: vitrine {moves.get(move, 'no such move')}, "
                      f"Stockfish {stockfish_moves.get(move, 'no such move')}")
    stockfish.quit()
    return differences


def main():
    root = Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vitrine", default=str(root / "build/release/vitrine"), help="the program")
    parser.add_argument("--positions", type=int, default=10000, help="how many (default: 10000)")
    parser.add_argument("--depth", type=int, default=3, help="how deep (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="for other positions (default: 1)")
    options = parser.parse_args()

    stockfish = os.environ.get("STOCKFISH") or shutil.which("stockfish", path=os.environ["PATH"] + ":/usr/games")
    if not stockfish:
        print("skipped: there is no Stockfish; install it or name it in $STOCKFISH")
        return SKIPPED
    chess960 = options.positions // 2
    differences = compare(options, stockfish, options.positions - chess960, chess960=False)
    differences += compare(options, stockfish, chess960, chess960=True)
    print(f"{options.positions} positions, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
