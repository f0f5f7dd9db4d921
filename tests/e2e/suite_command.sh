#!/usr/bin/env bash
# `vitrine suite` from outside: exhibits and programs side by side, bad lines, engines that die, Ctrl-C.
# $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" suite
wac=$(realpath "$2")/tests/data/notation/wacnew.epd
sts=$(realpath "$2")/tests/data/notation/sts_excerpt.epd
cd "$work" || exit 1

cat >mates.epd <<'EPD'
# Mates in one and three, a queen to be taken, and a stalemate to be avoided.
6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm #1; id "back rank";
r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - bm Ra6; dm 3; id "rook";
4k3/8/8/3q4/8/8/3R4/4K3 w - - bm Rxd5; id "queen";
7k/8/6K1/8/8/8/5Q2/8 w - - am Qf7; dm 1; id "no stalemate";
EPD

# The table keeps the order in which the engines were given.
expect "two exhibits" 0 '^vitrine +4/4 100\.0%$' mates.epd --engine mailbox --engine vitrine --nodes 200000
[[ $(cut -d' ' -f1 out | tr '\n' ' ') == "engine mailbox vitrine " ]] || fail "the order of the engines"
expect "the default engine" 0 '^vitrine +4/4' mates.epd --nodes 200000
expect "two at a time" 0 '^vitrine +4/4' mates.epd --engine mailbox --engine vitrine --nodes 200000 --concurrency 2
expect "Win at Chess" 0 '^mailbox +([5-9]|10)/10 ' "$wac" --limit 10 --engine mailbox --depth 5
expect "several suites" 0 '^engine +mates +wacnew +all solved$' mates.epd "$wac" --limit 4 --engine mailbox --depth 3
expect "graded moves" 0 '^engine +sts_excerpt +sts_excerpt points$' "$sts" --limit 5 --engine mailbox --depth 3
grep -qE '^mailbox +[0-5]/5 [0-9.]+% +[0-9]+/500 ' out || fail "points of five positions"
expect "what was not solved" 0 '^mates.epd:3: rook: random plays .*, wanted mate in 3, Ra6\+$' mates.epd --engine random \
  --depth 1 --failed
expect "hash and threads" 0 'note: mailbox has no option Hash' mates.epd --engine mailbox --engine vitrine --hash 8 \
  --threads 2 --depth 5

# A program of ours is a program like any other.
expect "UCI" 0 '4/4 100\.0%$' mates.epd --engine-cmd "$vitrine uci --engine mailbox" --depth 6
expect "xboard" 0 '4/4 100\.0%$' mates.epd --engine-xboard "$vitrine xboard --engine mailbox" --time 300
if command -v gnuchess >/dev/null || [[ -x /usr/games/gnuchess ]]; then
  expect "GNU Chess" 0 '^gnuchess --uci +4/4 100\.0%$' mates.epd --engine-cmd "gnuchess --uci" --engine mailbox --time 300
fi

# It answers one position, dies in the next, and does so again when it is started again.
cat >mortal <<'SCRIPT'
#!/usr/bin/env bash
moves=0
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) ((moves++ > 0)) && exit 3; echo "info depth 1 score mate 1 pv a1a8"; echo "bestmove a1a8" ;;
    quit) exit 0 ;;
  esac
done
SCRIPT
chmod +x mortal
for _ in 1 2 3 4; do echo '6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8; dm 1;'; done >same.epd
expect "an engine that dies" 1 '^\./mortal +2/4 50\.0% +2$' same.epd --engine-cmd ./mortal --engine mailbox --depth 3
grep -qE '^same.epd:2: \./mortal: ' err || fail "no word on whom it failed"
grep -qE '^mailbox +4/4 100\.0% +0$' out || fail "the other engine suffers"
expect "an engine that isn't there" 1 'no-such-engine' same.epd --engine-cmd no-such-engine
expect "an exhibit that isn't there" 2 "no 'fritz'" same.epd --engine fritz
expect "an engine of no name" 2 'names no program' same.epd --engine-cmd ""
expect "a table that is too large" 2 'Hash must be' same.epd --hash 100000000

{ head -2 mates.epd; echo hello; echo '4k3/8/8/3q4/8/8/3R4/4K3 w - - bm Rxd6;'; tail -2 mates.epd; } >bad.epd
expect "bad lines" 1 '^bad.epd:4:31: .*Rxd6' bad.epd --engine vitrine --depth 5
grep -qE '^bad.epd:3:[0-9]+: ' err || fail "the other bad line"
grep -qE '^vitrine +3/3 100\.0%$' out || fail "the rest goes on"
echo hello >nothing.epd
expect "nothing to ask" 1 'no position to ask about' nothing.epd
expect "no such file" 1 'nowhere.epd' nowhere.epd
expect "no file" 2 'files'
expect "help" 0 'vitrine suite wacnew.epd sts.epd' --help

"$vitrine" suite bad.epd --engine mailbox --depth 4 --json --failed >out 2>err
[[ $? == 1 ]] && python3 - out <<'PYTHON' || fail "JSON"
import json, sys
report = json.load(open(sys.argv[1]))
assert report["complete"] and report["limits"] == {"depth": 4}, report
assert [(m["line"]) for m in report["suites"][0]["malformed"]] == [3, 4], report
(result,) = report["results"]
assert (result["engine"], result["solved"], result["solvable"], result["faults"]) == ("mailbox", 3, 3, 0), result
assert report["unsolved"] == [], report
PYTHON

# Ctrl-C, when the first positions have been answered: each takes a tenth of a second, all would take a minute.
"$vitrine" suite "$wac" --engine vitrine --engine-cmd "$vitrine uci --engine mailbox" --time 100 >out 2>err &
pid=$!
# It has then worked for half a second itself, on at least four of its own.
until ! kill -0 "$pid" 2>/dev/null || { read -r -a stat <"/proc/$pid/stat" && ((stat[13] > 50)); }; do
  sleep 0.1
done
kill -INT "$pid"
wait "$pid"
status=$?
[[ $status == 130 ]] || fail "Ctrl-C: exit status $status"
grep -qE '^stopped, incomplete: [0-9]+ of 600 answers$' out || fail "Ctrl-C: no word on what is missing"
grep -qE '^vitrine +[0-9]+/[0-9]+ ' out || fail "Ctrl-C: no table"

finish
