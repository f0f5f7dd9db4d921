#!/usr/bin/env bash
# Usage: run_fuzz.sh TARGET SEED_CORPUS SCRATCH_DIR SECONDS
# Fuzzes TARGET for SECONDS, or VITRINE_FUZZ_SECONDS where that is set. What it learns goes to SCRATCH_DIR/corpus,
# what breaks it to SCRATCH_DIR/broken; the seeds are only read.
set -euo pipefail
target=$1 seeds=$2 scratch=$3 seconds=${VITRINE_FUZZ_SECONDS:-$4}
mkdir -p "$scratch/corpus" "$scratch/broken"
corpora=("$scratch/corpus")
if [[ -d $seeds ]]; then corpora+=("$seeds"); fi
exec "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="$scratch/broken/" "${corpora[@]}"
