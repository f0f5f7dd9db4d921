#!/usr/bin/env bash
# `vitrine play` from outside: scripted games. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1"

# play INPUT ARGUMENT...: a game with these lines typed. It must end well whatever they are.
play() {
  local input=$1
  shift
  printf '%b' "$input" | "$vitrine" play --seed 1 "$@" >"$work/out" 2>"$work/err"
  local got=$?
  [[ $got == 0 ]] || fail "'$input' $*: exit status $got"
  [[ -s $work/err ]] && fail "'$input' $*: complains"
}
prints() { grep -qE -- "$1" "$work/out" || fail "does not print '$1'"; }
prints_not() { if grep -qE -- "$1" "$work/out"; then fail "prints '$1'"; fi; }
times() { [[ $(grep -cE -- "$2" "$work/out") == "$1" ]] || fail "does not print '$2' $1 times"; }

# Evil finds fool's mate.
play 'g4\nquit\n' --fen "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
prints '^Evil played 2\.\.\. Qh4#\.$'
prints '^Black wins: checkmate\.$'
prints '^\[Result "0-1"\]$'
prints '2\. g4 Qh4#'

# So does the human, after some nonsense; UCI will do. After the end only some commands make sense.
play 'Qh6\nxyzzy\n\n  \nd1h5\ne4\nundo\nQh5\n' --fen "rnbqkbnr/ppppp2p/5p2/6p1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3"
prints "^'Qh6' is not legal"
prints "^'xyzzy' is not a move"
prints '^You played 3\. Qh5#\.$'
times 2 '^White wins: checkmate\.$'
prints '^The game is over'
prints '^\[Result "1-0"\]$'

# The end of the input ends nothing but the evening: the game is printed.
play 'e4\nNf3'
prints '^The game is unfinished'
prints '^1\. e4 [a-hNa]+[0-9]+ 2\. Nf3 [^ ]+ \*$'
play ''
prints_not '^\[Event'

# undo takes a move and its answer back, redo plays them again.
play 'e4\nfen\nd4\nfen\nundo\nfen\nredo\nfen\nundo\nundo\nfen\nundo\nredo\nredo\nredo\n'
mapfile -t fens < <(grep -A1 '^> fen' "$work/out" | grep /)
[[ ${fens[0]} == "${fens[2]}" && ${fens[1]} == "${fens[3]}" && ${fens[0]} != "${fens[1]}" ]] || fail "undo and redo"
[[ ${fens[4]} == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" ]] || fail "undo to the start"
prints '^There is no move of yours to take back'
prints '^There is no move to play again'
play 'undo\ne5\nundo\nfen\n' --color black
prints '^There is no move of yours to take back'
prints '^> fen'

# The same seed plays the same game.
play 'a3\nb3\nc3\nd3\nquit\n'
cp "$work/out" "$work/once"
play 'a3\nb3\nc3\nd3\nquit\n'
cmp -s "$work/once" "$work/out" || fail "the same seed plays something else"

# Draws are claimed, never against the laws.
play 'draw\ndraw Nf3\ndraw Ke7\nquit\n'
times 2 '^No draw to claim'
prints "^'Ke7' is not legal"
play 'draw\nquit\n' --fen "4k3/8/8/8/8/8/8/4K2R w - - 100 80"
prints '^Draw: fifty moves, claimed by White'
play 'draw Kd1\nquit\n' --fen "4k3/8/8/8/8/8/8/4K2R w - - 99 80"
prints '^\[Result "1/2-1/2"\]$'
play 'quit\n' --fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
prints '^Draw: insufficient material'

# The other commands.
play 'help\nmoves\npgn\nflip\nboard\nRESIGN\nresign\nnew black\nnew green\nquit\n'
prints '^  resign  '
prints '^Ke2|.* e4 |^e4 | e4'
prints '^1 \| R  N  B  K  Q  B  N  R \|'
times 1 '^Black wins: White resigns'
prints '^The game is over already'
prints '^Evil played 1\. '
prints "'green'"

# Chess960 castling, promotion.
play 'O-O\nquit\n' --fen "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"
prints '1\. O-O'
play 'e8=N\npgn\nquit\n' --fen "8/4P3/8/8/8/1k6/8/4K3 w - - 0 1"
prints 'e8=N'

# Whatever is typed: long lines, odd bytes.
head -c 100000 /dev/urandom | "$vitrine" play --seed 1 >"$work/out" 2>"$work/err" || fail "random bytes"
head -c 1000000 /dev/zero | tr '\0' a | "$vitrine" play --seed 1 >"$work/out" 2>"$work/err" || fail "a long line"
[[ $(wc -c <"$work/out") -lt 10000 ]] || fail "a long line: printed whole"

# No colours and no figures in a pipe.
prints_not $'\e'

# Ctrl-C leaves like the end of the input: while the game waits for a line, and while lines come without end.
stop_after() {  # stop_after LINE: ends the game that writes to $work/answers when it has printed LINE
  local line
  exec 4<"$work/answers"
  while read -r -u 4 line; do
    echo "$line"
    [[ $line =~ $1 ]] && break
  done >"$work/out"
  kill -TERM "$game"
  cat <&4 >>"$work/out"
  exec 4<&-
  wait "$game"
  [[ $? == 130 ]] || fail "stopped: exit status"
}
mkfifo "$work/pipe" "$work/answers"
"$vitrine" play --seed 1 <"$work/pipe" >"$work/answers" 2>"$work/err" &
game=$!
exec 3>"$work/pipe"
echo e4 >&3
stop_after '^Evil played'
prints '^1\. e4 '
exec 3>&-
printf 'e4\n' | cat - <(yes nonsense) 2>/dev/null | "$vitrine" play --seed 1 >"$work/answers" 2>"$work/err" &
game=$!
stop_after nonsense
prints '^1\. e4 '

finish
