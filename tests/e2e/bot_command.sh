#!/usr/bin/env bash
# `vitrine bot` from outside: new, count, build and play, from the build folder and from an installed tree. $1 is the
# vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" bot
source_tree=$2
export XDG_CACHE_HOME=$work/cache
cd "$work" || exit 1

expect "help" 0 'vitrine bot new mine' --help
expect "nothing asked" 2 'subcommand is required'
for command in new count build check play; do
  expect "help of $command" 0 "^  .*vitrine bot $command " "$command" --help
  grep -q '^Examples:' out || fail "$command --help has no examples"
  grep -q '^Exit status: 0' out || fail "$command --help does not tell the exit status"
  expect "$command without a file" 2 'is required' "$command"
  expect "$command --nonsense" 2 'unknown option .--nonsense' "$command" file.cpp --nonsense
  [[ -s out ]] && fail "$command --nonsense prints to standard output"
done
[[ -e file.cpp ]] && fail "a wrong command line wrote a file"
expect "a new bot" 0 'Wrote mine\.cpp' new mine
expect "never over another" 2 'mine\.cpp is there already' new mine
expect "a bad name" 2 "can't name a bot" new ../mine
[[ -e ../mine.cpp ]] && fail "a bad name was used"

expect "its tokens" 0 '^█+░+  [0-9]+ of 1024 tokens \(green\)$' count mine.cpp
expect "where they went" 0 '^ +[0-9]+  line [0-9]+ +Move think\(Board& board, const Timer& timer\)$' count mine.cpp
expect "line by line" 0 '^     3  #include <algorithm>$' count mine.cpp --lines
expect "the bar without colours" 0 '^█' count mine.cpp
expect "for programs" 0 '"color": "green"' count mine.cpp --json
"$vitrine" bot count mine.cpp --json | python3 -c '
import json, sys
count = json.load(sys.stdin)
assert count["tokens"] == sum(count["lines"]) == sum(count["kinds"].values()) == sum(p["tokens"] for p in count["parts"])
assert count["limit"] == 1024' || fail "the JSON's sums"
{ echo 'int values[] = {'; for i in $(seq 1 1020); do echo "$i,"; done; echo '};'; } >large.cpp
expect "too large" 1 '1025 of 1024 tokens \(red\), 1 too many' count large.cpp
echo '#define F for' >macro.cpp
expect "a macro" 1 'macro\.cpp:1: #define' count macro.cpp
expect "no file" 1 "can't read" count none.cpp

for bot in "$source_tree"/bots/*.cpp; do
  expect "tokens of $(basename "$bot")" 0 'of 1024 tokens' count "$bot"
done

expect "build" 0 '^Built \./mine$' build mine.cpp
expect "build again" 0 '^Copied \./mine$' build mine.cpp
coproc BOT { timeout 120 ./mine; }
printf '%s\n' uci isready 'position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' 'go wtime 30000 btime 30000' >&"${BOT[1]}"
answer=
while read -r line <&"${BOT[0]}"; do
  answer+=$line$'\n'
  [[ $line == bestmove* ]] && break
done
echo quit >&"${BOT[1]}"
wait "$BOT_PID" || fail "the engine's end: exit status $?"
grep -q '^id name mine$' <<<"$answer" && grep -q '^uciok$' <<<"$answer" && grep -q '^readyok$' <<<"$answer" ||
  fail "the engine's greeting: $answer"
grep -q '^bestmove a1a8' <<<"$answer" || fail "the engine's move: $answer"
echo 'int a = ;' >wrong.cpp
expect "what the compiler says" 1 '^wrong\.cpp:1:9: error' build wrong.cpp
expect "no file to build" 1 "can't read" build none.cpp
expect "no such compiler" 1 'no-such-compiler' build mine.cpp --compiler no-such-compiler
if command -v clang++ >/dev/null; then
  expect "another compiler" 0 'Built' build mine.cpp --compiler clang++ -o mine-clang
fi

# A game from a script: the human is mated at once.
printf 'Kh1\nquit\n' |
  "$vitrine" bot play mine.cpp --no-sandbox --ascii --time 5 --fen '6k1/8/8/8/8/8/r4PPP/6K1 w - - 0 1' >"$work/out" 2>&1 ||
  fail "a game: $(cat "$work/out")"
grep -qi 'checkmate' "$work/out" || fail "a game: $(cat "$work/out")"
# A bot that breaks down has lost.
echo '#include <vitrine/bot.h>
Move think(Board&, const Timer&) { throw 1; }' >broken.cpp
printf 'quit\n' | "$vitrine" bot play broken.cpp --no-sandbox --ascii --color black >"$work/out" 2>&1
grep -q "can't go on" "$work/out" || fail "a broken bot: $(cat "$work/out")"
# What it shows is seen.
echo '#include <vitrine/bot.h>
Move think(Board& board, const Timer&) { board.visualize(0x81); return board.legal_moves()[0]; }' >shows.cpp
printf 'quit\n' | "$vitrine" bot play shows.cpp --no-sandbox --ascii --color black >"$work/out" 2>&1
grep -q '  1  x . . . . . . x' "$work/out" || fail "what a bot shows: $(cat "$work/out")"

# An installed tree builds bots too, wherever it was moved to, and needs neither the sources nor the build folder.
cmake --install "$(dirname "$vitrine")" --prefix "$work/prefix" >"$work/out" 2>&1 || fail "install: $(cat "$work/out")"
mv "$work/prefix" "$work/moved"
grep -q "$source_tree" "$(find "$work/moved" -name bot-kit.txt)" && fail "the installed kit knows the source tree"
XDG_CACHE_HOME=$work/cache2 "$work/moved/bin/vitrine" bot build mine.cpp -o installed-mine >"$work/out" 2>&1 ||
  fail "build from an installed tree: $(cat "$work/out")"
printf 'uci\n' | timeout 60 ./installed-mine >out && grep -q '^id name mine$' out || fail "the engine of an installed tree"

# It finds its sandbox too, for root and for others, also for one without a home. Sanitizers want more memory than a bot has.
echo '#include <vitrine/bot.h>
Move think(Board& board, const Timer&) { return board.legal_moves()[0]; }' >first.cpp
play_installed() { # WHO COMMAND...
  local who=$1
  shift
  "$@" "$work/moved/bin/vitrine" bot check "$work/first.cpp" --tc 20 >"$work/out" 2>&1 ||
    fail "check by $who: $(cat "$work/out")"
}
if ! grep -q -- -fsanitize "$(dirname "$vitrine")/bot-kit.txt"; then
  play_installed "the user of this test" env "XDG_CACHE_HOME=$work/cache2"
  if [[ $(id -u) == 0 ]]; then
    mkdir temporary
    chmod -R a+rX "$work"
    chmod a+w temporary
    play_installed "an ordinary user" setpriv --reuid=65534 --regid=65534 --clear-groups env -i "PATH=$PATH" \
      HOME=/nonexistent "TMPDIR=$work/temporary"
  fi
fi

finish
