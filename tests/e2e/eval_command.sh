#!/usr/bin/env bash
# `vitrine eval` and `vitrine tune` from outside. $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1"
built_in=$2/data/vitrine.nnue

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
  python3 - "$work/one.json" <<'PYTHON' || fail "JSON"
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

# The network beside the terms. Its numbers change with every training; what they mean doesn't.
ruy="r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
number='[+-][0-9]+\.[0-9]{2}'
expect "a network" 0 "^network $number for White, classical $number, difference $number\$" eval "$ruy" --network
expect "its last neuron" 0 '^Last neuron [1-8] of [1-8], for 32 men\.' eval "$ruy" --network
expect "its name and form" 0 '^The network .+: \([0-9]+ -> [0-9]+\)x2 -> [1-8]' eval "$ruy" --network
expect "a man's worth" 0 "^4 +\. +\. +\. +\. +P $number( +\.){3}\$" eval "$ruy" --network
expect "and the king" 0 "^1 +R $number +N $number +B $number +Q $number +K +\. +\. +R $number\$" eval "$ruy" --network
expect "the position after --network" 0 '^4 +\. +\. +\. +\. +P ' eval --network "$ruy"
expect "a broken position there" 2 'FEN: .*no king' eval --network "4k3/8/8/8/8/8/8/8 w - - 0 1"
expect "the table stays" 0 '^material ' eval --network
expect "a network in check" 0 '^network ' eval "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1" --network
expect "no network" 2 '^vitrine eval: --network: .*none.nnue: No such file or directory$' eval --network "$work/none.nnue"
expect "a folder" 2 'vitrine eval: --network: .*: Is a directory' eval --network "$work"
seq 100 >"$work/text.nnue"
expect "some text" 2 'text\.nnue: it is no network of Vitrine' eval --network "$work/text.nnue"
head -c 5000 "$built_in" >"$work/cut.nnue"
expect "half a network" 2 'cut\.nnue: .*it is cut short' eval "$ruy" --network "$work/cut.nnue" --json
expect "another model, too" 2 'not with another --model' eval --network --model piece-square
# Bytes of a name that are no text reach no terminal and break no JSON.
{ head -c 92 "$built_in"; printf 'n\033[2J\377'; tail -c +99 "$built_in"; } >"$work/name.nnue"
expect "a bad name" 0 '^The network n\[2J\?' eval --network "$work/name.nnue"
"$vitrine" eval "$ruy" --network "$work/name.nnue" --json >"$work/name.json"

"$vitrine" eval "$ruy" --network --json >"$work/own.json" &&
  "$vitrine" eval "$ruy" --network "$built_in" --json >"$work/file.json" &&
  "$vitrine" eval "$ruy" --json >"$work/none.json" &&
  python3 - "$vitrine" "$work" <<'PYTHON' || fail "JSON of a network"
import json, subprocess, sys
program, work = sys.argv[1:]
read = lambda name: json.load(open(f"{work}/{name}.json"))
own, plain = read("own"), read("none")
assert own == read("file")  # the program carries this file
network = own.pop("network")
assert own == plain and "network" not in plain
damaged_name = read("name")["network"]
assert {**damaged_name, "name": network["name"]} == network, damaged_name
assert network["difference"] == network["value"] - own["value"]
assert network["last_neuron"]["men"] == 32 and network["last_neuron"]["number"] == network["last_neuron"]["of"]
assert len(network["men"]) == len(network["squares"]) == 30
assert not {"e1", "e8"} & network["squares"].keys()
for man in network["men"]:
    assert network["squares"][man["square"]] == man["worth"] * (1 if man["piece"].isupper() else -1), man

def value(fen):
    return json.loads(subprocess.run([program, "eval", fen, "--network", "--json"], check=True, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL).stdout)["network"]["value"]
for square, fen in {"e4": "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/8/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
                    "c6": "r1bqkbnr/1ppp1ppp/p7/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
                    "h1": "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK3 w Qkq - 0 4"}.items():
    assert network["squares"][square] == network["value"] - value(fen), square
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
  fail "weights file"
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
  fail "stopped tuner: exit status $got"

echo 'nonsense' >"$work/bad.txt"
expect "a broken line" 1 "bad.txt:1: expected 'FEN" tune "$work/bad.txt"
expect "no file" 1 "can't read" tune "$work/none.txt"
expect "no data" 2 'data is required' tune
expect "tune's help" 0 'zstdcat' tune --help

finish
