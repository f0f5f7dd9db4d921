# shellcheck shell=bash
# For scripts that run the program from outside. Sourced with the binary and the subcommand that is tested, if it is one:
# gives $vitrine, $work (a folder that goes away with the script), fail, expect and finish.
vitrine=$(realpath "$1")
subcommand=("${@:2}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# fail TEXT...: remembers it, and shows what the program said last.
fail() {
  echo "FAILED: $*" >&2
  if [[ -e $work/out ]]; then sed 's/^/    /' "$work/out" "$work/err" >&2; fi
  failures=$((failures + 1))
}

# expect NAME STATUS PATTERN ARGUMENT...: runs `vitrine SUBCOMMAND ARGUMENT...`; PATTERN must be in what it prints.
expect() {
  local name=$1 status=$2 pattern=$3
  shift 3
  "$vitrine" "${subcommand[@]}" "$@" >"$work/out" 2>"$work/err" </dev/null
  local got=$?
  [[ $got == "$status" ]] || fail "$name: exit status $got, not $status"
  grep -qE -- "$pattern" "$work/out" "$work/err" || fail "$name: does not print '$pattern'"
}

# The last line of a script.
finish() {
  if ((failures == 0)); then echo "all is well"; fi
  exit $((failures > 0))
}
