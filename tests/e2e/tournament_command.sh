#!/usr/bin/env bash
# `vitrine match` and `vitrine tournament` from outside: played, stopped, killed, continued, shown.
# $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1"
cd "$work" || exit 1

# games STORE: how many are in it.
games() { "$vitrine" tournament -show "$1" 2>/dev/null | grep -oE '^Games: [0-9]+' | grep -oE '[0-9]+' || echo 0; }

two=(-engine exhibit=evil -engine exhibit=random -each depth=1)

expect "a match" 0 '^Games: 20, Wins: [0-9]+' match "${two[@]}" -rounds 10 -concurrency 2 -store match.db -pgnout match.pgn
expect "its PGN" 0 '^20 games, .* 0 broken' pgn match.pgn
expect "shown" 0 '^Games: 20' tournament -show match.db
expect "continued though it is finished" 0 '^All games are played' tournament -resume match.db
expect "into a store that is there" 1 'match.db' match "${two[@]}" -store match.db
expect "into a folder that isn't there" 1 'nowhere' match "${two[@]}" -store nowhere/match.db
expect "of a store that isn't there" 1 'nowhere.db' tournament -resume nowhere.db
printf 'hello' >text.db
expect "of a file that is no store" 1 'text.db' tournament -resume text.db
expect "with an engine that isn't there" 1 'no-such-engine' match -engine cmd=no-such-engine -engine exhibit=evil -each depth=1
expect "with an exhibit that isn't there" 2 'nobody' match -engine exhibit=nobody -engine exhibit=evil -each depth=1
expect "with an option it doesn't have" 2 'No such option' match -engine exhibit=evil option.Hash=3 -engine exhibit=evil -each depth=1
printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nhello\n' >bad.epd
expect "with a bad line in its openings" 1 'bad.epd:2' match "${two[@]}" -openings file=bad.epd
[[ $(ls) != *vitrine-* ]] || fail "false starts leave files"

# No player is to blame if this machine has no descriptors left, and nothing is lost.
programs=(-engine "cmd=$vitrine" "args=uci --engine random" -engine "cmd=$vitrine" "args=uci --engine evil" -each depth=1)
(
  ulimit -n 24
  expect "without descriptors" 1 'Too many open files' match "${programs[@]}" -rounds 10 -concurrency 8 -store few.db
  exit "$failures"
) || failures=$((failures + 1))
expect "with descriptors again" 0 '^Games: 20, ' tournament -resume few.db -ratinginterval 0

expect "a test that is clear" 0 'H1' match "${two[@]}" -rounds 5000 -sprt elo0=0 elo1=50 -store sprt.db -ratinginterval 0
cat >club.toml <<'TOML'
event = "Club"
format = "swiss"
rounds = 3
[[players]]
name = "Evil"
exhibit = "evil"
time.depth = 1
[[players]]
name = "Random"
exhibit = "random"
time.depth = 1
[[players]]
name = "Mailbox"
exhibit = "mailbox"
time.depth = 1
TOML
expect "a Swiss from a file" 0 'Mailbox' tournament -config club.toml -store club.db -pgnout club.pgn
grep -q '^\[Event "Club"\]' club.pgn || fail "a Swiss from a file: the PGN has another event"
sed -i 's/rounds/turns/' club.toml
expect "a file with a key that isn't there" 2 'club.toml: turns: there is no such setting' tournament -config club.toml
printf 'rounds = = 3\n' >broken.toml
expect "a broken file" 2 "line 1, column .*'broken.toml'" tournament -config broken.toml
for format in round-robin gauntlet pyramid knockout swiss-knockout; do
  expect "$format" 0 'Rank' tournament -tournament $format "${two[@]}" -engine exhibit=mailbox -seeds 2 -store $format.db
done

# Ctrl-C: what is finished is kept, and the rest can be played later.
"$vitrine" match "${two[@]}" -rounds 100000 -concurrency 2 -store long.db -ratinginterval 0 >out 2>err &
pid=$!
until (($(games long.db) >= 20)); do kill -0 $pid 2>/dev/null || break; done
expect "while somebody plays it" 1 'another process is writing' tournament -resume long.db
kill -INT $pid
wait $pid
[[ $? == 3 ]] || fail "Ctrl-C: the exit status is not 3"
before=$(games long.db)
((before >= 20)) || fail "Ctrl-C: $before games are kept"
"$vitrine" tournament -resume long.db >out 2>err &
pid=$!
until (($(games long.db) > before)); do kill -0 $pid 2>/dev/null || break; done
kill -KILL $pid
wait $pid 2>/dev/null
(($(games long.db) > before)) || fail "continued after Ctrl-C: no more games than $before"

finish
