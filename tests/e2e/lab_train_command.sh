#!/usr/bin/env bash
# `vitrine lab train` from outside. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" lab train

# same A B: two files are equal.
same() { cmp -s "$1" "$2" || fail "$(basename "$1") and $(basename "$2") differ"; }

# Random positions, judged by material: a queen 9, a rook 5, a bishop or a knight 3, a pawn 1.
"$vitrine" random-positions 6000 --seed 4 | python3 -c '
import sys
worth = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
for fen in sys.stdin:
    fen = fen.strip()
    score = sum(worth[c.lower()] * (1 if c.isupper() else -1) for c in fen.split()[0] if c.isalpha())
    print(fen, "|", score, "|", "1-0" if score > 0 else "0-1" if score < 0 else "1/2-1/2")
' >"$work/judged.txt"
"$vitrine" lab data import "$work/judged.txt" --out "$work/a.set" >/dev/null || fail "import"

# Each method, and what is printed.
for method in genetic medians means ridge logistic random; do
  expect "$method" 0 '^wrote ' $method --data "$work/a.set" --out "$work/$method.txt" --steps 3 --children 20
  grep -q "^provenance vitrine lab train $method, seed 1" "$work/$method.txt" || fail "$method: provenance"
  grep -q '^[0-9]* positions read in [0-9.]* s, [0-9]* of them held out$' "$work/out" || fail "$method: what was read"
  grep -qE '^off by [0-9.]+ pawns in training, [0-9.]+ held out; squared error in points held out 0\.[0-9]+; ' \
    "$work/out" || fail "$method: errors"
done
expect "ridge finds material" 0 'training 0\.0[0-9]+  held out 0\.0[0-9]+ pawns' \
  ridge --data "$work/a.set" --out "$work/ridge.txt" --ridge 0.01 --clip 100
expect "a king model" 0 'iteration  *[0-9]+ of 20' \
  ridge --data "$work/a.set" --out "$work/big.txt" --kind king-piece-square --tapered --iterations 20
grep -q '^kind king-piece-square$' "$work/big.txt" && grep -q '^phases middlegame endgame$' "$work/big.txt" ||
  fail "the king model's kind"
expect "results" 0 'points squared' logistic --data "$work/a.set" --out "$work/l.txt" --target mix --epochs 2

# Engines play by it.
for engine in vitrine challenger; do
  with=$("$vitrine" bench --engine $engine --depth 4 --model "$work/ridge.txt" 2>&1 | grep '^Nodes searched')
  without=$("$vitrine" bench --engine $engine --depth 4 2>&1 | grep '^Nodes searched')
  [[ -n $with && $with != "$without" ]] || fail "$engine does not play by the model: $with, without it $without"
done

# The same model for any number of threads.
run=(genetic --data "$work/a.set" --generations 40 --children 100 --elite 4 --crossover uniform --adapt-step)
expect "one thread" 0 'generation  *40 of 40' "${run[@]}" --threads 1 --out "$work/one.txt" --history "$work/one.history"
expect "three threads" 0 'generation  *40 of 40' "${run[@]}" --threads 3 --out "$work/three.txt"
same "$work/one.txt" "$work/three.txt"
[[ $(head -1 "$work/one.history/loss.csv") == step,training,held_out && -f $work/one.history/0039.txt ]] || fail "history"
[[ $(wc -l <"$work/one.history/loss.csv") == 41 ]] || fail "loss.csv has a line for each generation"

# Killed at random moments, it goes on to the same model and the same history. It is killed once it has written a
# checkpoint that is further than the one before.
step_of() { sed -n 's/^step //p' "$work/state" 2>/dev/null; }
long=(genetic --data "$work/a.set" --generations 1500 --children 64 --milestone 100 --elite 2 --adapt-step)
expect "unbroken" 0 'generation  *1500 of 1500' "${long[@]}" --out "$work/unbroken.txt" --history "$work/unbroken.history"
kills=0
while ((kills < 5)); do
  before=$(step_of)
  "$vitrine" lab train "${long[@]}" --out "$work/broken.txt" --history "$work/broken.history" \
    --checkpoint "$work/state" --checkpoint-every 0.05 >"$work/out" 2>&1 </dev/null &
  pid=$!
  while kill -0 $pid 2>/dev/null && [[ $(step_of) == "$before" ]]; do :; done
  if ! kill -9 $pid 2>/dev/null; then
    wait $pid
    break # it was faster
  fi
  wait $pid 2>/dev/null
  kills=$((kills + 1))
