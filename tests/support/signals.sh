# shellcheck shell=bash
# For scripts that stop programs. Sourced.

# hears_term PID: the process keeps SIGTERM from ending it and reads it itself by now. Before it is what it shall be it is a
# copy of the shell, which also keeps signals waiting for a moment.
hears_term() {
  local blocked name
  read -r name <"/proc/$1/comm" 2>/dev/null || return 1
  [[ $name != bash ]] || return 1
  blocked=$(sed -n 's/^SigBlk:\s*//p' "/proc/$1/status" 2>/dev/null)
  (( 16#${blocked:-0} & 1 << (15 - 1) ))
}
