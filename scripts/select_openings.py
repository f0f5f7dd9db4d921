#!/usr/bin/env python3
"""Chooses the built-in openings of the arena and writes src/arena/builtin_openings.inc.

    scripts/select_openings.py 8moves_v3.pgn eco.tsv > src/arena/builtin_openings.inc

8moves_v3.pgn is Stockfish's book of 34,700 lines of eight moves (github.com/official-stockfish/books, CC0), eco.tsv
lichess's table of opening names with its columns eco, name, pgn, uci, epd (github.com/lichess-org/chess-openings, CC0).

Every ECO code in turn gives one random line of its own, until there are enough. A line is taken if no line taken before
ends in the same position and Stockfish puts that position within 0.40 pawns of equal. Stockfish gets 200,000 nodes, one
thread and an empty hash table, so the same Stockfish chooses the same lines again. pgn-extract turns SAN into UCI.
"""

import argparse
import os
import random
import re
import subprocess
import sys

NODES = 200_000
LIMIT_CENTIPAWNS = 40
GAMES_PATH = os.environ.get("PATH", "") + ":/usr/games"


def read_lines(pgn):
    """{ECO code: [UCI moves of a line, ...]}, in the order of the file."""
    command = ["pgn-extract", "-s", "-Wuci", pgn]
    text = subprocess.run(command, env={"PATH": GAMES_PATH}, capture_output=True, check=True, encoding="latin-1").stdout
    lines = {}
    for game in text.split("[Event ")[1:]:
        tags, moves = game.split("\n\n", 1)
        code = re.search(r'^\[Eco "(\w+)"\]', tags, re.MULTILINE | re.IGNORECASE)
        words = [word for word in moves.split() if re.fullmatch(r"[a-h][1-8][a-h][1-8][nbrq]?", word)]
        if code and len(words) == 16:
            lines.setdefault(code[1], []).append(words)
    return lines


def read_names(path):
    """{UCI moves: (ECO code, name)}."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return {row[3]: (row[0], row[1]) for row in rows}


def name_of(words, names):
    for length in range(len(words), 0, -1):
        found = names.get(" ".join(words[:length]))
        if found:
            return f"{found[0]} {found[1]}"
    return "Unnamed"


class Stockfish:
    def __init__(self):
        self.process = subprocess.Popen(["stockfish"], env={"PATH": GAMES_PATH}, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.send("setoption name Threads value 1", "setoption name Hash value 16")

    def send(self, *commands):
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()

    def look_at(self, words):
        """The position after these moves, without counters, and its worth in centipawns; nothing for a mate."""
        self.send("ucinewgame", "position startpos moves " + " ".join(words), "d", f"go nodes {NODES}")
        position, score = "", None
        for line in self.process.stdout:
            if line.startswith("Fen: "):
                position = " ".join(line.split()[1:5])
            if found := re.search(r" multipv 1 score (cp|mate) (-?\d+)", line):
                score = int(found[2]) if found[1] == "cp" else None
            if line.startswith("bestmove"):
                return position, score

    def quit(self):
        self.send("quit")
        self.process.wait()


def choose(lines, count, engine):
    """Lists of moves. Progress goes to standard error."""
    rng = random.Random(1)
    for code in sorted(lines):
        rng.shuffle(lines[code])
    chosen, positions = [], set()
    while len(chosen) < count and any(lines.values()):
        for code in sorted(lines):
            while lines[code] and len(chosen) < count:
                words = lines[code].pop()
                position, score = engine.look_at(words)
                if score is None or abs(score) > LIMIT_CENTIPAWNS or position in positions:
                    continue
                positions.add(position)
                chosen.append(words)
                print(f"\r{len(chosen)}", end="", file=sys.stderr, flush=True)
                break
    print(file=sys.stderr)
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("book")
    parser.add_argument("names")
    parser.add_argument("--count", type=int, default=600)
    arguments = parser.parse_args()

    names = read_names(arguments.names)
    engine = Stockfish()
    try:
        chosen = choose(read_lines(arguments.book), arguments.count, engine)
    finally:
        engine.quit()
    print("// Made by scripts/select_openings.py, which says how, from Stockfish's book 8moves_v3 and lichess's opening")
    print("// names, both CC0.")
    for words in sorted(chosen):
        print(f'{{"{name_of(words, names)}", "{" ".join(words)}"}},')


if __name__ == "__main__":
    main()
