#!/usr/bin/env bash
# Usage: install_test.sh CMAKE BUILD_DIR CXX_COMPILER
# Installs BUILD_DIR into a scratch prefix and builds the program in consumer/ against it.
set -euo pipefail
cmake=$1 build=$2 compiler=$3
consumer=$(dirname "$(realpath "$0")")/consumer
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$cmake" --install "$build" --prefix "$scratch/prefix"
"$scratch/prefix/bin/vitrine" --help > "$scratch/help.txt"

# Once with the compiler's defaults, once tuned for this machine.
build_consumer() {
  "$cmake" -S "$consumer" -B "$scratch/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_CXX_FLAGS="-save-temps=obj $2"
  "$cmake" --build "$scratch/$1"
  "$scratch/$1/consumer"
}
build_consumer default ""
build_consumer tuned -march=native

# Inline code must not depend on the user's flags: it would then differ from what the library was built with. So the
# compiler must have seen the same text of our headers both times.
our_headers() {
  awk -v ours="$scratch/prefix/include/" '/^# [0-9]+ "/ { is_ours = index($0, "\"" ours) } is_ours' \
    "$scratch/$1"/CMakeFiles/consumer.dir/main*.ii
}
our_headers default > "$scratch/default.txt"
our_headers tuned > "$scratch/tuned.txt"
grep -q slider_attacks "$scratch/default.txt"
diff "$scratch/default.txt" "$scratch/tuned.txt" || { echo "headers change with the user's flags" >&2; exit 1; }

# Without what the library says about its tables, a program must not compile: it would read them wrongly.
if "$compiler" -std=c++20 -I"$scratch/prefix/include/vitrine" -fsyntax-only "$consumer/main.cpp" 2> "$scratch/errors.txt"
then
  echo "the headers compile without the library's definitions" >&2
  exit 1
fi
grep -q 'link vitrine::chess' "$scratch/errors.txt"

# A user's compiler flags are the user's: nothing of ours but the language, the attack tables and the -mbmi2 and
# -mavx2 that these ask for may leak.
if grep -rnE --include='*.cmake' -e 'march=|-W|-fsanitize' "$scratch/prefix"; then
  echo "the installed package passes on flags that are not its user's business" >&2
  exit 1
fi
