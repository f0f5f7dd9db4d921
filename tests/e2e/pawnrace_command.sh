#!/usr/bin/env bash
# `vitrine pawnrace` from outside. $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" pawnrace
source=$(realpath "$2")
cd "$work" || exit 1

prints() { grep -qE -- "$1" out || fail "does not print '$1'"; }

# Every command has help with examples and says what its exit status means, and refuses what it does not know.
expect "nothing" 2 'which command'
expect "an unknown option" 2 "unknown option '--nonsense'" --nonsense
expect "an unknown command" 2 "'nonsense'" nonsense
expect "help" 0 '^Exit status: ' --help
for command in play gaps engine match tournament solve verify prove check trial perft book; do
  expect "$command --help" 0 '^Exit status: ' "$command" --help
  grep -q '^Examples:' out || fail "$command --help: no examples"
  expect "$command --nonsense" 2 . "$command" --nonsense
done

# The table: 64 values, the same for mirror images, and the same as in the guide.
expect "gaps" 0 '^  a  D     W31   W29   W31   W33   L30   L32   W29' gaps
[[ $(grep -cE '^[a-d][a-h] [WDL]  1\. ' out) == 32 ]] || fail "gaps: not 32 lines"
expect "gaps as JSON" 0 '"af": "L"' gaps --json
python3 - out <<'PY' || fail "gaps as JSON"
import json, sys
table = json.load(open(sys.argv[1]))
files = "abcdefgh"
assert len(table) == 64 and set(table.values()) <= set("WDL")
assert list(table)[:2] == ["aa", "ab"]
for key, value in table.items():
    assert table["".join(files[7 - files.index(c)] for c in key)] == value, key
PY
expect "gaps with lines" 0 '"plies": 30' gaps --json --lines
python3 -c 'import json; t = json.load(open("out")); assert len(t["hc"]["line"]) == t["af"]["plies"] == 30' ||
  fail "gaps with lines"

"$vitrine" pawnrace gaps --json --lines >out 2>err
python3 - out "$source/docs/pawnrace.md" <<'PY' || fail "docs/pawnrace.md has another table"
import json, re, sys
table = json.load(open(sys.argv[1]))
rows = re.findall(r"^\| \*\*([a-h])\*\* \|(.*)\|$", open(sys.argv[2]).read(), re.MULTILINE)
assert len(rows) == 8
for white, cells in rows:
    for black, cell in zip("abcdefgh", cells.split("|"), strict=True):
        start = table[white + black]
        assert cell.strip(" *") == (start["value"] + " " + str(start.get("plies", ""))).strip(), white + black
PY

expect "perft" 0 '^403814$' perft 5 --gaps ad
expect "perft of nothing" 2 'which position' perft 5
expect "perft of nonsense" 2 "names no gaps" perft 5 --gaps zz
expect "perft of a false position" 2 '7 ranks instead of 8' perft 5 --position "8/8/8/8/8/8/8 w -"

# Solving: values, and going on after a stop.
expect "a race" 0 '^8/8/P7/8/8/8/7p/8 w - L in 2 .* a7 h1$' solve --position "8/8/P7/8/8/8/7p/8 w -" --memory 1
five="8/p1ppp3/8/8/8/8/1PPPP3/8 w -"
expect "five files" 0 ' L in 22 ' solve --position "$five" --memory 16 --threads 2
expect "as JSON" 0 '"value":"L","plies":22,"line":"' solve --position "$five" --memory 16 --json
expect "the outcome alone" 0 ' L  \(' solve --position "$five" --memory 16 --outcome
expect "with a checkpoint" 0 ' L in 22 ' solve --position "$five" --memory 16 --checkpoint kept
expect "with it again" 0 ' L in 22 ' solve --position "$five" --memory 16 --checkpoint kept
expect "with another memory" 1 'was made with a table of 16 MiB' solve --position "$five" --memory 32 --checkpoint kept
expect "of nothing" 2 'which position' solve
expect "of all and one" 2 'neither --gaps nor --position' solve --all --gaps af
"$vitrine" pawnrace solve --all --memory 64 --checkpoint all >out 2>err </dev/null &
pid=$!
until [[ -e all ]]; do sleep 0.05; done
kill -TERM $pid
wait $pid
[[ $? == 130 ]] || fail "solve --all does not stop at Ctrl-C"
[[ -s all/table.bin ]] || fail "solve --all keeps nothing"

# Proofs: ours, and a checker in another language, agree; a changed byte is found.
expect "prove" 0 'black wins: [0-9]+ positions' prove --position "$five" --memory 16 --out five.vpr
expect "verify" 0 'black wins: true' verify five.vpr
python3 "$source/tests/pawnrace/check_proof.py" five.vpr >out 2>err || fail "check_proof.py"
prints 'black wins: true'
# Stopped while it wrote, it goes on with what is missing.
expect "prove what is proven" 0 'black wins: is there already' prove --position "$five" --memory 16 --out five.vpr
cp five.vpr whole.vpr
head -c 1000 whole.vpr >five.vpr
expect "prove what was cut off" 0 'black wins: [0-9]+ positions' prove --position "$five" --memory 16 --out five.vpr
cmp five.vpr whole.vpr >out 2>err || fail "a proof that went on is another"
echo "something else" >other.txt
expect "prove into another file" 1 'other.txt: a file of proofs begins with' prove --position "$five" --memory 16 --out other.txt
[[ $(cat other.txt) == "something else" ]] || fail "prove has written into another file"
head -c 1000 whole.vpr >cut.vpr
expect "verify what was cut off" 1 'cut.vpr: the bytes of .* are cut off' verify cut.vpr

