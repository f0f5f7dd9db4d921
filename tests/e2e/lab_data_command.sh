#!/usr/bin/env bash
# `vitrine lab data` from outside: import, stats, shuffle, split, dedupe, export; faults with file and line; a full
# disk; kill -9 at random moments. $1 is the vitrine binary.
set -uo pipefail
vitrine=$(realpath "$1")
work=$(mktemp -d)
clean_up() {
  mountpoint -q "$work/small" && umount "$work/small"
  rm -rf "$work"
}
trap clean_up EXIT
cd "$work" || exit 1

failures=0
check() { # WHAT COMMAND...: the command must succeed
  local what=$1
  shift
  "$@" || {
    echo "FAILED: $what"
    failures=$((failures + 1))
  }
}
status_is() { # STATUS COMMAND...
  local expected=$1 status=0
  shift
  "$@" >out 2>err || status=$?
  ((status == expected)) || {
    echo "FAILED: $* gave $status, not $expected"
    cat out err
    failures=$((failures + 1))
  }
}

# Judged positions of random games, in a few formats.
"$vitrine" random-positions --help >/dev/null 2>&1 || { echo "FAILED: no random-positions"; exit 1; }
"$vitrine" random-positions 3000 --seed 5 >fens || { echo "FAILED: random positions"; exit 1; }
awk '{ print $0 " | " (NR * 37) % 1001 - 500 " | " (NR % 3) / 2 }' fens >raw.txt
# Some of them are mates, which are not kept.
"$vitrine" lab data import raw.txt --out raw.set >/dev/null || exit 1
"$vitrine" lab data export raw.set --limit 2500 >good.txt || exit 1

# --- Import and back
status_is 0 "$vitrine" lab data import good.txt --out good.set
check "a line for each position" grep -q "2,500 positions" out
check "32 bytes a position and a little" test "$(stat -c %s good.set)" -le $((32 * 2500 + 100))
status_is 0 "$vitrine" lab data export good.set --out back.txt
status_is 0 "$vitrine" lab data import back.txt --out back.set
check "export and import give the same set" cmp good.set back.set
status_is 0 "$vitrine" lab data export good.set --limit 7
check "the limit" test "$(wc -l <out)" = 7
"$vitrine" lab data export good.set >redirected.txt
check "standard output into a file" cmp good.txt redirected.txt
"$vitrine" lab data export good.set | cat >piped.txt
check "standard output into a pipe" cmp good.txt piped.txt
check "/dev/stdout is what it was" test -L /dev/stdout
gzip -k good.txt
status_is 0 "$vitrine" lab data import good.txt.gz --out packed.set
check "gzip is unpacked" cmp good.set packed.set
"$vitrine" lab data import - --format text --out stdin.set <good.txt >/dev/null
check "standard input" cmp good.set stdin.set

# --- Statistics, order, parts
status_is 0 "$vitrine" lab data stats good.set
check "stats count" grep -q "positions    2500, from 2500 games" out
status_is 0 "$vitrine" lab data shuffle good.set --out a.set --seed 3
status_is 0 "$vitrine" lab data shuffle good.set --out b.set --seed 3 --memory 1
check "the same seed, the same order" cmp a.set b.set
check "another order" bash -c '! cmp -s a.set good.set'
check "nothing left over" bash -c '! ls | grep -E "part|bucket"'
status_is 0 "$vitrine" lab data split a.set --held-out 0.2 --out train.set --test test.set
status_is 0 "$vitrine" lab data import train.set test.set --out joined.set
check "nothing lost in the split" grep -q "2,500 positions" out
status_is 0 "$vitrine" lab data import good.set good.set --out twice.set
status_is 0 "$vitrine" lab data dedupe twice.set --out once.set
check "duplicates are dropped" grep -qE "2,[5-9][0-9]{2} duplicates dropped" out

status_is 0 "$vitrine" lab data stats sample
check "the sample that comes with the program" grep -q "positions    20000, from" out

