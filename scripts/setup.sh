# shellcheck shell=bash
# What ./run and ./test share: packages, configuring, building. Sourced, from the root of the tree.
# Everything here speaks on stderr, so that `./run uci` leaves stdout to the program.

say() { printf '==> %s\n' "$*" >&2; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null) == installed* ]]; }

# install_packages FILE...: installs what is missing from the lists; asks the network for nothing when nothing is.
install_packages() {
  if [[ -n ${VITRINE_SKIP_PACKAGES:-} ]]; then return; fi
  local package wanted missing=()
  read -r -d '' -a wanted < <(sed 's/#.*//' "$@") || true
  if ! command -v dpkg-query apt-get > /dev/null; then
    die "this is not a Debian system. Install the equivalent of the packages below," \
      "then set VITRINE_SKIP_PACKAGES=1: ${wanted[*]}"
  fi
  for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  if (( ${#missing[@]} == 0 )); then return; fi

  say "Installing Debian packages: ${missing[*]}"
  local as_root=()
  if (( EUID != 0 )); then
    command -v sudo > /dev/null || die "installing needs root or sudo. As root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  "${apt[@]}" update >&2 || die "apt-get update failed; is the network there?"
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 \
    || die "apt-get could not install: ${missing[*]}"
}

# build PRESET [CONFIGURE_OPTION...] [-- BUILD_OPTION...]
build() {
  local preset=$1 configure=()
  shift
  while (( $# )) && [[ $1 != -- ]]; do
    configure+=("$1")
    shift
  done
  if (( $# )); then shift; fi
  if [[ -n ${CI:-} ]]; then configure+=(-DVITRINE_WERROR=ON); fi

  # Ninja configures again by itself when it must; without options there is nothing more to say.
  local ninja=build/$preset/build.ninja
  if (( ${#configure[@]} )) || [[ ! -f $ninja || CMakePresets.json -nt $ninja ]]; then
    cmake --preset "$preset" "${configure[@]}" >&2 || return
  fi
  cmake --build --preset "$preset" --parallel "${VITRINE_JOBS:-$(nproc)}" "$@" >&2
}

# Builds the cabinet's page, web/dist, if its sources changed since; the program carries it from its next build on.
build_page() {
  local state stamp=build/page.stamp
  if [[ -n ${VITRINE_SKIP_PAGE:-} ]]; then return; fi
  state=$(find web -name node_modules -prune -o -path web/dist -prune -o -path web/src/generated -prune -o -path web/tests -prune -o -type f -print0 \
    | sort -z | xargs -0 sha256sum | sha256sum)
  if [[ -f web/dist/index.html && -f $stamp && $(< "$stamp") == "$state" ]]; then return; fi

  # Any Node from 18 on will do; Debian's is one of them.
  if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
    install_packages scripts/packages-page.txt
  fi
  say "Building the cabinet's page with Node $(node --version)"
  npm --prefix web ci --no-audit --no-fund --no-progress >&2 || die "npm could not fetch what the page is made of; is the network there?" \
    "VITRINE_SKIP_PAGE=1 builds the program without the page"
  npm --prefix web run --silent build >&2 || return
  mkdir -p build
  printf '%s\n' "$state" > "$stamp"
}