expect "prove a draw" 0 'black holds: [0-9]+ positions' prove --position "8/1ppp4/8/8/8/8/1PPP4/8 w -" --memory 16 --out draw.vpr
expect "verify a draw" 0 '^2 claims, 0 false' verify draw.vpr --threads 2
expect "verify one of a file's" 2 'leave out --gaps' verify draw.vpr --gaps af
python3 "$source/tests/pawnrace/check_proof.py" draw.vpr >out 2>err || fail "check_proof.py on a draw"
sed 's/black wins/white wins/' five.vpr >false.vpr
expect "verify what is false" 1 'white wins: FALSE' verify false.vpr
python3 "$source/tests/pawnrace/check_proof.py" false.vpr >out 2>err && fail "check_proof.py believes anything"
expect "solve and verify at once" 0 'black wins: true' verify --position "$five" --memory 16
expect "verify what isn't there" 1 'nowhere.vpr' verify nowhere.vpr
expect "verify something else" 1 "a file of proofs begins with" verify "$source/README.md"
expect "prove to nowhere" 1 'nowhere/x.vpr' prove --position "$five" --memory 16 --out nowhere/x.vpr

expect "check" 0 '3662 solved: 0 wrong' check --files 3 --late 20
expect "trial" 0 '^Value given away: 0 times' trial --games 24 --gaps af --seed 3

# The engine, a round and a knock-out.
printf 'pawnrace 1\nwhite af\nend loss x\nblack af aa\nquit\n' | "$vitrine" pawnrace engine >out 2>err
prints '^ready Vitrine perfect$'
prints '^move [a-h]'
prints '^gaps [a-h][a-h]$'
expect "nobody" 2 "nobody is called 'nobody'" engine --player nobody
expect "a round" 0 '^perfect wins the round against random, 6 : 0, by points\.$' match perfect random --seed 5
[[ $(grep -c '^Game ' out) == 3 ]] || fail "a round: not three games"
expect "a round of programs" 0 '^Vitrine perfect wins the round against Vitrine greedy' \
  match "$vitrine pawnrace engine" "$vitrine pawnrace engine --player greedy" --seed 5 --moves
# Black always wins between two who play perfectly, so whoever has Black three times wins the round.
expect "perfect against perfect" 0 ', 6 : 4, by points\.$' match perfect perfect --seed 1
[[ $(grep -c ': 0-1 (' out) == 5 ]] || fail "perfect against perfect: Black does not win"
expect "a program that fails" 0 'forfeits: ended while the runner waited' match perfect "sh -c 'exit 1'" --seed 1
expect "a program that isn't there" 0 "no-such-program" match perfect no-such-program --seed 1
expect "a knock-out" 0 '^perfect wins the tournament\.$' tournament random perfect greedy ancestor-4 random --seed 2
prints 'is free\.$'
expect "alone" 2 'two or more' tournament perfect

# The program of the guide plays by the rules, and says what the guide says.
python3 - "$source/docs/pawnrace.md" <<'PY' || fail "docs/pawnrace.md has no example"
import re, sys
guide = open(sys.argv[1]).read()
open("grabber.py", "w").write(re.search(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[1])
talk = re.search(r"^> pawnrace 1\n.*?^```$", guide, re.MULTILINE | re.DOTALL)[0]
open("said", "w").write("".join(re.findall(r"^> (.*\n)", talk, re.MULTILINE)))
open("wanted", "w").write("".join(re.findall(r"^< (.*\n)", talk, re.MULTILINE)))
PY
python3 grabber.py <said >out 2>err
diff wanted out >err || fail "the program of the guide answers otherwise"
expect "the program of the guide" 0 '^perfect wins the round against Grabber, 6 : 0' match perfect "python3 grabber.py" --seed 1
grep -q forfeits out && fail "the program of the guide forfeits"

# A person at the board: nonsense, hints, moves, undo, another game.
play() {
  local input=$1
  shift
  printf '%b' "$input" | "$vitrine" pawnrace play --seed 1 "$@" >out 2>err || fail "play $*"
}
play 'help\nhint\nmoves\ne9\ne5\nstate\nquit\n' --gaps ab
prints '^  hint    '
prints '^d4; the position is won\.$'
prints '^b3 c3 d3 e3 f3 g3 h3 b4 c4 d4 e4 f4 g4 h4$'
prints "^Invalid: 'e9' is no move"
prints '^Invalid: no pawn of White can step to e5'
prints '^8/p1pppppp/8/8/8/8/1PPPPPPP/8 w -$'
play 'd4\nundo\nstate\nundo\nquit\n' --gaps ab
prints '^Vitrine plays '
prints '^8/p1pppppp/8/8/8/8/1PPPPPPP/8 w -$'
prints '^There is no move of yours to take back'
play 'state\nzz\naf\nhint\nnew white\nnew green\nquit\n' --color black
prints '^You choose the gaps'
prints "^'zz' names no gaps"
prints '^Vitrine plays '
prints '; the position is won'
prints '^Vitrine chooses the gaps [a-h][a-h]\.$'
prints "'green'"
head -c 100000 /dev/urandom | "$vitrine" pawnrace play --gaps ab >out 2>err || fail "random bytes"
expect "play against nobody" 2 "nobody is called 'nobody'" play --against nobody

finish
