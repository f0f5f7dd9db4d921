#!/usr/bin/env bash
# `vitrine lab selfplay` from outside: the same games for any number of threads, after kill -9 and Ctrl-C at random
# moments, and through a Gearman server with workers that die. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/background.sh" "$1"
trap 'stop_all; mountpoint -q "$work/small" && umount "$work/small"; rm -rf "$work"' EXIT
small=("$vitrine" lab selfplay --nodes 200 --option Hash=1)
play=("${small[@]}" --seed 11)

"${play[@]}" --games 20 --out whole.games >whole.log 2>&1 || fail "a plain run"
"${play[@]}" --games 20 --threads 4 --out four.games >four.log 2>&1 || fail "four threads"
cmp whole.games four.games || fail "four threads play other games than one"
"$vitrine" lab data stats whole.games >stats.log || fail "stats"
grep -qE "^manifest +generation=0 engine=vitrine version=[0-9.]+ bench=6:[0-9]+ nodes=200 random-plies=8 seed=11 games=20 positions=[0-9]+ checksum=[0-9a-f]{16}$" stats.log ||
  fail "the manifest"
"$vitrine" lab data import whole.games --out whole.set >import.log 2>&1 || fail "import"
"$vitrine" lab data stats whole.set >set.log || fail "stats of the set"
grep -q "from 20 games" set.log || fail "the games of the set"

# Goes on after anything. Each round is given a little longer, so that it comes to an end on any machine.
RANDOM=5
rounds=0
while :; do
  rounds=$((rounds + 1))
  ((rounds <= 50)) || fail "kill -9 too often"
  "${play[@]}" --games 20 --threads 2 --out killed.games >killed.log 2>&1 &
  pid=$!
  pids+=("$pid")
  (sleep "$((rounds * rounds / 4)).$((RANDOM % 10))"; kill -KILL $pid 2>/dev/null) &
  timer=$!
  pids+=("$timer")
  wait $pid 2>/dev/null && break
done
wait "$timer" 2>/dev/null
cmp whole.games killed.games || fail "other games after kill -9"

# A torn last game is dropped and played again.
head -c -5 whole.games >torn.games
"$vitrine" lab data import torn.games --out torn.set >torn.log 2>&1 || fail "import of a torn file"
grep -q "torn.games: the last game was not finished" torn.log || fail "the torn game is told"
"${play[@]}" --games 20 --out torn.games >torn.log 2>&1 || fail "going on after a torn game"
grep -q "is played again" torn.log || fail "the torn game is played again"
cmp whole.games torn.games || fail "other games after a torn one"

# Ctrl-C: exit status 130, and the same command goes on.
"${play[@]}" --games 100000 --out stopped.games >stopped.log 2>&1 &
pid=$!
pids+=("$pid")
until [[ -s stopped.games && $(stat -c %s stopped.games) -gt 2000 ]]; do
  kill -0 $pid 2>/dev/null || fail "it ended before it was stopped"
  sleep 0.1
done
kill -INT $pid
wait $pid
[[ $? == 130 ]] || fail "Ctrl-C does not give 130"
"$vitrine" lab data stats stopped.games >stats.log || fail "stats of a stopped run"
grep -q "not finished" stats.log && fail "Ctrl-C tore a game"

# A full disk: all games but the last are kept, and the run goes on when there is room.
mkdir small
if mount -t tmpfs -o size=4k tmpfs small 2>/dev/null; then
  "${play[@]}" --games 20 --out small/a.games >full.log 2>&1 && fail "a full disk is not noticed"
  grep -q "can't write small/a.games: No space left on device" full.log || fail "why it ended on a full disk"
  cp small/a.games full.games
  umount small
  "${play[@]}" --games 20 --out full.games >full.log 2>&1 || fail "going on after a full disk"
  grep -q "going on after [1-9]" full.log || fail "games were lost on a full disk"
  cmp whole.games full.games || fail "other games after a full disk"
fi

# Refusals
"${small[@]}" --games 30 --seed 12 --out whole.games >refused.log 2>&1 && fail "another seed is taken"
grep -q "made with other settings" refused.log || fail "why another seed is refused"
echo "a file that somebody needs" >text
"${play[@]}" --games 1 --out text >refused.log 2>&1 && fail "a text is overwritten"
[[ $(cat text) == "a file that somebody needs" ]] || fail "a text was changed"
"${play[@]}" --games 1 --out /dev/full >refused.log 2>&1 && fail "/dev/full is taken"
"$vitrine" lab selfplay --games 5 >/dev/null 2>&1
[[ $? == 2 ]] || fail "a missing --out"

# Through a Gearman server: a worker is killed, another comes.
command -v /usr/sbin/gearmand >/dev/null || {
  echo "SKIPPED the farm: no gearmand (apt-get install gearman-job-server)"
  exit 0
}
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
server=127.0.0.1:$port
"${play[@]}" --gearman "$server" --games 20 --out farm.games >farm.log 2>&1 &
farm=$!
pids+=("$farm")
/usr/sbin/gearmand --listen=127.0.0.1 --port="$port" --log-file=none --pid-file="$work/gearmand.pid" --threads=2 >gearmand.log 2>&1 &
pids+=("$!")
worker=("$vitrine" lab selfplay --gearman "$server" --worker --option Hash=1)
"${worker[@]}" >first.log 2>&1 &
first=$!
pids+=("$first")
until grep -q "Games " first.log; do
  kill -0 $farm 2>/dev/null || fail "the farm ended early"
  sleep 0.1
done
kill -KILL $first
"${worker[@]}" --threads 2 >second.log 2>&1 &
second=$!
pids+=("$second")
wait $farm || fail "the farm"
# Before it says so it would not hear Ctrl-C: a shell's background processes ignore it.
until grep -q "Playing for" second.log; do
  kill -0 $second 2>/dev/null || fail "the second worker ended early"
  sleep 0.1
done
cmp whole.games farm.games || fail "the farm plays other games"
kill -INT $second
wait $second || fail "a worker's end"

# A worker with another engine refuses, and says why.
"$vitrine" lab selfplay --gearman "$server" --worker --engine challenger >other.log 2>&1 &
other=$!
pids+=("$other")
"${small[@]}" --gearman "$server" --games 2 --seed 99 --out refused.games >refused.log 2>&1 && fail "another engine is taken"
grep -q "its engine is another" refused.log || fail "why another engine is refused"
kill -INT $other
wait $other
echo "all is well"
