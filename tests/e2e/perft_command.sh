#!/usr/bin/env bash
# `vitrine perft` from outside: what it prints and how it exits. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" perft
source "$(dirname "$0")/../support/signals.sh"

start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
kiwipete="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"

expect "depth 0" 0 '^Nodes searched: 1$' 0
expect "the start position" 0 '^Nodes searched: 4865609$' 5
expect "threads" 0 '^Nodes searched: 4865609$' 5 --threads 3
expect "a hash table" 0 '^Nodes searched: 4865609$' 5 --hash 1 --threads 2
expect "four fields of FEN" 0 '^Nodes searched: 4085603$' 4 --fen "$kiwipete"
expect "mate" 0 '^Nodes searched: 0$' 3 --fen "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
[[ $("$vitrine" perft 4 | tail -1) == "Nodes searched: 197281" ]] || fail "the last line"

# The published divide of the start position at depth 5.
expect "divide" 0 '^Nodes searched: 4865609$' 5 --divide
diff <(grep -E '^[a-h]' "$work/out" | sort) - <<'DIVIDE' || fail "divide: not the published counts"
a2a3: 181046
a2a4: 217832
b1a3: 198572
b1c3: 234656
b2b3: 215255
b2b4: 216145
c2c3: 222861
c2c4: 240082
d2d3: 328511
d2d4: 361790
e2e3: 402988
e2e4: 405385
f2f3: 178889
f2f4: 198473
g1f3: 233491
g1h3: 198502
g2g3: 217210
g2g4: 214048
h2h3: 181044
h2h4: 218829
DIVIDE

# Castling is e1g1 in ordinary chess, king takes rook in Chess960.
expect "castling" 0 '^e1g1: ' 1 --divide --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
expect "castling with --chess960" 0 '^e1h1: ' 1 --divide --chess960 --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
expect "castling in Chess960" 0 '^e1g1: ' 1 --divide --fen "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"

expect "a broken FEN" 2 "^vitrine perft: --fen: castling, column 47: 'x'" 3 --fen "${start/KQkq/x}"
grep -q "^ \{48\}^$" "$work/err" || fail "a broken FEN: no mark under the place"
expect "no FEN at all" 2 '^vitrine perft: --fen: .*the text is empty' 3 --fen ""
expect "an impossible position" 2 'White has no king' 3 --fen "4k3/8/8/8/8/8/8/8 w - - 0 1"
expect "rights that can't be" 0 '^note: .*no rook' 3 --fen "4k3/8/8/8/8/8/8/4K3 w K - 0 1"
expect "a negative depth" 2 '^vitrine perft: ' -- -1
expect "a depth beyond reason" 2 'not in range' 61
expect "a depth that is no number" 2 'not in range|convert' five
expect "no depth" 2 'how deep' --divide
expect "no threads" 2 'threads.*not in range' 3 --threads 0
expect "too many threads" 2 'threads.*not in range' 3 --threads 1025
expect "too much memory" 2 'is more than the' 3 --hash 999999999
expect "less than no memory" 2 'hash' 3 --hash -5
expect "a suite and a depth" 2 'excludes' 3 --suite "$work/none"

# JSON is one object with everything in it.
expect "--json" 0 '"nodes":8902' 3 --json --divide --threads 2 --hash 1
python3 - "$work/out" "$start" <<'PYTHON' || fail "--json: not what it should be"
import json, sys

count = json.loads(open(sys.argv[1]).read())
assert list(count) == ["fen", "depth", "nodes", "seconds", "nps", "complete", "threads", "hash_mb", "divide"], count
assert (count["fen"], count["depth"], count["nodes"]) == (sys.argv[2], 3, 8902), count
assert (count["threads"], count["hash_mb"], count["complete"]) == (2, 1, True), count
assert {"move": "e2e4", "nodes": 600} in count["divide"] and len(count["divide"]) == 20, count
PYTHON

# A suite, in both forms.
printf '%s\n' "# known counts" "" "$start ;D1 20 ;D2 400;D3 8902" "$kiwipete ;D4 4085603" >"$work/good.epd"
printf '%s\r\n' "id start" "epd ${start% 0 1}" "perft 1 20" "perft 4 197281" "" "# end" >"$work/good.perft"
expect "a good suite" 0 '^2 positions, 4 counts, 0 mismatches, 0 malformed lines' --suite "$work/good.epd"
expect "a good .perft" 0 '^1 positions, 2 counts, 0 mismatches' --suite "$work/good.perft"
expect "--max-depth" 0 '^2 positions, 3 counts' --suite "$work/good.epd" --max-depth 3
expect "standard input" 1 'nothing to check' --suite -
sed 's/8902/8903/' "$work/good.epd" >"$work/wrong.epd"
expect "a wrong number" 1 'wrong.epd:3: rnbq.* depth 3: expected 8903, got 8902$' --suite "$work/wrong.epd"
expect "the rest of that suite" 1 '4 counts, 1 mismatches' --suite "$work/wrong.epd"
printf '%s\n' "nonsense ;D1 3" "$start ;D1 20 ;E2 400" "$start" "$start ;D99 1" "$start ;D1 many" "perft 1 20" \
  "epd 8/8/8/8/8/8/8/8 w - -" "perft 1 1" "$start ;D2 400" >"$work/bad.epd"
expect "malformed lines" 2 '2 counts, 0 mismatches, 7 malformed lines' --suite "$work/bad.epd"
for message in '1: placement' "2: expected a count such as D5 4865609, not 'E2 400'" '3: no counts' \
  "4: the depth must be 0 to 60, not '99'" "5: the count must be a whole number, not 'many'" '6: perft without' '7: .*no king'; do
  grep -q "bad.epd:$message" "$work/err" || fail "malformed lines: does not print '$message'"
done
expect "a missing suite" 1 'none: No such file' --suite "$work/none"
expect "a directory" 1 'Is a directory' --suite "$work"

# Many positions: what comes out is a suite, or JSON.
printf '%s\n' "$start" "$kiwipete" >"$work/fens"
expect "--fens" 0 '^rnbq.* ;D3 8902$' 3 --fens "$work/fens"
cp "$work/out" "$work/made.epd"
expect "--fens makes a suite" 0 '2 counts, 0 mismatches' --suite "$work/made.epd"
expect "--fens --json" 0 '"nodes":97862.*"divide":\[' 3 --fens "$work/fens" --json --divide
[[ $(wc -l <"$work/out") == 2 ]] || fail "--fens --json: not one object a line"
echo "8/8 w - - 0 1" >>"$work/fens"
expect "a broken line" 2 'fens:3: placement' 3 --fens "$work/fens"

# Ctrl-C: the counts so far, marked, and no crash with many threads.
for mode in "9 --threads 4" "9 --divide --hash 16" "9 --json"; do
  # shellcheck disable=SC2086
  "$vitrine" perft $mode >"$work/out" 2>"$work/err" &
  counting=$!
  until hears_term "$counting"; do sleep 0.05; done
  kill -TERM "$counting"
  wait "$counting"
  [[ $? == 130 ]] || fail "stopped: perft $mode: exit status"
  grep -qE 'Nodes searched: [0-9]+ \(incomplete\)|"complete":false' "$work/out" || fail "stopped: perft $mode: not marked"
done

finish
