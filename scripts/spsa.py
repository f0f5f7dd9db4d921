#!/usr/bin/env python3
"""Tunes the flagship's search parameters by matches (SPSA).

Needs a build with -DVITRINE_TUNABLE=ON, whose parameters are engine options. Each step shifts all of them at random by
their step size, once this way and once the other, lets the two play a few games, and moves them towards the winner.

  cmake --preset release -B build/tunable -DVITRINE_TUNABLE=ON && ninja -C build/tunable vitrine
  scripts/spsa.py build/tunable/vitrine --nodes 8000 --minutes 60 --workers 4 --state spsa.json

Progress goes to standard error; the state file is written after each step, and a later run with it goes on from there.
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time


def read_parameters(vitrine):
    """The spin options that only a tunable build has: name -> (value, smallest, largest)."""
    text = subprocess.run([vitrine, "uci"], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^option name (\w+) type spin default (-?\d+) min (-?\d+) max (-?\d+)$", text, re.M)
    names = [f for f in found if f[0] not in ("Hash", "Threads", "MultiPV", "UCI_Elo", "SyzygyProbeDepth", "SyzygyProbeLimit")]
    if len(names) < 10:
        sys.exit(f"error: {vitrine} has no parameters: build it with -DVITRINE_TUNABLE=ON")
    return {name: (float(value), int(low), int(high)) for name, value, low, high in names}


class Tuner:
    def __init__(self, args):
        self.args = args
        self.start = read_parameters(args.vitrine)
        self.theta = {name: value for name, (value, _, _) in self.start.items()}
        self.steps = 0
        self.games = 0
        self.lock = threading.Lock()
        self.deadline = time.monotonic() + 60 * args.minutes
        if args.state and os.path.exists(args.state):
            with open(args.state, encoding="utf-8") as file:
                saved = json.load(file)
            self.theta.update(saved["theta"])
            self.steps, self.games = saved["steps"], saved["games"]

    def size(self, name):
        _, low, high = self.start[name]
        return max(1.0, (high - low) / 20 * self.args.size)

    def shifted(self, theta, signs, direction):
        """Whole numbers in range; rounded at random so that small shifts count on average."""
        values = {}
        for name, value in theta.items():
            _, low, high = self.start[name]
            exact = value + direction * signs[name] * self.size(name)
            values[name] = min(high, max(low, math.floor(exact + random.random())))
        return values

    def play(self, one, other, seed):
        with tempfile.TemporaryDirectory() as folder:
            command = [self.args.vitrine, "match"]
            for name, values in (("one", one), ("other", other)):
                command += ["-engine", f"cmd={os.path.abspath(self.args.vitrine)}", "args=uci", f"name={name}"]
                command += [f"option.{option}={value}" for option, value in values.items()]
            command += ["-each", f"nodes={self.args.nodes}", "-rounds", str(self.args.pairs), "-concurrency",
                        str(self.args.concurrency), "-srand", str(seed), "-resign", "movecount=3", "score=500", "-draw",
                        "movenumber=30", "movecount=6", "score=8", "-store", os.path.join(folder, "m.db"), "-quiet",
                        "-ratinginterval", "0"]
            text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        games, wins, losses = map(int, re.findall(r"Games: (\d+), Wins: (\d+), Losses: (\d+)", text)[-1])
        return games, wins - losses

    def work(self):
        while time.monotonic() < self.deadline:
            signs = {name: random.choice((-1, 1)) for name in self.theta}
            with self.lock:
                theta = dict(self.theta)
                seed = self.steps = self.steps + 1
            games, margin = self.play(self.shifted(theta, signs, 1), self.shifted(theta, signs, -1), seed)
            with self.lock:
                self.games += games
                for name in self.theta:
                    _, low, high = self.start[name]
                    moved = self.theta[name] + self.args.rate * self.size(name) * margin * signs[name]
                    self.theta[name] = min(float(high), max(float(low), moved))
                if self.steps % 20 == 0:
                    print(f"step {self.steps}, {self.games} games", file=sys.stderr, flush=True)
                if self.args.state:
                    with open(self.args.state, "w", encoding="utf-8") as file:
                        json.dump({"theta": self.theta, "steps": self.steps, "games": self.games}, file, indent=1)

    def run(self):
        workers = [threading.Thread(target=self.work) for _ in range(self.args.workers)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        print(f"after {self.games} games in {self.steps} steps:")
        for name, (value, _, _) in self.start.items():
            print(f"{name:28} {value:8.0f} -> {self.theta[name]:8.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vitrine", help="a binary built with -DVITRINE_TUNABLE=ON")
    parser.add_argument("--nodes", type=int, default=8000, help="positions a move (default: 8000)")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--workers", type=int, default=1, help="matches at once")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once in a match")
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games in a match (default: 8)")
    parser.add_argument("--rate", type=float, default=0.006, help="how far a game moves a parameter, in step sizes")
    parser.add_argument("--size", type=float, default=1.0, help="step size, in twentieths of a parameter's range")
    parser.add_argument("--state", help="file to keep the state in")
    Tuner(parser.parse_args()).run()


if __name__ == "__main__":
    main()
