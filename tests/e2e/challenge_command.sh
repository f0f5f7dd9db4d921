#!/usr/bin/env bash
# Bots of the workshop as players: `vitrine bot check`, bot=FILE in a match, and `vitrine challenge`: played, stopped,
# killed, continued.
# $1 is the vitrine binary, $2 the source tree.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1"
cd "$work" || exit 1
export XDG_CACHE_HOME=$work/cache

# Bots are linked with this build's libraries. A sanitizer in them wants more memory than a bot may have, so then they
# run unconfined, what only the sandbox stops is left out, and fewer games are played.
unconfined=()
games_a_match=60
if grep -q -- -fsanitize "$(dirname "$vitrine")/bot-kit.txt"; then
  unconfined=(--no-sandbox)
  games_a_match=12
fi
has_sandbox() { ((${#unconfined[@]} == 0)); }

# bot FILE [TEXT]: a bot that plays its first move after TEXT, which stands before it.
bot() {
  printf '#include <vitrine/bot.h>\n%s\nMove think(Board& board, const Timer&) { return board.legal_moves()[0]; }\n' \
    "${2:-}" >"$1"
}

# games PGN: how many are in it.
games() { if [[ -e $1 ]]; then grep -c '^\[Event ' "$1"; else echo 0; fi; }

# processes: how many bots, or what holds them, run.
processes() { pgrep -cf "$work" || true; }

# mortal FILE PLIES: one that plays well enough for a check, but breaks at so many plies of the event, which has
# another clock. Who holds out longer wins, so that every match of the event is decided.
mortal() {
  printf '#include <vitrine/bot.h>\nMove think(Board& board, const Timer& timer) {
    return timer.increment_ms() == 50 && board.ply_count() > %s ? Move() : board.legal_moves()[0]; }\n' "$2" >"$1"
}

mkdir fit unfit
mortal fit/anna.cpp 30
mortal fit/bert.cpp 26
mortal fit/carl.cpp 22
bot unfit/reader.cpp '#include <fstream>'
bot unfit/writer.cpp $'#include <cstdio>\nFILE* file = fopen("was-here", "w");'
bot unfit/hog.cpp $'#include <vector>\nstd::vector<char> table(300 << 20, 1);'
bot unfit/sleeper.cpp 'struct Sleeper { Sleeper() { for (volatile int i = 0;; i = 1) {} } } sleeper;'
bot unfit/talker.cpp "$(for ((i = 0; i < 300; ++i)); do echo "int variable$i = $i;"; done)"
printf '#include <vitrine/bot.h>\nMove think(Board&, const Timer&) { return nothing; }\n' >unfit/broken.cpp
printf '#include <vitrine/bot.h>\nMove think(Board&, const Timer&) { return Move(); }\n' >unfit/cheat.cpp

# --- The check.
quick=(--tc 2+0.01 --games 2 "${unconfined[@]}")
expect "a fit bot" 0 '^Fit for a tournament' bot check "${quick[@]}" fit/anna.cpp
expect "one that includes what it may not" 1 'line 2: <fstream>' bot check "${quick[@]}" unfit/reader.cpp
if has_sandbox; then
  expect "one that opens a file before it starts" 1 'start +writer died: killed by SIGSYS' bot check "${quick[@]}" unfit/writer.cpp
  [[ ! -e was-here ]] || fail "it has written a file"
  expect "one that wants more memory" 1 'bad_alloc' bot check "${quick[@]}" unfit/hog.cpp
fi
expect "one that is not ready in time" 1 'start +sleeper does not say uciok' bot check "${quick[@]}" unfit/sleeper.cpp
expect "one with too many tokens" 1 'tokens +[0-9]+ tokens; the limit is 1024' bot check "${quick[@]}" unfit/talker.cpp
expect "one that does not compile" 1 'broken.cpp:2:.*nothing' bot check "${quick[@]}" unfit/broken.cpp
expect "one that plays no move" 1 'games +game 1 at 2\+0.01: .*illegal' bot check "${quick[@]}" unfit/cheat.cpp
expect "one that isn't there" 1 'nobody.cpp' bot check nobody.cpp
expect "with a clock that is none" 2 '--tc' bot check --tc soon fit/anna.cpp

# --- In a match.
expect "a bot in a match" 0 '^Games: 4, ' match -engine bot=fit/anna.cpp -engine exhibit=random -each tc=5+0.1 -rounds 2 -maxmoves 20 -store match.db "${unconfined[@]}"
expect "the same, unconfined" 0 '^Games: 2, ' match -engine bot=fit/anna.cpp -engine bot=fit/bert.cpp -each tc=5+0.1 -maxmoves 20 -no-sandbox -store free.db
expect "a bot that does not compile" 1 'broken.cpp' match -engine bot=unfit/broken.cpp -engine exhibit=random -each tc=5
has_sandbox && expect "a bot that reads files when compiled" 1 'reader.cpp: line 2' match -engine bot=unfit/reader.cpp -engine exhibit=random -each tc=5

# --- The event.
cp -r fit event && cp unfit/{reader,cheat,broken}.cpp event
has_sandbox && cp unfit/writer.cpp event
options=(-tc 20+0.05 -maxfaults 0 -quiet -ratinginterval 0 "${unconfined[@]}")
expect "a challenge" 0 '^Champion: anna' challenge event "${options[@]}"
cp out played
for line in 'anna: fit' 'reader: left out: includes: line 2: <fstream>' 'cheat: left out: games: .*illegal' \
  'broken: left out: build: .*nothing'; do
  grep -qE "^$line" played || fail "a challenge does not say '$line'"
done
has_sandbox && { grep -qE '^writer: left out: start: .*SIGSYS' played || fail "a challenge does not name the writer"; }
grep -q 'Champion: anna' event/results/results.txt || fail "results.txt has no champion"
for part in '<h2>Standings</h2>' '<h2>Knock-out</h2>' '<strong>cheat</strong>'; do
  grep -qF "$part" event/results/results.html || fail "results.html lacks $part"
done
count=$(games event/results/games.pgn)
expect "its PGN" 0 "^$count games, .* 0 broken" pgn event/results/games.pgn
expect "played again" 0 '^All games are played' challenge event "${options[@]}"
[[ $(games event/results/games.pgn) == "$count" ]] || fail "games were played twice"

# Stopped, killed, and with its programs lost, it goes on, and no game is played twice.
cp -r fit long
options=(-tc 20+0.05 -games "$games_a_match" -rounds 2 -maxfaults 0 -quiet -ratinginterval 0 "${unconfined[@]}")
for signal in INT KILL; do
  before=$(games long/results/games.pgn)
  "$vitrine" challenge long "${options[@]}" >out 2>err </dev/null &
  pid=$!
  for ((i = 0; i < 1200; ++i)); do
    (($(games long/results/games.pgn) > before)) && break
    sleep 0.05
  done
  kill -s $signal $pid
  wait $pid 2>/dev/null
  status=$?
  [[ $signal == KILL || $status == 3 ]] || fail "stopped: exit status $status, not 3"
done
[[ -s long/results/results.html ]] || fail "no page after a stop"
rm -rf cache
expect "continued" 0 '^Champion: anna' challenge long "${options[@]}"
# Three bots, so each of two rounds has one encounter and a bye; then a final, over when nobody can catch up.
expect "its PGN" 0 '0 broken' pgn long/results/games.pgn
count=$(games long/results/games.pgn)
((2 * count > 5 * games_a_match && count <= 3 * games_a_match)) || fail "$count games"
for ((i = 0; i < 100 && $(processes) > 0; ++i)); do sleep 0.05; done
[[ $(processes) == 0 ]] || fail "something of a bot is left: $(pgrep -af "$work")"

# --- What is no event.
mkdir one && cp fit/anna.cpp one
expect "with one bot" 1 'needs two fit bots' challenge one -tc 2+0.01 "${unconfined[@]}"
expect "help" 0 '^  vitrine challenge my-bots' challenge --help
# Before anything is built or played.
expect "with an option that isn't there" 2 "unknown option '--nonsense'" challenge fit --nonsense
expect "with a number of rounds that is none" 2 'rounds' challenge fit -rounds many
grep -q ': ' out && fail "bots were checked before the options were"
expect "without a folder" 2 'a folder of bots is required' challenge
expect "in a folder that isn't there" 2 'nowhere' challenge nowhere
expect "with players of its own" 2 'not of a challenge' challenge fit -engine exhibit=evil
expect "with a clock that is none" 2 '-tc' challenge fit -tc soon

finish
