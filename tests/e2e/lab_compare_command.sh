#!/usr/bin/env bash
# `vitrine lab compare` from outside, on a small data set. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" lab compare

# Positions whose score is their material: what regression finds at once.
python3 - "$work/positions.txt" <<'PYTHON'
import random, sys
random.seed(7)
worth = {"P": 100, "N": 300, "B": 300}
with open(sys.argv[1], "w", encoding="utf-8") as out:
    for _ in range(8000):
        board = [[None] * 8 for _ in range(8)]
        board[7][random.randrange(8)] = "K"
        board[0][random.randrange(8)] = "k"
        score = 0
        for _ in range(random.randrange(4, 14)):
            rank, file = random.randrange(2, 6), random.randrange(8)
            man = random.choice("PPNB")
            if board[rank][file] is None:
                white = random.random() < 0.5
                board[rank][file] = man if white else man.lower()
                score += worth[man] if white else -worth[man]
        if abs(score) > 900:  # would be clipped
            continue
        rows = []
        for row in board:
            text, empty = "", 0
            for cell in row:
                if cell is None:
                    empty += 1
                    continue
                text += (str(empty) if empty else "") + cell
                empty = 0
            rows.append(text + (str(empty) if empty else ""))
        result = "1.0" if score > 150 else "0.0" if score < -150 else "0.5"
        out.write("/".join(rows) + f" w - - 0 1 | {score} | {result}\n")
PYTHON
"$vitrine" lab data import "$work/positions.txt" --out "$work/small.set" >"$work/out" 2>"$work/err" || fail "import"

settings=(--data "$work/small.set" --player challenger naive medians ridge --games 6 --nodes 100 --out "$work/one")
expect "a comparison" 0 '^ridge +384 ' "${settings[@]}"
for file in compare.md compare.csv models/naive.txt models/medians.svg models/ridge.txt games.db history/ridge/loss.csv; do
  [[ -s $work/one/$file ]] || fail "no $file"
done
cp "$work/out" "$work/first"
python3 - "$work/one/compare.csv" <<'PYTHON' || fail "compare.csv"
import csv, sys
rows = {row["player"]: row for row in csv.DictReader(open(sys.argv[1], encoding="utf-8"))}
assert set(rows) == {"challenger", "naive", "medians", "ridge"}, rows
assert all(int(row["games"]) == 6 for row in rows.values()), rows
error = {name: float(row["held_out_error_pawns"]) for name, row in rows.items()}
# The scores are sums over men: regression finds those sums, medians can't.
assert error["ridge"] < 0.5 < 1 < error["medians"], error
PYTHON
expect "a second start has nothing to do" 0 '^ridge +384 ' "${settings[@]}"
cmp -s "$work/out" "$work/first" || fail "a second start says the same"
expect "other settings" 2 'other settings' "${settings[@]}" --seed 2
expect "no games" 0 'ridge: [0-9.]+ pawns off' --data "$work/small.set" --player naive ridge --games 0 \
  --out "$work/two"

# Killed at any moment it goes on from where it was, and ends with the same games.
settings=(--data "$work/small.set" --player challenger naive ridge --games 300 --nodes 200 --concurrency 1 --seed 3)
"$vitrine" lab compare "${settings[@]}" --out "$work/three" >"$work/out" 2>"$work/err" </dev/null &
process=$!
for _ in $(seq 600); do
  [[ -e $work/three/games.db ]] && break
  kill -0 "$process" 2>/dev/null || break
  read -rt 0.1 <> <(:)
done
kill -KILL "$process" 2>/dev/null
wait "$process" 2>/dev/null
"$vitrine" lab compare "${settings[@]}" --out "$work/three" >"$work/out" 2>"$work/err" </dev/null &
process=$!
for _ in $(seq 100); do
  "$vitrine" tournament -show "$work/three/games.db" >"$work/shown" 2>/dev/null && grep -qE '[1-9][0-9]* +[0-9.]+ %' "$work/shown" && break
  kill -0 "$process" 2>/dev/null || break
  read -rt 0.1 <> <(:)
done
kill -INT "$process" 2>/dev/null
wait "$process"
status=$?
[[ $status == 130 || $status == 0 ]] || fail "Ctrl-C: exit status $status"
[[ $status == 0 ]] || grep -q 'goes on from here' "$work/err" || fail "what Ctrl-C says"
expect "and goes on" 0 ' 300 +[0-9.]+%$' "${settings[@]}" --out "$work/three"

# At fixed nodes a repeated opening is a repeated game: the same two never have one twice.
python3 - "$work/three/games.db" <<'PYTHON' || fail "openings repeat"
import sqlite3, sys
games = sqlite3.connect(sys.argv[1]).execute("select white, black, start, opening_moves from game").fetchall()
assert len(games) == 450, len(games)
assert len({(white, black, start, moves) for white, black, start, moves in games}) == 450
assert len({(start, moves) for _, _, start, moves in games}) == 75
PYTHON
expect "more games than openings" 2 'there are [0-9]+ openings' --data "$work/small.set" --player naive ridge --games 100000 \
  --out "$work/five"

expect "no data" 1 'nowhere.set' --data "$work/nowhere.set" --games 0 --out "$work/four"
expect "nobody" 2 "there is no 'nobody'; there are challenger, naive," --data "$work/small.set" --player naive nobody
expect "twice" 2 "'naive' is there twice" --data "$work/small.set" --player naive naive
expect "alone" 2 'takes two at least' --data "$work/small.set" --player naive
expect "an impossible folder" 1 "can't make the folder" --data "$work/small.set" --out /dev/null/x
expect "help" 0 'vitrine lab compare --data train.set --games 1000' --help

finish
