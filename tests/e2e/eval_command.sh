#!/usr/bin/env bash
# `vitrine eval` and `vitrine tune` from outside. $1 is the vitrine binary.
set -uo pipefail
vitrine=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect NAME STATUS PATTERN ARGUMENT...: runs `vitrine ARGUMENT...`; PATTERN must be in what it prints.
expect() {
  local name=$1 status=$2 pattern=$3
  shift 3
  "$vitrine" "$@" >"$work/out" 2>"$work/err" </dev/null
  local got=$?
  if [[ $got != "$status" ]] || ! grep -qE -- "$pattern" "$work/out" "$work/err"; then
    echo "FAILED: $name: exit status $got (expected $status), pattern '$pattern'" >&2
    sed 's/^/    /' "$work/out" "$work/err" >&2
    failures=$((failures + 1))
  fi
}

expect "the start position" 0 '^value \+0\.[0-9]{2} for White$' eval
expect "its phase" 0 'phase 24/24' eval
for term in material squares imbalance mobility pawns passed minors majors king danger threats space tempo; do
  expect "the term $term" 0 "^$term +(-?[0-9]+\.[0-9]{2} *){6}\$" eval
done
expect "a known draw" 0 '^value \+0\.00 for White$' eval "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"
expect "and that it is known" 0 'this ending is known' eval "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"
expect "a known win of Black" 0 '^value -3[0-9]\.[0-9]{2} for White$' eval "8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"
expect "a check" 0 'white is in check' eval "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
expect "a broken FEN" 2 'FEN: .*' eval "4k3/8/8/8/8/8/8/8 w - - 0 1"
expect "two positions" 2 'unexpected argument' eval a b
expect "help" 0 'vitrine eval --json' eval --help

"$vitrine" eval "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" --json >"$work/one.json" &&
  python3 - "$work/one.json" <<'PYTHON' || { echo "FAILED: JSON" >&2; failures=$((failures + 1)); }
import json, sys
one = json.load(open(sys.argv[1]))
assert len(one["men"]) == 32 and len(one["terms"]) == 14, one
for part in ("middlegame", "endgame"):
    assert sum(term["total"][part] for term in one["terms"]) == one[part], part
    for man in one["men"]:
        assert sum(term[part] for term in man["terms"].values()) == man[part], man
material = {man["square"]: man["terms"]["material"]["middlegame"] for man in one["men"] if "material" in man["terms"]}
assert material["d1"] == material["d8"] > material["a1"] > material["f3"] > material["e4"] > 0, material
assert one["phase"] == 24 and one["scale"] == 64 and one["value"] == one["value_for_mover"]
PYTHON

# Two hundred games of one opening, decided by who has the queen: the tuner must foretell them better than before.
for i in $(seq 1 100); do
  echo "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 $i;1-0"
  echo "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 $i | -900 | 0-1"
done >"$work/games.txt"
expect "measure only" 0 '^epoch   0 +training 0\.[0-9]+ +validation 0\.[0-9]+ \*' tune "$work/games.txt" --epochs 0
expect "tune" 0 '^epoch   3 ' tune "$work/games.txt" --epochs 3 --batch 50 --out "$work/w.inc" --state "$work/s"
expect "the weights" 0 '.' eval
grep -q '^\.material = {$' "$work/w.inc" && grep -q '^// Written by `vitrine tune`: 200 positions' "$work/w.inc" ||
  { echo "FAILED: weights file" >&2; failures=$((failures + 1)); }
expect "go on" 0 'going on after epoch 3' tune "$work/games.txt" --epochs 4 --batch 50 --state "$work/s"

# Stopped, it writes the best so far. (A shell's background jobs ignore SIGINT; SIGTERM means the same here.)
mkfifo "$work/told"
"$vitrine" tune "$work/games.txt" --epochs 100000 --out "$work/stopped.inc" >"$work/told" 2>&1 &
tuner=$!
exec 3<"$work/told"
while read -r line <&3 && [[ $line != "epoch   2 "* ]]; do :; done
kill -TERM $tuner
cat <&3 >"$work/out"
wait $tuner
got=$?
[[ $got == 130 ]] && grep -q '^\.material = {$' "$work/stopped.inc" ||
  { echo "FAILED: stopped tuner: exit status $got" >&2; failures=$((failures + 1)); }

echo 'nonsense' >"$work/bad.txt"
expect "a broken line" 1 "bad.txt:1: expected 'FEN" tune "$work/bad.txt"
expect "no file" 1 "can't read" tune "$work/none.txt"
expect "no data" 2 'data is required' tune
expect "tune's help" 0 'zstdcat' tune --help

((failures == 0)) && echo "vitrine eval: all is well"
exit $((failures > 0))
