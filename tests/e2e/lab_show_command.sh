#!/usr/bin/env bash
# `vitrine lab show` from outside. $1 is the vitrine binary. Pictures are checked by programs of others: Python's XML
# parser and zlib, and pngcheck where it is installed.
set -uo pipefail
source "$(dirname "$0")/../support/expect.sh" "$1" lab show

check_python() {
  python3 - "$@" || fail "$1"
}

# Models: knights are worth 3 and on f3 3.64, everything else nothing. A history in which f3 becomes worth so much.
python3 - "$work" <<'PYTHON'
import os, sys
folder = sys.argv[1]
men = ["pawn", "knight", "bishop", "rook", "queen", "king"]

def board(man, f3):
    rows = [["0"] * 8 for _ in range(8)]
    if man == "knight":
        rows = [["3"] * 8 for _ in range(8)]
        rows[5][5] = str(f3)  # the third rank from below
    return "\n".join(" ".join(row) for row in rows) + "\n"

def model(f3, kind="piece-square", phases="all"):
    text = f"vitrine piece-square model 1\nkind {kind}\nphases {phases}\nprovenance <written> by & for a test\n"
    for phase in phases.split():
        for man in men:
            if kind == "piece-square":
                text += f"board {phase} {man}\n" + board(man, f3)
            else:
                for king in range(64):
                    name = "abcdefgh"[king % 8] + str(king // 8 + 1)
                    text += f"board {phase} {man} king {name}\n" + board(man, f3 if name == "g1" else 3)
    return text

def write(name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)

write("plain.txt", model(3.64))
write("tapered.txt", model(3.64, phases="middlegame endgame"))
write("king.txt", model(3.64, "king-piece-square"))
write("broken.txt", model(3.64).replace("3.64", "x"))
os.mkdir(os.path.join(folder, "history"))
with open(os.path.join(folder, "history", "loss.csv"), "w", encoding="utf-8") as losses:
    losses.write("step,training,held_out\n")
    for i in range(5):
        write(f"history/{i:04}.txt", model(3 + i * 0.02))
        losses.write(f"{10 * i},{2 - i / 4},{2.1 - i / 4}\n")
os.mkdir(os.path.join(folder, "empty"))
PYTHON

expect "a table" 0 '^plain.txt: 384 weights, in pawns$' "$work/plain.txt"
expect "its knights" 0 'knight, mean \+3\.01' "$work/plain.txt"
expect "their third rank" 0 ' 3  \+3\.00 \+3\.00 \+3\.00 \+3\.00 \+3\.00 \+3\.64 \+3\.00 \+3\.00$' "$work/plain.txt"
expect "pawns' first rank" 0 '^ 1 +\. +\. +\. +\. +\. +\. +\. +\. ' "$work/plain.txt"
expect "where it is from" 0 '^<written> by & for a test$' "$work/plain.txt"
"$vitrine" lab show "$work/plain.txt" | grep $'\x1b' && fail "colours in a file"
if command -v script >/dev/null; then
  script -qec "'$vitrine' lab show '$work/plain.txt'" /dev/null </dev/null >"$work/terminal"
  grep -q $'\x1b\\[48;2;' "$work/terminal" ||
    fail "no colours on a terminal"
fi
expect "two phases" 0 'rook endgame, mean' "$work/tapered.txt"
expect "a king on g1" 0 '\+3\.64' "$work/king.txt" --king g1
expect "a king on c1" 0 'knight, mean \+3\.00' "$work/king.txt" --king c1
expect "every king" 0 '24576 weights, mean over the king' "$work/king.txt"
expect "a king where there is none" 2 "doesn't ask where the king stands" "$work/plain.txt" --king e1
expect "no square" 2 "expected a square such as e1, not 'j9'" "$work/king.txt" --king j9
expect "a missing model" 1 'nowhere.txt.*can.t be read' "$work/nowhere.txt"
expect "a broken model" 1 "line [0-9]+: number 6, 'x', is no number \(.*broken.txt\)" "$work/broken.txt"
expect "nothing" 2 'what to show\?'
expect "help" 0 'vitrine lab show --animate history --out boards.apng' --help
expect "an unwritable picture" 1 'nowhere/a.svg' "$work/plain.txt" --svg "$work/nowhere/a.svg"

expect "a picture" 0 '^wrote .*plain.svg$' "$work/plain.txt" --svg "$work/plain.svg"
expect "a picture of two phases" 0 'wrote' "$work/tapered.txt" --svg "$work/tapered.svg"
check_python "$work/plain.svg" "$work/tapered.svg" <<'PYTHON'
import sys, xml.etree.ElementTree as xml
for path, rows in ((sys.argv[1], 1), (sys.argv[2], 2)):
    root = xml.parse(path).getroot()
    texts = [e.text for e in root.iter() if e.tag.endswith("}text")]
    for man in ("pawn +0.00", "knight +3.01", "king +0.00"):
        assert texts.count(man) == rows, (path, man, texts)
    assert any("<written> by & for a test" in t for t in texts), texts
    squares = sum(e.get("d").count("M") for e in root.iter() if e.tag.endswith("}path"))
    assert squares == rows * 6 * 64, (path, squares)
PYTHON

expect "an animation" 0 'wrote .*boards.apng' --animate "$work/history" --out "$work/boards.apng"
expect "one in SVG" 0 'wrote .*boards.svg' --animate "$work/history" --out "$work/boards.svg" --loss "$work/loss.svg"
check_python "$work/boards.svg" "$work/loss.svg" <<'PYTHON'
import sys, xml.etree.ElementTree as xml
root = xml.parse(sys.argv[1]).getroot()
assert sum(e.tag.endswith("}animate") for e in root.iter()) > 300
texts = {e.text for e in root.iter() if e.tag.endswith("}text")}
assert {"step 0  training 2.0000  held out 2.1000", "step 40  training 1.0000  held out 1.1000"} <= texts, texts
for e in root.iter():
    if e.tag.endswith("}animate"):
        assert len(e.get("values").split(";")) == len(e.get("keyTimes").split(";")), e.attrib
loss = xml.parse(sys.argv[2]).getroot()
assert {"training", "held out"} <= {e.text for e in loss.iter() if e.tag.endswith("}text")}
PYTHON
# Every frame, as a viewer puts them together: f3 of the knights' board changes its colour from frame to frame.
check_python "$work/boards.apng" <<'PYTHON'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, chunks = 8, []
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body), kind
    chunks.append((kind, body))
    at += 12 + size
