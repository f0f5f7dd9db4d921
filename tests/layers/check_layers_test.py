"""Feeds check_layers.py small fake trees, right and wrong."""

import tempfile
import unittest
from pathlib import Path

from check_layers import violations


class CheckLayers(unittest.TestCase):
    def check(self, files):
        """Violations of a tree given as {path: text}; each src folder gets a test so that the mirror is content."""
        with tempfile.TemporaryDirectory() as tree:
            root = Path(tree)
            (root / "src").mkdir()
            (root / "tests").mkdir()
            tests = {str(Path("tests", *Path(p).parts[1:-1], "x_test.cpp")): "" for p in files if p.startswith("src/")}
            for path, text in {**tests, **files}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            return violations(root)

    def test_allowed_arrows(self):
        for includer, included in [
            ("notation/fen.h", "chess/position.h"),
            ("notation/fen.h", "notation/san.h"),
            ("chess/board.cpp", "base/rng.h"),
            ("pawnrace/rules.h", "chess/bitboard.h"),
            ("engines/vitrine/search.h", "eval/nnue.h"),
            ("engines/vitrine/search.h", "engines/engine.h"),
            ("engines/vitrine/search.h", "engines/vitrine/tt.h"),
            ("engines/roster.cpp", "engines/vitrine/search.h"),
            ("arena/match.h", "engines/engine.h"),
            ("lab/tune.cpp", "engines/vitrine/search.h"),
            ("cli/main.cpp", "engines/vitrine/search.h"),
        ]:
            with self.subTest(f"{includer} -> {included}"):
                self.assertEqual(self.check({f"src/{includer}": f'#include "{included}"\n'}), [])

    def test_forbidden_arrows(self):
        for includer, included in [
            ("base/rng.h", "chess/square.h"),
            ("chess/position.h", "notation/fen.h"),
            ("pawnrace/rules.h", "chess/position.h"),
            ("eval/nnue.h", "engines/engine.h"),
            ("engines/vitrine/search.h", "engines/random/random.h"),
            ("arena/match.h", "engines/vitrine/search.h"),
            ("arena/match.h", "eval/nnue.h"),
            ("protocols/uci.h", "engines/vitrine/engine.h"),
            ("server/http.cpp", "cli/main.h"),
            ("lab/tune.cpp", "server/http.h"),
        ]:
            with self.subTest(f"{includer} -> {included}"):
                found = self.check({f"src/{includer}": f'#include <vector>\n\n#  include "{included}"\n'})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"src/{includer}:3: "), found)
                self.assertIn(f"-> {included}", found[0])

    def test_angle_brackets_do_not_hide_a_room(self):
        self.assertEqual(len(self.check({"src/chess/position.h": "#include <notation/fen.h>\n"})), 1)

    def test_libraries_are_nobodys_business(self):
        self.assertEqual(self.check({"src/cli/main.cpp": "#include <CLI/CLI.hpp>\n#include <fmt/core.h>\n"}), [])

    def test_includes_are_written_from_src(self):
        for included in ("position.h", "../chess/position.h", "chess/../notation/fen.h"):
            with self.subTest(included):
                self.assertEqual(len(self.check({"src/chess/move.h": f'#include "{included}"\n'})), 1)

    def test_every_file_lives_in_a_room(self):
        self.assertEqual(len(self.check({"src/attic/junk.h": ""})), 1)

    def test_tests_mirror_src(self):
        rooms = {"src/chess/move.h": "", "src/engines/vitrine/search.h": ""}
        self.assertEqual(self.check(rooms), [])
        stray = self.check({**rooms, "tests/notation/fen_test.cpp": ""})
        self.assertEqual(stray, ["tests/notation/fen_test.cpp:1: mirrors no folder, src/notation does not exist"])

    def test_a_room_without_tests_is_reported(self):
        with tempfile.TemporaryDirectory() as tree:
            root = Path(tree)
            (root / "src/chess").mkdir(parents=True)
            (root / "src/chess/move.h").write_text("")
            (root / "tests").mkdir()
            self.assertEqual(violations(root), ["src/chess: has no test in tests/chess"])


if __name__ == "__main__":
    unittest.main()
