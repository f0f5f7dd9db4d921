# shellcheck shell=bash
# For scripts that stop programs. Sourced.

# hears_term PID: the process keeps SIGTERM from ending it and reads it itself by now.
hears_term() {
  local blocked
  blocked=$(sed -n 's/^SigBlk:\s*//p' "/proc/$1/status" 2>/dev/null)
  (( 16#${blocked:-0} & 1 << (15 - 1) ))
}
