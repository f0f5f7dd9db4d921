#!/usr/bin/env bash
# `vitrine lab spsa` from outside: real games move an option to where it is better; kill -9 and Ctrl-C lose nothing that
# was applied; what is wrong is said clearly. $1 is the vitrine binary.
#
# negamax plays the same game whenever it is given the same, and the better the further it looks: its option Depth has an
# optimum, the end of its range.
set -uo pipefail
source "$(dirname "$0")/../support/background.sh" "$1"
# refused NAME STATUS PATTERN ARGUMENT...: runs `vitrine lab spsa ARGUMENT...`; PATTERN must be in what it says.
refused() {
  local name=$1 status=$2 pattern=$3
  shift 3
  "$vitrine" lab spsa "$@" >refused.out 2>refused.log </dev/null
  local got=$?
  [[ $got == "$status" ]] || fail "$name: exit status $got instead of $status"
  grep -qF -- "$pattern" refused.log || fail "$name: it does not say '$pattern'"
}
# value FILE: what the state says Depth is now, and how many steps and games were played.
value() {
  python3 -c '
import json, sys
state = json.load(open(sys.argv[1], encoding="utf-8"))
print(state["values"][0]["value"], state["next"] + len(state["ahead"]), state["wins"] + state["draws"] + state["losses"])' "$1"
}

# applied FILE: the steps before which all are applied.
applied() {
  sed -n 's/^ "next": \([0-9]*\),$/\1/p' "$1"
}

echo "Depth, int, 1, 1, 3, 1, 0.02" >depth.txt
spsa=("$vitrine" lab spsa --engine negamax --option Seed=5 --nodes 1000 --tune depth.txt)
run=("${spsa[@]}" --pairs 2 --seed 3 --steps 12)

# It rises, and ends with the values in both forms.
"${run[@]}" --state whole.json >whole.out 2>whole.log </dev/null || fail "a plain run"
read -r depth steps games <<<"$(value whole.json)"
python3 -c "import sys; sys.exit(not 1.5 < $depth < 2.9)" || fail "Depth went from 1 to $depth"
[[ $steps == 12 && $games == 48 ]] || fail "$steps steps and $games games instead of 12 and 48"
grep -qE "^Depth +1 +[23] +\+[01]\.[0-9]+$" whole.out || fail "the table"
grep -qxE "Depth, int, [23], 1, 3, 1, 0.02" whole.out || fail "the line to use"
grep -q "^12 of 12 steps, 48 games" whole.out || fail "the summary"
grep -qE "^step 6 of 12  24 games, [0-9.]+ a second  0:00:[0-9]+ left  Depth \+[0-9.]+$" whole.log || fail "the progress"
cp whole.json before.json
"${run[@]}" --state whole.json >again.out 2>again.log </dev/null || fail "a second start"
cmp -s whole.json before.json && cmp -s whole.out again.out || fail "a finished run is changed by a second start"

# What it prints can be tuned further.
grep ', int, ' whole.out >further.txt
"$vitrine" lab spsa --engine negamax --tune further.txt --nodes 1000 --state further.json --steps 1 --pairs 1 \
  >further.out 2>further.log </dev/null || fail "going on from what was printed"

# Killed here and there it ends with the same values.
for steps in 2 4 8; do
  "${run[@]}" --state killed.json >killed.out 2>killed.log </dev/null &
  pid=$!
  pids+=("$pid")
  while kill -0 $pid 2>/dev/null && { [[ ! -s killed.json ]] || (($(applied killed.json) < steps)); }; do :; done
  kill -KILL $pid 2>/dev/null
  wait $pid 2>/dev/null
done
"${run[@]}" --state killed.json >killed.out 2>killed.log </dev/null || fail "going on after kill -9"
cmp whole.json killed.json || fail "other values after kill -9"

# Several at once, killed in the middle: each step counts once, with its two games.
several=("${spsa[@]}" --steps 100000 --pairs 1 --concurrency 3 --state several.json)
"${several[@]}" >several.out 2>several.log </dev/null &
pid=$!
pids+=("$pid")
until [[ -s several.json ]] && (($(applied several.json) >= 3)); do
  kill -0 $pid 2>/dev/null || fail "several ended before they were killed"
done
kill -KILL $pid
wait $pid 2>/dev/null
read -r _ before games <<<"$(value several.json)"
((games == 2 * before)) || fail "$before steps, but $games games after kill -9"

# Ctrl-C: exit status 130, the values so far, and how to go on.
"${several[@]}" >several.out 2>several.log </dev/null &
pid=$!
pids+=("$pid")
until (($(applied several.json) >= before + 3)); do
  kill -0 $pid 2>/dev/null || fail "several ended before they were stopped"
done
refused "two with one file" 1 "several.json: another process tunes with this file" "${several[@]:3}"
kill -INT $pid
wait $pid
status=$?
[[ $status == 130 ]] || fail "Ctrl-C gives $status"
grep -q "several.json: going on after $before steps" several.log || fail "where it goes on"
grep -q "the same command goes on" several.log || fail "Ctrl-C does not say how to go on"
read -r _ steps games <<<"$(value several.json)"
((games == 2 * steps)) || fail "$steps steps, but $games games after Ctrl-C"
grep -qE "^[0-9,]+ of 100,000 steps, [0-9,]+ games" several.out || fail "Ctrl-C does not show the values"

