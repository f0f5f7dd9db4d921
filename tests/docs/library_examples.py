"""Compiles every program in docs/library.md against the installed library and compares what it prints.

Usage: library_examples.py CMAKE BUILD_DIR CXX_COMPILER GUIDE [--print]
A program is a ```cpp block; the ```text block after it is its output. --print shows the outputs, for writing the guide.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```cpp\n(?P<program>.*?)^```\n\s*^```text\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL)

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(library_examples LANGUAGES CXX)
find_package(vitrine REQUIRED)
foreach(number RANGE 1 {count})
  add_executable(example_${{number}} ${{number}}.cpp)
  target_link_libraries(example_${{number}} PRIVATE vitrine::chess vitrine::notation)
endforeach()
"""


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def build(cmake, build_dir, compiler, programs, scratch):
    run(cmake, "--install", build_dir, "--prefix", scratch / "prefix", stdout=subprocess.DEVNULL)
    source = scratch / "source"
    source.mkdir()
    for number, program in enumerate(programs, start=1):
        (source / f"{number}.cpp").write_text(program, encoding="utf-8")
    (source / "CMakeLists.txt").write_text(PROJECT.format(count=len(programs)), encoding="utf-8")
    run(cmake, "-S", source, "-B", scratch / "build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", f"-DCMAKE_PREFIX_PATH={scratch / 'prefix'}")
    run(cmake, "--build", scratch / "build")


def main(cmake, build_dir, compiler, guide, *options):
    text = Path(guide).read_text(encoding="utf-8")
    examples = [(block["program"], block["output"]) for block in BLOCK.finditer(text)]
    if len(examples) != text.count("```cpp"):
        sys.exit(f"{guide}: {text.count('```cpp')} programs, but {len(examples)} of them have an output after them")

    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        build(cmake, build_dir, compiler, [program for program, _ in examples], scratch)
        for number, (_, expected) in enumerate(examples, start=1):
            done = subprocess.run([scratch / "build" / f"example_{number}"], capture_output=True, text=True, timeout=60)
            if "--print" in options:
                print(f"--- program {number}\n{done.stdout}{done.stderr}", end="")
            elif done.returncode != 0 or done.stdout != expected:
                wrong += 1
                print(f"{guide}: program {number} exits with {done.returncode} and prints\n{done.stdout}{done.stderr}"
                      f"instead of\n{expected}")
    print(f"{len(examples)} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
