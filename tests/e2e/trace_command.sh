#!/usr/bin/env bash
# `vitrine trace`, `vitrine time` and the squares of `vitrine eval` from outside. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1"

# check NAME FILE: the Python on standard input must agree with the JSON, called `one`.
check() {
  { echo "import json, sys; one = json.load(open(sys.argv[1]))"; cat; } >"$work/check.py"
  python3 "$work/check.py" "$2" || fail "$1"
}

blunder="r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
expect "every move" 0 '^Nf6 .*mated in 1 for Black' trace "$blunder" --depth 8 --nodes 100000
expect "the best" 0 'Best: Ra8#' trace "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" --depth 3
expect "the refutation" 0 'Qxf7#  \[mate;' trace "$blunder" --depth 8 --nodes 100000 --move Nf6
expect "a stalemate" 0 'Stalemate: a draw' trace "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1" --depth 4 --move Ke6
expect "no such move" 2 '--move: ' trace --move Ke2
expect "a finished game" 2 'no legal move' trace "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
expect "too many nodes" 2 'nodes' trace --nodes 1000000
expect "help" 0 'poor_history' trace --help
"$vitrine" trace "$blunder" --json --nodes 20000 >"$work/trace.json"
check "the trace in JSON" "$work/trace.json" <<'PYTHON'
assert one["nodes"] == 20000 and one["root"]["node"] == 0, one["nodes"]
assert len(one["children"]) == one["root"]["children"]
assert sum(child["nodes"] for child in one["children"]) + 1 == one["root"]["nodes"]
best = [child for child in one["children"] if child["reason"] == "best"]
assert [child["move"] for child in best] == [one["best"]] and best[0]["score"] == -one["score"], best
PYTHON

# 1% of 180 s and 2 s; see tests/lab for more.
expect "the ancestor's first move" 0 '^ +1 +32 +3.80 +180.00$' time --rule ancestor --clock 3+2 --every 1
expect "other coefficients" 0 'ancestor 0.02/0.05 at 20,3\+2,1,32,5600,180000' time --rule ancestor --clock 3+2 --early 0.02 --csv
expect "a picture" 0 '^</svg>$' time --svg
expect "curves that end" 0 '^ +300 ' time --clock 1+0 --moves 300
printf '1. e4 d5 2. exd5 Qxd5 3. Nc3 *\n\n1. e4 e5 *\n' >"$work/games.pgn"
expect "a real game" 0 'mailbox,5\+0,3,30,' time --rule mailbox --clock 5+0 --pgn "$work/games.pgn" --game 1 --csv
expect "its other side" 0 'mailbox,5\+0,2,31,' time --rule mailbox --clock 5+0 --pgn "$work/games.pgn" --game 1 --player black --csv
expect "no such game" 2 'no game 7' time --pgn "$work/games.pgn" --game 7
expect "a clock in seconds only" 2 'minutes and seconds' time --clock 60
expect "no such rule" 2 'no rule is called' time --rule stockfish
expect "a share beyond 1" 2 'early must be a share' time --early 2

expect "the squares" 0 'belongs to no single man' eval --squares
expect "men and squares alone" 0 '^value \+0\.00 for White$' eval --model piece-square
expect "no such model" 2 '--model: ' eval --model "$work/none.txt"
"$vitrine" eval "$blunder" --json >"$work/eval.json"
check "squares in JSON" "$work/eval.json" <<'PYTHON'
assert len(one["squares"]) == 32 and one["squares"]["h5"] > 500 > -500 > one["squares"]["d8"], one["squares"]
assert sum(one["squares"].values()) + one["elsewhere"] == one["value_of_terms"] == one["value"]
PYTHON

finish
