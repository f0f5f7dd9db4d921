#!/usr/bin/env bash
# `vitrine engines` from outside: the table, a card, and JSON that a program can read. $1 is the vitrine binary.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" engines

for name in random evil mailbox turochamp negamax challenger vitrine; do
  expect "$name in the table" 0 "^$name +([0-9]{4}|not dated) +([0-9]+|not measured yet) +[A-Za-z]"
  expect "the card of $name" 0 "^Name +$name\$" "$name"
  expect "what $name knows" 0 '^Knows +[A-Z]' "$name"
  expect "what $name does not know" 0 '^Does not know +[A-Z]' "$name"
  expect "what was mended in $name" 0 '^Mended +[A-Z]' "$name"
  expect "the year of $name" 0 '^Year +([0-9]{4}|not dated)$' "$name"
  expect "the rating of $name" 0 '^Rating +([0-9]+|not measured yet)$' "$name"
  expect "$name among all cards" 0 "^Name +$name\$" --cards
done
expect "when EvilBot was written" 0 '^Year +2023$' evil
expect "what EvilBot overlooked" 0 'en passant was no capture' evil --json
expect "whose tables Negamax has" 0 'ours stand in for them' negamax --json
expect "an option" 0 '^Options +Depth: 1 to 60, now 5$' mailbox
expect "a seed" 0 'Seed: 0 to 2147483647, now 0$' random
expect "a stranger" 2 "no engine 'fritz'; there are random, evil, mailbox" fritz
expect "too many names" 2 'unexpected argument' random evil
expect "help" 0 'vitrine engines --json' --help

"$vitrine" engines --json >"$work/all.json" && "$vitrine" engines mailbox --json >"$work/one.json" &&
  python3 - "$work/all.json" "$work/one.json" <<'PYTHON' || fail "JSON"
import json, sys
cards, one = (json.load(open(path)) for path in sys.argv[1:])
assert len(cards) >= 5 and one in cards, cards
assert one["options"] == [{"name": "Depth", "type": "spin", "value": 5, "min": 1, "max": 60}], one
for card in cards:
    assert all(card[key] for key in ("name", "title", "origin", "knows", "does_not_know", "mended")), card
    assert card["year"] is None or 1940 < card["year"] < 2100, card
PYTHON

finish