# --- Faults
{
  head -n 2 good.txt
  echo "8/8/8/8/8/8/8/8 w - - 0 1 | 3 | 1.0"
  echo "$(head -n 1 fens) | nan | 1.0"
  echo "$(head -n 1 fens) | 31000 | 1.0"
  for i in {1..20}; do echo "nonsense $i"; done
} >bad.txt
status_is 0 "$vitrine" lab data import bad.txt --out bad.set
check "the rest is kept" grep -q "2 positions from 2 games, 23 faults" out
check "file and line" grep -q "^bad.txt:3: .*king" err
check "NaN" grep -q "^bad.txt:4: .*finite" err
check "out of range" grep -q "^bad.txt:5: .*out of range" err
check "ten are told" test "$(grep -c '^bad.txt:' err)" = 10
status_is 1 "$vitrine" lab data import bad.txt --out strict.set --strict
check "strict names the line" grep -q "bad.txt:3: " err
check "strict writes nothing" test ! -e strict.set
status_is 1 "$vitrine" lab data import none.txt --out none.set
check "the missing file is named" grep -q "none.txt" err
check "and nothing is written" bash -c '! compgen -G "none.set*"'
status_is 2 "$vitrine" lab data import good.txt
status_is 2 "$vitrine" lab data import good.txt --out x.set --format xml
head -c 50000 good.set >cut.set
status_is 1 "$vitrine" lab data stats cut.set
check "a cut file is noticed" grep -q "cut.set: the file ends after" err
printf 'X' | dd of=back.set bs=1 seek=40000 conv=notrunc status=none
status_is 1 "$vitrine" lab data stats back.set
check "a changed byte is noticed" grep -q "back.set: block .*damaged" err

# --- A full disk: a device without room, and a real small one where we may mount it.
status_is 1 "$vitrine" lab data import good.txt --out /dev/full
check "the full disk is named" grep -q "can't write /dev/full: No space left on device" err
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
  echo old >small/good.set
  for command in "import good.txt" "shuffle good.set" "dedupe good.set" "export good.set"; do
    # shellcheck disable=SC2086
    status_is 1 "$vitrine" lab data $command --out small/good.set
    check "$command says why" grep -q "can't write small/good.set.*: No space left on device" err
    check "$command keeps the old file" test "$(cat small/good.set)" = old
    check "$command leaves nothing" test "$(ls small)" = good.set
  done
fi

# --- kill -9 at random moments: the set is the old one or the new one.
for _ in {1..40}; do cat good.txt; done >large.txt
"$vitrine" lab data import large.txt --out whole.set >/dev/null
cp good.set victim.set
RANDOM=7
killed=0
for _ in {1..20}; do
  "$vitrine" lab data import large.txt --out victim.set >/dev/null 2>&1 &
  pid=$!
  sleep "0.$(printf '%03d' $((RANDOM % 400)))"
  kill -KILL $pid 2>/dev/null && killed=$((killed + 1))
  wait $pid 2>/dev/null
  cmp -s victim.set good.set || cmp -s victim.set whole.set || {
    echo "FAILED: half a file after kill -9"
    failures=$((failures + 1))
  }
done
((killed > 0)) || echo "NOTE: nothing was killed in time"
status_is 0 "$vitrine" lab data import large.txt --out victim.set
check "and then it works" cmp victim.set whole.set

# --- Ctrl-C: nothing is written, exit status 130. Standard input never ends, so that it is certainly busy.
mkfifo pipe
"$vitrine" lab data import - --format text --out never.set <pipe >/dev/null 2>err &
pid=$!
exec 3>pipe
cat good.txt >&3
kill -INT $pid
exec 3>&-
wait $pid
check "Ctrl-C gives 130" test $? = 130
check "and no file" bash -c '! compgen -G "never.set*"'

((failures == 0)) && echo "all is well"
exit $((failures > 0))
