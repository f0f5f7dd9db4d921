# shellcheck shell=bash
# For scripts that start programs and stop them in the middle. Sourced with the binary: gives $vitrine, $work (the current
# folder from then on, which goes away with the script), pids (what to kill at its end), stop_all and fail.
vitrine=$(realpath "$1")
work=$(mktemp -d)
cd "$work" || exit 1
pids=()

stop_all() {
  ((${#pids[@]} > 0)) && kill -KILL "${pids[@]}" 2>/dev/null
  wait 2>/dev/null
}
trap 'stop_all; rm -rf "$work"' EXIT

# fail TEXT...: ends the script, and shows the ends of the logs.
fail() {
  echo "FAILED: $*"
  tail -n 5 ./*.log 2>/dev/null
  exit 1
}
