#!/usr/bin/env bash
# Every exhibit plays a match of two games, one with each colour, against Fairy-Max in a real xboard; the default
# engine plays one more by the clock. $1 is the vitrine binary; exhibits named after $2 replace the list.
set -uo pipefail
vitrine=$(realpath "$1")
shift $(($# < 2 ? $# : 2))

for program in /usr/games/xboard /usr/games/fairymax xvfb-run; do
  command -v "$program" >/dev/null && continue
  echo "SKIPPED: no $program (apt-get install xboard fairymax xvfb)"
  exit 0
done

# One X server for all games: xvfb-run runs this script again.
if [[ -z ${XBOARD_GAME_WORK:-} ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  XBOARD_GAME_WORK=$work xvfb-run --auto-servernum bash "$0" "$vitrine" - "$@"
  exit
fi
work=$XBOARD_GAME_WORK

cat >"$work/check.py" <<'PYTHON'
"""check.py VITRINE PGN GAMES DEBUG: finished games, legal moves, and nothing that we could be blamed for."""
import json, re, subprocess, sys

vitrine, path, count, debug = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
check = subprocess.run([vitrine, "pgn", path, "--json"], capture_output=True, text=True)
summary = json.loads(check.stdout.splitlines()[-1])
assert check.returncode == 0 and summary["games"] == count, check.stdout + check.stderr
ends = []
for game in open(path, errors="replace").read().split("[Event ")[1:]:
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.M))
    ours = "White" if tags["White"].startswith("Vitrine") else "Black"
    # The last comment says how it ended: "{Black forfeits on time}".
    end = re.findall(r"\{([^{}]*)\}\s*(\S+)\s*$", game)
    assert end and end[0][1] == tags["Result"] and tags["Result"] in ("1-0", "0-1", "1/2-1/2"), game
    reason = end[0][0]
    lost = tags["Result"] == ("0-1" if ours == "White" else "1-0")
    assert not (lost and re.search("forfeit|illegal|invalid|false|exit|time|resign", reason, re.I)), game
    ends.append(f"{tags['Result']} as {ours} ({reason})")
# xboard's own record of the talk: we refused nothing it sent.
for line in open(debug, errors="replace"):
    assert not re.search(r"<first : (Illegal|Error)", line), line
print(", ".join(ends))
PYTHON

# Fairy-Max reads beside its tables, and on some kernels dies of it in every other start unless they lie where they always do.
opponent=/usr/games/fairymax
if setarch --addr-no-randomize true 2>/dev/null; then opponent="setarch --addr-no-randomize $opponent"; fi

# match NAME GAMES OPTION...: `vitrine xboard --engine NAME` against Fairy-Max. One line if all is well, else a report.
match() {
  local name=$1 games=$2 started=$SECONDS dir ends
  shift 2
  dir=$(mktemp -d "$work/XXXX")
  # -xexit: leave after the match without asking. HOME: touch nobody's settings.
  HOME=$dir timeout 140 /usr/games/xboard -fcp "$vitrine xboard --engine $name" -scp "$opponent" -fd "$dir" \
    -sd "$dir" -matchGames "$games" "$@" -saveGameFile "$dir/games.pgn" -debugMode true -nameOfDebugFile "$dir/debug" \
    -saveSettingsOnExit false -xexit -xpopup >"$dir/log" 2>&1
  local status=$?
  if ends=$(python3 "$work/check.py" "$vitrine" "$dir/games.pgn" "$games" "$dir/debug" 2>"$dir/problem"); then
    echo "$name, $((SECONDS - started)) s: $ends"
    return
  fi
  echo "FAILED: $name, $((SECONDS - started)) s, xboard's exit status $status"
  cat "$dir/problem"
  tail -n 20 "$dir/debug" "$dir/log"
  return 1
}

exhibits=("$@")
if (($# == 0)); then
  mapfile -t exhibits < <("$vitrine" engines --json 2>/dev/null |
    python3 -c 'import json, sys; [print(exhibit["name"]) for exhibit in json.load(sys.stdin)]' 2>/dev/null)
fi
if ((${#exhibits[@]} == 0)); then exhibits=(random evil mailbox negamax challenger); fi

# Few plies, so that a busy machine loses nothing on time; and the clock alone, for who has a clock to manage.
failures=0
match challenger 1 -timeControl 0:10 -ponderNextMove false &
for exhibit in "${exhibits[@]}"; do
  match "$exhibit" 2 -timeControl 1 -searchDepth 4 -ponderNextMove true &
  wait -n || failures=$((failures + 1))
done
wait -n || failures=$((failures + 1))

((failures == 0)) && echo "all good"
exit $((failures > 0))