# A program behind a pipe plays as the engine in the process does.
"$vitrine" lab spsa --engine cmd="$vitrine" args="uci --engine negamax" --option Seed=5 --nodes 1000 --tune depth.txt \
  --pairs 2 --seed 3 --steps 12 --state program.json >program.out 2>program.log </dev/null || fail "a program"
[[ $(value program.json) == "$(value whole.json)" ]] || fail "a program plays other games: $(value program.json)"
# It breaks: said each time, and then it is enough.
cat >breaks <<'BREAKS'
#!/bin/sh
while read -r line; do
  case $line in
    uci) echo "option name Depth type spin default 1 min 1 max 3"; echo uciok ;;
    isready) echo readyok ;;
    go*) exit 3 ;;
    quit) exit 0 ;;
  esac
done
BREAKS
chmod +x breaks
refused "an engine that breaks" 1 "engines broke more than 10 times" --engine cmd=./breaks --tune depth.txt --state b.json
[[ $(grep -c "; the step is played again" refused.log) == 10 ]] || fail "what broke is not told"
[[ $(value b.json | cut -d' ' -f2-) == "0 0" ]] || fail "games with a broken engine count"

# A clock, and openings of one's own.
echo "Move Overhead, int, 10, 0, 100, 5, 0.002" >overhead.txt
echo "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" >book.epd
"$vitrine" lab spsa --tune overhead.txt --option Hash=1 --tc 0.1+0.001 --steps 1 --pairs 1 --openings file=book.epd \
  --state clock.json >clock.out 2>clock.log </dev/null || fail "a clock"
grep -q '"file": "book.epd"' clock.json || fail "the openings are not kept"

# --params, and a build that has nothing to tune by itself.
"$vitrine" lab spsa --params --engine mailbox >params.out 2>params.log || fail "--params"
grep -qx "Depth, int, 5, 1, 60, 2.95, 0.002" params.out || fail "what --params prints"
if ! "$vitrine" lab spsa --params 2>&1 | grep -q "^Aspiration, int"; then
  refused "a build without parameters" 2 "-DVITRINE_TUNABLE=ON" --state n.json
fi

# What is wrong
printf '# depths\n\nDepth, int, 9, 1, 3, 1, 0.02\n' >bad.txt
refused "a value out of range" 2 "bad.txt:3: the value 9 is not from 1 to 3" --engine negamax --tune bad.txt --state n.json
echo "Deep, int, 2, 1, 3, 1, 0.02" >bad.txt
refused "an unknown option" 2 "bad.txt:1: the engine has no option 'Deep'" --engine negamax --tune bad.txt --state n.json
echo "Depth, int, 2" >bad.txt
refused "a short line" 2 "bad.txt:1: 3 fields instead of 7" --engine negamax --tune bad.txt --state n.json
refused "no such file" 1 "can't read nowhere.txt" --engine negamax --tune nowhere.txt --state n.json
refused "no state" 2 "--state is needed" --engine negamax --tune depth.txt
refused "a folder that isn't there" 1 "can't write nowhere/n.json: No such file or directory" --engine negamax \
  --tune depth.txt --state nowhere/n.json
mkdir folder
refused "a folder" 1 "folder: this is no ordinary file" --engine negamax --tune depth.txt --state folder
refused "another run" 1 "whole.json: it is of another run: steps is 12 there, and 13 here" "${spsa[@]:3}" --pairs 2 --seed 3 \
  --steps 13 --state whole.json
refused "another limit" 1 "games/player/time/nodes is 1000 there, and 4000 here" --engine negamax --option Seed=5 \
  --nodes 4000 --tune depth.txt --pairs 2 --seed 3 --steps 12 --state whole.json
cmp -s whole.json before.json || fail "a state is changed by another run"
echo "a file that somebody needs" >text
refused "a text" 1 "text: this is no state of" --engine negamax --tune depth.txt --state text
[[ $(cat text) == "a file that somebody needs" ]] || fail "a text was changed"
refused "an option that is tuned" 2 "'Depth' is tuned" --engine negamax --option depth=2 --tune depth.txt --state n.json
refused "an option that isn't there" 2 "No such option: Death" --engine negamax --option Death=2 --tune depth.txt --state n.json
refused "an option without a value" 2 "'Seed' should be NAME=VALUE" --engine negamax --option Seed --tune depth.txt --state n.json
refused "no such engine" 2 "there is no exhibit 'nobody'" --engine nobody --tune depth.txt --state n.json
refused "no such program" 1 "nowhere" --engine cmd=./nowhere --tune depth.txt --state n.json
refused "a bot" 2 "a bot has no options to tune" --engine bot=mine.cpp --tune depth.txt --state n.json
refused "a clock that is none" 2 "--tc: " --engine negamax --tc soon --tune depth.txt --state n.json
refused "a bad book" 1 "nowhere.epd" --engine negamax --tune depth.txt --openings file=nowhere.epd --state n.json
refused "rates of a file" 2 "--tune" --engine negamax --tune depth.txt --r-end 0.1 --state n.json
[[ ! -e n.json ]] || fail "a false start leaves a file"
"$vitrine" lab spsa --help | grep -q "name, int, value, min, max, c_end, r_end" || fail "the help"
echo "all is well"
