#!/usr/bin/env bash
# Tournaments over a real Gearman server: workers that die or come late, a server that is killed and comes back
# from its queue on disk, a tournament that is stopped and continued. Every game must be in the store exactly once.
# $1 is the vitrine binary.
set -uo pipefail

command -v /usr/sbin/gearmand >/dev/null || {
  echo "SKIPPED: no gearmand (apt-get install gearman-job-server)"
  exit 0
}

source "$(dirname "$0")/../support/background.sh" "$1"

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
server=127.0.0.1:$port

start_server() {
  /usr/sbin/gearmand --listen=127.0.0.1 --port="$port" --log-file=none --pid-file="$work/gearmand.pid" --threads=2 "$@" >gearmand.log 2>&1 &
  gearmand=$!
  pids+=("$gearmand")
}

start_worker() { # NAME OPTION...
  local name=$1
  shift
  "$vitrine" worker --gearman "$server" "$@" >"$name.log" 2>&1 &
  worker=$!
  pids+=("$worker")
}

# games STORE: how many are in it; 0 while there is none.
games() {
  python3 - "$1" <<'PYTHON'
import sqlite3, sys
try:
    print(sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute("SELECT count(*) FROM game").fetchone()[0])
except sqlite3.OperationalError:
    print(0)
PYTHON
}

# wait_for_games STORE N PID: until there are so many, while the process and the latest worker live.
wait_for_games() {
  until (($(games "$1") >= $2)); do
    kill -0 "$3" 2>/dev/null || fail "$1 ended with $(games "$1") games; $2 were to come"
    kill -0 "$worker" 2>/dev/null || fail "a worker ended by itself"
  done
}

# check_store STORE PAIRS: both games of every pair, each once; and the PGN has as many.
check_store() {
  python3 - "$1" "$2" <<'PYTHON' || fail "the store $1"
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT pair, game FROM game").fetchall()
wanted = [(pair, game) for pair in range(int(sys.argv[2])) for game in (0, 1)]
assert sorted(rows) == wanted, (len(rows), sorted(set(wanted) - set(rows))[:9])
PYTHON
  (($(grep -c '^\[Result ' "$1.pgn") == 2 * $2)) || fail "the PGN of $1"
  "$vitrine" pgn "$1.pgn" >/dev/null || fail "the moves of $1"
}

quick=(-engine exhibit=random -engine exhibit=evil -each depth=1)
# Slow enough to be stopped in the middle, on whatever machine: 0.4 s a game.
slow=(-engine exhibit=mailbox st=0.02 timemargin=60000 -engine exhibit=evil depth=1)

echo "Three workers, one killed, one late; the server killed, and back from its queue on disk"
start_tournament() { # STORE PAIRS PLAYERS...
  local players=("${@:3}")
  "$vitrine" tournament "${players[@]}" -maxmoves 20 -ratinginterval 0 -gearman "$server" -rounds "$2" -store "$1" -pgnout "$1.pgn" >"$1.log" 2>&1 &
  tournament=$!
  pids+=("$tournament")
}
start_tournament a.db 200 "${quick[@]}" # before the server is there
start_worker first --concurrency 2
doomed=$worker
start_worker second
second=$worker
start_server --queue-type=libsqlite3 --libsqlite3-db=queue.db
wait_for_games a.db 60 "$tournament"
kill -KILL "$doomed"
wait "$doomed" 2>/dev/null
wait_for_games a.db 100 "$tournament"
start_worker third
kill -KILL "$gearmand"
wait "$gearmand" 2>/dev/null
start_server --queue-type=libsqlite3 --libsqlite3-db=queue.db
wait "$tournament" || fail "the tournament ended with $?"
check_store a.db 200
grep -q 'trying again' a.db.log || fail "the tournament did not tell that the server was gone"

echo "Ctrl-C, and on from the store"
start_tournament b.db 40 "${slow[@]}"
wait_for_games b.db 2 "$tournament"
kill -INT "$tournament"
wait "$tournament"
[[ $? == 3 ]] || fail "a stopped tournament ends with 3"
"$vitrine" tournament -resume b.db -gearman "$server" >b2.log 2>&1 || fail "resume ended with $?"
check_store b.db 40

echo "A worker that may not run a program says so, and nobody loses by it"
"$vitrine" match -engine cmd=no-such-engine -engine exhibit=random -each depth=1 -gearman "$server" -store c.db \
  >c.log 2>&1 && fail "a program was run that nobody allowed"
grep -q "no-such-engine" c.log || fail "the program is not named"
(($(games c.db) == 0)) || fail "a game was counted"

echo "Ctrl-C ends a worker"
kill -INT "$second"
wait "$second" || fail "the worker ended with $?"

echo "All pairs are there, once"
