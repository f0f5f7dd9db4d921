#!/usr/bin/env bash
# The program as a whole: help, version, mistakes on the command line, closed pipes. $1 is the vitrine binary.
set -uo pipefail
vitrine=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
  echo "FAILED: $1" >&2
  sed 's/^/    /' "$work/out" "$work/err" >&2
  failures=$((failures + 1))
}

# expect NAME STATUS STREAM PATTERN ARGUMENT...: runs `vitrine ARGUMENT...`; PATTERN must be in STREAM (out or err).
expect() {
  local name=$1 status=$2 stream=$3 pattern=$4
  shift 4
  "$vitrine" "$@" >"$work/out" 2>"$work/err" </dev/null
  local got=$?
  [[ $got == "$status" ]] || fail "$name: exit status $got, not $status"
  grep -qE -- "$pattern" "$work/$stream" || fail "$name: does not print '$pattern'"
}

expect "no arguments" 0 out "vitrine --help"
# At a terminal it says what it is, and is an engine all the same.
printf 'uci\nquit\n' | script -qec "$vitrine" /dev/null >"$work/out"
for line in "vitrine --help" "^uciok"; do
  grep -q -- "$line" "$work/out" || fail "at a terminal: does not print '$line'"
done
expect "--version" 0 out '^vitrine [0-9]+\.[0-9]+\.[0-9]+$' --version
expect "--help" 0 out '^Examples:' --help

mapfile -t commands < <("$vitrine" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[[ ${#commands[@]} -ge 4 ]] || fail "--help: lists ${#commands[@]} commands"
for command in "${commands[@]}"; do
  expect "$command --help" 0 out '^Examples:' "$command" --help
  grep -q "^  .*vitrine $command" "$work/out" || fail "$command --help: no example calls it"
  expect "$command --nonsense" 2 err "^vitrine $command: .*--nonsense|required" "$command" --nonsense
  [[ -s $work/out ]] && fail "$command --nonsense: prints to standard output"
done

expect "an unknown command" 2 err "^vitrine: unknown command 'perf'" perf
expect "and the way out" 2 err "^Try 'vitrine --help'" perf
expect "an unknown option" 2 err "^vitrine: unknown option '--colour'" --colour
expect "an argument too many" 2 err "^vitrine perft: unexpected argument 'deep'" perft 3 deep
expect "control characters" 2 err "unknown command '\?\[31m'" $'\e[31m'
expect "an unknown side" 2 err '^vitrine play: .*green' play --color green
expect "no count" 2 err '^vitrine random-positions: .*required' random-positions

# Whoever closes the pipe gets no complaint, and neither does the next one.
for arguments in "--help" "random-positions 100000" "perft 4 --divide"; do
  # shellcheck disable=SC2086
  "$vitrine" $arguments 2>"$work/err" | head -1 >"$work/out"
  [[ ${PIPESTATUS[0]} == 0 || ${PIPESTATUS[0]} == 141 ]] || fail "closed pipe: $arguments"
  [[ -s $work/err ]] && fail "closed pipe: $arguments: complains"
done
"$vitrine" perft 2 >/dev/full 2>"$work/err"
[[ $? == 1 ]] || fail "a full disk: exit status"
grep -q "No space left" "$work/err" || fail "a full disk: says nothing"

# The same seed gives the same positions, all of which the program itself can read.
"$vitrine" random-positions 200 --seed 5 --chess960 >"$work/once"
"$vitrine" random-positions 200 --seed 5 --chess960 >"$work/twice"
cmp -s "$work/once" "$work/twice" || fail "random-positions: the same seed gives something else"
[[ $(sort -u "$work/once" | wc -l) -gt 190 ]] || fail "random-positions: too few different ones"
"$vitrine" perft 1 --fens "$work/once" >"$work/out" 2>"$work/err" || fail "random-positions: can't be read"
[[ $(wc -l <"$work/out") == 200 && ! -s $work/err ]] || fail "random-positions: not all can be read"

[[ $failures == 0 ]] && echo "all good"
exit $((failures > 0))
