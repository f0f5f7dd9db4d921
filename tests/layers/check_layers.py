"""Checks the include arrows between the rooms of src/ against rooms.json, and that tests/ mirrors src/.

Usage: check_layers.py SOURCE_TREE [ROOMS_JSON]
Prints one line per violation, as file:line and the offending arrow, and fails if there is any.
"""

import fnmatch
import json
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ROOMS_JSON = Path(__file__).with_name("rooms.json")


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp"))


def subfolder(path):
    """engines/vitrine/search.h -> vitrine; engines/engine.h -> None."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else None


def matches(pattern, included):
    if pattern == "*":
        return True
    if "/" not in pattern:
        return included.startswith(pattern + "/")
    return pattern.count("/") == included.count("/") and fnmatch.fnmatchcase(included, pattern)


def why_wrong(rules, includer, included, quoted):
    """The offending arrow in words, or None. Both paths are written from src/."""
    rooms = rules["rooms"]
    room, target = includer.split("/")[0], included.split("/")[0]
    if "/" not in included or target not in rooms:
        return f'"{included}" is not written from src/' if quoted else None
    if ".." in included.split("/"):
        return f'"{included}" climbs with ..'
    if target == room:
        here, there = subfolder(includer), subfolder(included)
        if room in rules["rooms_whose_folders_never_include_each_other"] and here and there and here != there:
            return f"{room}/{here} -> {included} (folders of {room} never include each other)"
        return None
    if any(matches(pattern, included) for pattern in rooms[room]):
        return None
    return f"{room} -> {included} ({room} may include: {', '.join(rooms[room]) or 'nothing'})"


def check_includes(rules, root):
    src = root / "src"
    for path in sources(src):
        includer = path.relative_to(src).as_posix()
        shown = path.relative_to(root).as_posix()
        if "/" not in includer or includer.split("/")[0] not in rules["rooms"]:
            yield f"{shown}:1: lives in no room of rooms.json"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            found = INCLUDE.match(line)
            problem = found and why_wrong(rules, includer, found[2], quoted=found[1] == '"')
            if problem:
                yield f"{shown}:{number}: {problem}"


def check_mirror(rules, root):
    src, tests = root / "src", root / "tests"
    elsewhere = rules["rooms_tested_from_another_folder"]
    for folder in sorted({p.parent for p in sources(src)} - {src}):
        name = folder.relative_to(src).as_posix()
        mirrored = any((tests / name).glob("*_test.cpp"))
        if not mirrored and not (name in elsewhere and any((tests / elsewhere[name]).iterdir())):
            yield f"src/{name}: has no test in tests/{name}"
    for test in sorted(tests.rglob("*_test.cpp")):
        folder = test.parent.relative_to(tests).as_posix()
        if folder.split("/")[0] not in rules["folders_of_tests_that_are_no_room"] and not (src / folder).is_dir():
            yield f"{test.relative_to(root).as_posix()}:1: mirrors no folder, src/{folder} does not exist"


def violations(root, rooms_json=ROOMS_JSON):
    rules = json.loads(Path(rooms_json).read_text(encoding="utf-8"))
    return [*check_includes(rules, root), *check_mirror(rules, root)]


if __name__ == "__main__":
    found = violations(Path(sys.argv[1]), *sys.argv[2:3])
    print("\n".join(found) or "layers: every include follows the table")
    sys.exit(1 if found else 0)