assert [k for k, _ in chunks][:3] == [b"IHDR", b"acTL", b"PLTE"] and chunks[-1][0] == b"IEND"
width, height = struct.unpack(">II", chunks[0][1][:8])
palette = chunks[2][1]
canvas, frames, sequence, area = bytearray(width * height), [], 0, None
for kind, body in chunks:
    if kind == b"fcTL":
        number, *area = struct.unpack(">IIIII", body[:20])
        assert number == sequence
        sequence += 1
    if kind == b"fdAT":
        assert struct.unpack(">I", body[:4])[0] == sequence
        sequence += 1
        body = body[4:]
    if kind in (b"IDAT", b"fdAT"):
        w, h, x, y = area
        rows = zlib.decompress(body)
        assert len(rows) == h * (w + 1)
        for r in range(h):
            assert rows[r * (w + 1)] == 0
            canvas[(y + r) * width + x:(y + r) * width + x + w] = rows[r * (w + 1) + 1:(r + 1) * (w + 1)]
        frames.append(bytes(canvas))
assert len(frames) == struct.unpack(">I", chunks[1][1][:4])[0] == 5
def colour(frame, x, y):
    ink = frame[y * width + x]
    return tuple(palette[3 * ink:3 * ink + 3])
# The knights' board is the second; f3 is its sixth file and its sixth row from above.
left, top = 28 + 152 + 5 * 16 + 8, 66 + 5 * 16 + 8
seen = [colour(frame, left, top) for frame in frames]
assert len(set(seen)) == 5, seen
assert seen[-1][0] > seen[-1][2] + 50, seen  # orange at last
assert len({colour(frame, left + 16, top) for frame in frames}) == 1  # g3 next to it stays as it is
PYTHON
if command -v pngcheck >/dev/null; then
  pngcheck -q "$work/boards.apng" || fail "pngcheck"
fi

expect "no folder" 1 'nowhere: there is no such folder' --animate "$work/nowhere" --out "$work/x.svg"
expect "an empty folder" 1 'empty/0000.txt: there is no such file' --animate "$work/empty" --out "$work/x.svg"
expect "no name" 2 'where to\?' --animate "$work/history"
expect "an unknown ending" 2 "ends in .apng, .png or .svg, not '.*x.gif'" --animate "$work/history" --out "$work/x.gif"
printf 'step,training,held_out\n0,one,2\n' >"$work/history/loss.csv"
expect "a broken loss" 1 "loss.csv:2: 'one' is no number" --animate "$work/history" --out "$work/x.svg"
[[ ! -e $work/x.svg ]] || fail "a picture after an error"

finish
