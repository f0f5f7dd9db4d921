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

"$cmake" -S "$consumer" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$scratch/prefix"
"$cmake" --build "$scratch/build"
"$scratch/build/consumer"

# A user's compiler flags are the user's: nothing of ours but the language, the attack tables and -mbmi2 may leak.
if grep -rnE --include='*.cmake' -e 'march=|-W|-fsanitize' "$scratch/prefix"; then
  echo "the installed package passes on flags that are not its user's business" >&2
  exit 1
fi
