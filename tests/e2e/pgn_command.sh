#!/usr/bin/env bash
# `vitrine pgn` from outside: what it prints and how it exits. $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" pgn
games=$2/tests/data/notation/pgn
source "$(dirname "$0")/../support/signals.sh"

: >"$work/empty.pgn"
printf '1. e4 e5 1-0\n\n[Event "B"]\n\n1. d4 d5 2. Ke3 1-0\n\n[Event "C"]\n\n1. c4 *\n' >"$work/broken.pgn"
head -c 100000 /dev/urandom >"$work/random.pgn"
printf '1. e4 e5 *' >"$work/locked.pgn"

expect "good games" 0 '^6 games, 519 moves, 0 broken' "$games/kasparov-deep-blue-1997.pgn"
expect "several files" 0 '^7 games, 529 moves' "$games/kasparov-deep-blue-1997.pgn" "$games/molinari-bordais-1979.pgn"
expect "another variant" 0 '0 broken, 2 skipped' "$games/antichess-programfox.pgn"
expect "an empty file" 0 '^0 games, 0 moves' "$work/empty.pgn"
expect "a broken game" 1 "broken\.pgn:5: game 2, ply 3: 'Ke3'" "$work/broken.pgn"
expect "the rest of its file" 1 '^3 games, 5 moves, 1 broken' "$work/broken.pgn"
expect "random bytes" 1 'broken' "$work/random.pgn"
expect "a missing file" 2 'missing\.pgn: No such file' "$work/missing.pgn"
expect "the file after it" 2 '^1 games' "$work/missing.pgn" "$games/molinari-bordais-1979.pgn"
expect "a directory" 2 'Is a directory' "$work"
expect "an output nobody can write" 2 'No such file' "$games/molinari-bordais-1979.pgn" --output "$work/no/such/dir.pgn"
expect "the input as output" 2 "can't be written while" "$work/broken.pgn" --output "$work/broken.pgn"
expect "--quiet" 1 '^3 games' "$work/broken.pgn" --quiet
grep -q 'Ke3' "$work/out" && fail "--quiet: still lists broken games"
expect "--progress" 0 '^6 games' "$games/kasparov-deep-blue-1997.pgn" --progress
expect "--help" 0 'Examples:' --help
expect "no files" 2 'files is required'

if [[ $(id -u) != 0 ]]; then
  chmod 000 "$work/locked.pgn"
  expect "a locked file" 2 'Permission denied' "$work/locked.pgn"
fi

[[ $(wc -c <"$work/broken.pgn") -gt 50 ]] || fail "the input as output: it was overwritten"

# Every line of --json is JSON, and says what the text says.
"$vitrine" pgn "$work/broken.pgn" "$games/antichess-programfox.pgn" --json >"$work/out" 2>"$work/err"
python3 - "$work/out" <<'PYTHON' || fail "--json: not what it should be"
import json, sys

lines = [json.loads(line) for line in open(sys.argv[1])]
assert [line["type"] for line in lines] == ["broken", "skipped", "skipped", "summary"], lines
broken, summary = lines[0], lines[-1]
assert (broken["line"], broken["game"], broken["ply"]) == (5, 2, 3) and "Ke3" in broken["reason"], broken
assert (summary["games"], summary["moves"], summary["broken"], summary["skipped"]) == (5, 5, 1, 2), summary
PYTHON

# What --output writes reads back without errors, the same every time.
for file in "$games"/*.pgn "$work/broken.pgn" "$work/random.pgn"; do
  "$vitrine" pgn "$file" --quiet --output "$work/once.pgn" >"$work/out" 2>"$work/err"
  "$vitrine" pgn "$work/once.pgn" --output "$work/twice.pgn" >"$work/out" 2>"$work/err" || fail "--output $file: can't be read"
  cmp -s "$work/once.pgn" "$work/twice.pgn" || fail "--output $file: changes when it is read and written again"
done
[[ $("$vitrine" pgn "$work/broken.pgn" --output - 2>/dev/null | grep -c '^\[Result "\*"\]$') == 2 ]] || fail "--output -"

# Standard input; and what is known when the user stops waiting for the rest of it.
[[ $("$vitrine" pgn - <"$games/molinari-bordais-1979.pgn") == 1\ games,\ 10\ moves* ]] || fail "standard input"
mkfifo "$work/pipe"
"$vitrine" pgn "$work/pipe" >"$work/out" 2>"$work/err" &
reader=$!
exec 3>"$work/pipe"
# More than a pipe holds: when all is written, some of it has been read.
for ((i = 0; i < 40; ++i)); do cat "$games/kasparov-deep-blue-1997.pgn"; done >&3
until hears_term "$reader"; do sleep 0.05; done
kill -TERM "$reader"
wait "$reader"
[[ $? == 130 ]] || fail "stopped: exit status"
grep -q '^[1-9][0-9]* games' "$work/out" || fail "stopped: no summary"
exec 3>&-

finish
