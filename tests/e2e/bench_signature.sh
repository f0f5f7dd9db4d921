#!/usr/bin/env bash
# The node count of `vitrine bench` is the one that the last commit which changed it says: its message ends in
# "Bench: N", those that change nothing end in "No functional change". $1 is the vitrine binary, $2 the source tree.
set -euo pipefail
vitrine=$1 tree=$2

skip() { echo "skipped: $1"; exit 77; }
cd "$tree"
git rev-parse HEAD > /dev/null 2>&1 || skip "no Git history here"
git diff --quiet HEAD -- src || skip "src/ has changes that no commit message tells of"

expected=$(git log -1 --extended-regexp --grep='^Bench: [0-9]+$' --format=%B | grep -oP '^Bench: \K[0-9]+$') \
  || skip "no commit message with a Bench line"
found=$("$vitrine" bench | grep -oP '^Nodes searched +: \K[0-9]+$')
if [[ $found != "$expected" ]]; then
  echo "the commit message says Bench: $expected, but vitrine bench counts $found" >&2
  exit 1
fi
echo "Bench: $found"
