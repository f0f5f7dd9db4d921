#!/usr/bin/env bash
# `vitrine uci` from outside, as a GUI meets it. $1 is the vitrine binary.
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

# expect NAME STATUS STREAM PATTERN ARGUMENT...: runs `vitrine ARGUMENT...` on the file $work/in.
expect() {
  local name=$1 status=$2 stream=$3 pattern=$4
  shift 4
  timeout 60 "$vitrine" "$@" <"$work/in" >"$work/out" 2>"$work/err"
  local got=$?
  [[ $got == "$status" ]] || fail "$name: exit status $got, not $status"
  grep -qE -- "$pattern" "$work/$stream" || fail "$name: does not print '$pattern'"
}

# The whole handshake; the end of the input is a quit that still pays the bestmove it owes.
printf 'uci\r\nisready\nposition startpos moves e2e4\ngo infinite\n' >"$work/in"
expect "a session" 0 out '^uciok$' uci
for pattern in '^id name Vitrine [0-9.]+$' '^id author ' '^option name UCI_Chess960 type check default false$' '^readyok$' '^bestmove [a-h][78][a-h][56]'; do
  grep -qE -- "$pattern" "$work/out" || fail "a session: does not print '$pattern'"
done
[[ $(grep -c '^bestmove' "$work/out") == 1 ]] || fail "a session: not one bestmove"
[[ -s $work/err ]] && fail "a session: writes to standard error"

# Without arguments the first word tells the protocol.
# A model under which a knight is worth something on a3 only: challenger puts one there, which nobody else would.
{
  printf 'vitrine piece-square model 1\nkind piece-square\nphases all\n'
  for man in pawn knight bishop rook queen king; do
    echo "board all $man"
    for rank in 8 7 6 5 4 3 2 1; do
      if [[ $man$rank == knight3 ]]; then echo "5 0 0 0 0 0 0 0"; else echo "0 0 0 0 0 0 0 0"; fi
    done
  done
} >"$work/knight_on_a3.model"
printf 'uci\nisready\nposition startpos\ngo depth 1\nquit\n' >"$work/in"
expect "a model" 0 out '^bestmove b1a3' uci --engine challenger --model "$work/knight_on_a3.model"
expect "a model that isn't there" 2 err '^vitrine uci: --model: .*nowhere' uci --model nowhere
expect "a model for somebody without" 2 err '^vitrine uci: --model: No such option' uci --engine evil --model "$work/knight_on_a3.model"

expect "plain vitrine, uci" 0 out '^uciok$'
printf '\n# hello\nisready\nquit\n' >"$work/in"
expect "plain vitrine, isready" 0 out '^readyok$'
printf 'd\n' >"$work/in"
expect "plain vitrine, d" 0 out '^Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1$'
printf 'xboard\nprotover 2\nquit\n' >"$work/in"
expect "plain vitrine, xboard" 0 out '^feature .*done=1'
printf 'hello\nquit\n' >"$work/in"
expect "plain vitrine, another word" 0 out "^info string error: unknown command 'hello'"
: >"$work/in"
expect "plain vitrine, nothing" 0 out "vitrine --help"
"$vitrine" <&- >"$work/out" 2>"$work/err" || fail "plain vitrine, no standard input: exit status"

printf 'uci\nquit\n' >"$work/in"
expect "another engine" 0 out '^id name Vitrine .*[Ee]vil' uci --engine evil
expect "an engine that isn't there" 2 err "there is no 'nobody'; there are .*evil" uci --engine nobody
expect "an option that isn't there" 2 err 'No such option: Nonsense' uci --option Nonsense=1
expect "no value" 2 err '.' uci --engine

# A conversation: start an engine, say something, await a line. What it says is kept in $work/out.
start() {
  : >"$work/out"
  coproc program { exec timeout 120 "$vitrine" uci "$@" 2>"$work/err"; }
  # Ours are copies: the shell closes its own when the program ends.
  # shellcheck disable=SC2154
  exec {from}<&"${program[0]}" {to}>&"${program[1]}"
  pid=$program_PID
}
say() { printf '%s\n' "$@" >&"$to"; }
await() {
  local line
  while IFS= read -r -t 60 -u "$from" line; do
    printf '%s\n' "$line" >>"$work/out"
    if [[ $line =~ $1 ]]; then return; fi
  done
  fail "$engine: no line like '$1'"
}
finish() {
  say quit
  cat <&"$from" >>"$work/out"
  exec {from}<&- {to}>&-
  wait "$pid" || fail "$engine: exit status"
}

# Every exhibit answers a search, a mated position and a stop with one line each.
engines=$("$vitrine" uci --engine nobody 2>&1 | sed -n 's/.*there are //p' | tr -d ,)
[[ -n $engines ]] || fail "no engines"
for engine in $engines; do
  start --engine "$engine"
  say 'position startpos' 'go movetime 50 depth 2'
  await '^bestmove'
  say 'position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1' 'go depth 3' 'isready'
  await '^bestmove'
  say 'position startpos' 'go infinite' 'isready'
  await '^readyok'
  say stop
  await '^bestmove'
  finish
  [[ $(grep -c '^bestmove' "$work/out") == 3 ]] || fail "$engine: not three bestmoves"
  grep -q '^bestmove (none)$' "$work/out" || fail "$engine: no 'bestmove (none)'"
  grep -q '^info depth 0 score mate 0$' "$work/out" || fail "$engine: no score of the mated position"
  grep -q 'error' "$work/out" && fail "$engine: an error"
done

# A line of two megabytes is dropped, the one after it heard.
{ head -c 2000000 /dev/zero | tr '\0' 'x'; printf '\nisready\nquit\n'; } >"$work/in"
expect "a long line" 0 out '^info string error: a line of more than 1 MiB was dropped$' uci
grep -q '^readyok$' "$work/out" || fail "a long line: the next one is lost"
head -c 300000 /dev/urandom >"$work/in"
expect "random bytes" 0 out '.*' uci

# Perft: the counts everybody knows.
engine=perft
start
say 'position startpos' 'go perft 4'
await '^Nodes searched: 197281$'
finish
[[ $(grep -cE '^[a-h][1-8][a-h][1-8]: [0-9]+$' "$work/out") == 20 ]] || fail "perft 4: not twenty moves"

# A GUI that goes away takes the engine with it, also in a search; so does a quit that nobody hears.
{ printf 'go infinite\n'; sleep 5; } | timeout 20 "$vitrine" uci 2>"$work/err" | head -1 >"$work/out"
[[ -s $work/err ]] && fail "a closed pipe: complains"
engine="quit in a search"
start
say 'go infinite'
await '^info depth'
finish
"$vitrine" uci >/dev/full 2>"$work/err" <<<"uci"
[[ $? == 1 ]] || fail "a full disk: exit status"
grep -q "No space left" "$work/err" || fail "a full disk: says nothing"

# The signature is the same every time.
: >"$work/in"
expect "bench" 0 out '^Nodes searched  : [1-9][0-9]*$' bench --engine negamax --depth 2
first=$(grep '^Nodes searched' "$work/out")
expect "bench again" 0 out "^$first\$" bench --engine negamax --depth 2

[[ $failures == 0 ]] && echo "all good"
exit $((failures > 0))
