#!/usr/bin/env bash
# What lab/generation makes of its command line, before anything is played. $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
generation=$(realpath "$2")/lab/generation
source "$(dirname "$0")/../support/expect.sh" "$generation"
program=$(realpath "$1")
there=(--vitrine "$program" --trainer "$program" --folder "$work/none")

expect "help" 0 'lab/generation NUMBER' --help
expect "no number" 2 'which generation' "${there[@]}"
expect "a bad number" 2 "'first' is not the number of a generation" first
expect "an unknown option" 2 "unknown option '--gmes'" 1 --gmes 3
expect "an option without its value" 2 'games needs a value' 1 --games
expect "a program that is not there" 2 'nowhere is not there' 1 "${there[@]}" --trainer nowhere
expect "no number of games" 2 "games: 'many' is not a whole number" 1 "${there[@]}" --games many
expect "nor of a match's" 2 "match-games: 'x' is not a whole number" 1 "${there[@]}" --match-games x
expect "without the one before" 2 'g1.nnue, the generation before, is not there' 2 "${there[@]}"
[[ ! -e $work/none/g1.games ]] || fail "games are played all the same"
finish
