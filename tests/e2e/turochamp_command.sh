#!/usr/bin/env bash
# `vitrine turochamp` from outside: the worksheet as a table, one move in full, and JSON that agrees with the reference.
# $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" turochamp
data=$2/tests/data/engines/turochamp

mate="1rr3k1/p4ppp/3p2b1/2nBp1R1/q3P2P/2P2P2/2PBQP2/2KR4 w - - 0 22"

expect "the choice at the start" 0 '^> +e3 +1 +14\.6 +\+4\.4\*'
expect "what stands now" 0 '^ +\(now\) +10\.2 +2\.8 +4\.0 +0\.0 +0\.0 +1\.0 +0\.0 +2\.4 +0\.0 +0\.0$'
expect "e4 with its rules" 0 '^ +e4 +1 +14\.4 +\+4\.2 +7\.3 +4\.0 +1\.0 +-1\.4 +1\.0 +0\.4 +2\.1 +0\.0 +0\.0'
expect "the positions counted" 0 '^420 positions'
expect "a fraction, and the line" 0 '^> +Be3 +66/65 = 1\.0154 +20\.8 .* Be3 ' --fen "$mate"
expect "a mate foreseen" 0 ' +-1000 .* Qa1#$' --fen "$mate"
expect "one man's number" 0 '^i +Qd1 +root of 4 moves +2\.0$' --move e4
expect "what is taken off" 0 "^iv +Ke1 +root of 2 queen's moves +-1\.4\$" --move e4
expect "the sum" 0 '^ +position-play +14\.4$' --move e4
expect "a line considered" 0 '^41/40 = 1\.0250 +e4 f5 exf5$' --move e4
expect "a move in long form" 0 '^e4: value 1, position-play 14\.4 \(\+4\.2\)$' --move e2e4
expect "castling" 0 '^v +castling, 3 parts +3\.0$' --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" --move O-O
expect "everything in full" 0 '^f3: value 1, position-play 9\.3 \(-0\.9\)$' --all
expect "another reading" 0 '^> +e3 +0 ' --option Material=difference
expect "another depth" 0 '^20 positions' --option Depth=1
expect "no move" 0 'no legal move' --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
expect "an illegal move" 2 '--move: ' --move e5
expect "a bad position" 2 '--fen: ' --fen nonsense
expect "a bad option" 2 'No such option' --option Colour=red
expect "a bad value" 2 'Material' --option Material=weight
expect "a reading without a worksheet" 2 "only the reading 'paper'" --option Reading=modern
expect "help" 0 'vitrine turochamp --move e4' --help

# Every move of Turing's game, with every number, in one process each. The promise is under a second, counted as work,
# because a busy machine is no fault of ours.
cat >"$work/check.py" <<'PYTHON'
import csv, json, resource, subprocess, sys
vitrine, data = sys.argv[1:]

def work():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

def worksheet(fen, *arguments):
    start = work()
    done = subprocess.run([vitrine, "turochamp", "--json", "--fen", fen, *arguments], capture_output=True, check=True)
    return json.loads(done.stdout), work() - start

def rows(name):
    return list(csv.DictReader(open(f"{data}/{name}", newline="")))

slowest = compared = 0
reference = rows("strict_all_g1.csv")
for game in rows("game1_turing_vs_strict.csv"):
    number = f"{game['move']}.{game['san']}"
    wanted = [row for row in reference if row["move"] == number]
    sheet, seconds = worksheet(game["fen_before"])
    slowest = max(slowest, seconds)
    assert len(sheet["moves"]) == len(wanted), number
    best = (wanted[0]["value_fraction"], wanted[0]["pp"])
    for move, row in zip(sheet["moves"], wanted):
        where = f"{number}: {move['uci']}"
        assert set("uci san value pp increment best rules".split()) <= set(move), where
        assert (move["uci"], move["fraction"]) == (row["uci"], row["value_fraction"]), where
        assert f"{move['value']:.6f}" == row["value"], where
        assert f"{move['pp']:.1f}" == row["pp"] and f"{move['increment']:+.1f}" == row["increment"], where
        assert move["best"] == ((row["value_fraction"], row["pp"]) == best), where
        assert list(move["rules"]) == "i ii iii iv v vi vii viii ix".split(), where
        assert abs(sum(move["rules"].values()) - move["pp"]) < 1e-9, where
        assert abs(sum(entry["amount"] for entry in move["entries"]) - move["pp"]) < 1e-9, where
        assert abs(min(line["value"] for line in move["lines"]) - move["value"]) < 1e-9, where
        compared += 1
assert compared == len(reference) == 861, compared

tied, _ = worksheet("5bnr/1p1n2pp/3rkp2/p1p1p3/NPP1P3/4K3/P3N2P/R1B2R2 b - b3 0 17")
assert [move["uci"] for move in tied["moves"] if move["best"]] == ["a5b4", "c5b4"]
one, _ = worksheet("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "--move", "e4")
assert [(move["san"], move["best"], move["pp"]) for move in one["moves"]] == [("e4", False, 14.4)]
over, _ = worksheet("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
assert over["moves"] == []
assert slowest < 1, slowest
PYTHON
: >"$work/out"
python3 "$work/check.py" "$vitrine" "$data" 2>"$work/err" || fail "JSON"

finish