done
((kills > 0)) || fail "it never was killed"
[[ -e $work/broken.txt ]] && ((kills == 5)) && fail "a killed run wrote its model"
expect "after the last kill" 0 'generation  *1500 of 1500' "${long[@]}" --out "$work/broken.txt" \
  --history "$work/broken.history" --checkpoint "$work/state"
grep -q '^going on after generation [0-9]* of .*/state$' "$work/out" || ((kills < 5)) || fail "it does not say that it goes on"
same "$work/unbroken.txt" "$work/broken.txt"
diff -rq "$work/unbroken.history" "$work/broken.history" >&2 || fail "histories differ"

# Ctrl-C: exit status 130, a model so far, and on it goes.
rm "$work/state"
"$vitrine" lab train "${long[@]}" --out "$work/stopped.txt" --checkpoint "$work/state" --checkpoint-every 0.05 \
  >"$work/out" 2>&1 </dev/null &
pid=$!
while kill -0 $pid 2>/dev/null && [[ -z $(step_of) ]]; do :; done
kill -INT $pid
wait $pid
status=$?
if [[ $status == 130 ]]; then
  grep -q ', unfinished$' "$work/out" || fail "it does not say that it is unfinished"
  grep -q '^provenance generation [0-9]* of 1500' "$work/stopped.txt" || fail "the model so far"
else
  [[ $status == 0 ]] || fail "Ctrl-C: exit status $status"
fi
expect "after Ctrl-C" 0 'generation  *1500 of 1500' "${long[@]}" --out "$work/stopped.txt" --checkpoint "$work/state"
same "$work/unbroken.txt" "$work/stopped.txt"

# A full disk, as far as one can be had here: no file may grow beyond 2 kB. The old checkpoint stays, and no draft.
cp "$work/state" "$work/kept"
(
  trap '' XFSZ
  ulimit -f 2
  exec "$vitrine" lab train "${long[@]/1500/1600}" --out "$work/x.txt" --checkpoint "$work/state" \
    >/dev/null 2>"$work/err" </dev/null
)
status=$?
[[ $status == 1 ]] && grep -q 'state.*: ' "$work/err" || fail "a full disk: exit status $status, $(cat "$work/err")"
same "$work/state" "$work/kept"
[[ ! -e $work/state.part ]] || fail "a draft is left behind"

# What is wrong, it says.
expect "another run's checkpoint" 1 'state: this is the checkpoint of another run' \
  "${long[@]}" --seed 2 --out "$work/x.txt" --checkpoint "$work/state"
head -c 1000 "$work/state" >"$work/cut"
expect "half a checkpoint" 1 'cut: the checkpoint is cut short' "${long[@]}" --out "$work/x.txt" --checkpoint "$work/cut"
expect "no data" 1 'nothing\.set: ' ridge --data "$work/nothing.set" --out "$work/x.txt"
head -c 100000 "$work/a.set" >"$work/half.set"
expect "half a data set" 1 'half\.set: ' ridge --data "$work/half.set" --out "$work/x.txt"
expect "results for medians" 2 'medians learns from scores' medians --data "$work/a.set" --out "$work/x.txt" --target result
expect "a method that isn't" 2 'magic' magic --data "$work/a.set" --out "$work/x.txt"
expect "no out" 2 '--out' ridge --data "$work/a.set"
expect "an elite too large" 2 'elite' genetic --data "$work/a.set" --out "$work/x.txt" --children 5 --elite 6
expect "nowhere to write" 1 'nowhere/x\.txt' means --data "$work/a.set" --out "$work/nowhere/x.txt"
expect "a history where a file is" 1 'a\.set' means --data "$work/a.set" --out "$work/x.txt" --history "$work/a.set"
if [[ -c /dev/full ]]; then
  expect "a full disk" 1 '/dev/full: .*space' means --data "$work/a.set" --out /dev/full
fi
expect "help" 0 'vitrine lab train ridge --data' --help

finish
