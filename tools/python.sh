#!/usr/bin/env bash
# Builds the wheel of bindings/python, installs it into a virtual environment of its own and runs
# its tests there. Needs Rust, Python 3.11 or later and the package index; nothing is installed
# outside target/python. `--others` then runs the tests of others as well, and with `--all` fails if
# any of them are skipped; `--many` runs only those on clusters of Dask and of Ray, on this machine.
#
# `--module FILE` builds nothing: it tests a module that cargo has built, next to this package's
# Python, without a wheel around it.
#
# The wheel's core is compiled by the workspace's release profile into cargo's target folder, with
# the features that bindings/c asks for too, so that both share it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage="usage: tools/python.sh [--others [--all] | --many | --module FILE]"
others= all=() many= module=
while [ $# != 0 ]; do
  case $1 in
    --others) others=yes ;;
    --all) all=(--all) ;;
    --many) many=yes ;;
    --module) module=${2:?$usage}; shift ;;
    *) echo "$usage" >&2; exit 2 ;;
  esac
  shift
done

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/python"
folder=$(cd "$target/python" && pwd)
manifest=bindings/python/Cargo.toml

# The first of these that is new enough and can make environments.
python=
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
  new='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
  if "$candidate" -c "$new" 2>/dev/null; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || { echo "no Python of 3.11 or later with venv: set PYTHON" >&2; exit 1; }

# One environment for each interpreter, kept between runs.
environment() {
  local interpreter=$1 name=$2
  [ -x "$folder/$name/bin/python" ] || "$interpreter" -m venv "$folder/$name"
  "$folder/$name/bin/python" -m pip install -q --disable-pip-version-check "${@:3}"
}

# Builds a wheel for an interpreter with an environment's maturin, and leaves its path in `wheel`.
build() {
  local interpreter=$1 wheels=$2
  rm -rf "$wheels"
  "$folder/venv/bin/maturin" build --release --locked -q -m "$manifest" -i "$interpreter" \
    --out "$wheels"
  wheel=$(echo "$wheels"/*.whl)
  echo "built $(basename "$wheel"), $(wc -c <"$wheel") bytes"
}

# The tests in an environment; what else follows goes to pytest.
run_tests() {
  local run="$folder/$1/bin/python"
  (cd bindings/python &&
    PYTHONDONTWRITEBYTECODE=1 "$run" -m pytest -p no:cacheprovider "${@:2}" tests)
}

tests() {
  "$folder/$1/bin/python" -m pip install -q --disable-pip-version-check --force-reinstall \
    --no-deps "$wheel"
  run_tests "$1"
}

if [ -n "$module" ]; then
  environment "$python" venv pytest numpy mypy
  rm -rf "$folder/package"
  cp -r bindings/python/python "$folder/package"
  cp "$module" "$folder/package/curvemark/_native.abi3.so"
  PYTHONPATH=$folder/package run_tests venv -m "not wheel"
  exit
fi

# The last is for the picture of the example, which its test asks for where it is there.
environment "$python" venv 'maturin>=1.9,<2' pytest numpy mypy matplotlib
build "$folder/venv/bin/python" "$folder/wheels"

if [ -n "$many" ]; then
  # Each engine has an environment of its own, so that one which cannot be installed leaves the
  # other.
  for engine in dask ray; do
    package=${engine/dask/distributed}
    if environment "$python" "$engine" pytest numpy "$package"; then
      run="$folder/$engine/bin/python"
      "$run" -m pip install -q --disable-pip-version-check --force-reinstall --no-deps \
        "$(echo "$folder"/wheels/*.whl)"
      (cd bindings/python/clusters &&
        PYTHONDONTWRITEBYTECODE=1 "$run" -m pytest -p no:cacheprovider "test_$engine.py")
    else
      echo "SKIPPED: the package $package cannot be installed for this Python, so that" \
        "curvemark.$engine is not tested on it"
    fi
  done
  exit
fi

tests venv

# An interpreter without a global lock has another ABI.
free=
for candidate in ${FREE_THREADED_PYTHON:-} python3.15t python3.14t python3.13t; do
  if "$candidate" -c 'import sys; sys.exit(sys._is_gil_enabled())' 2>/dev/null; then
    free=$(command -v "$candidate")
    break
  fi
done
if [ -n "$free" ]; then
  environment "$free" free-threaded pytest numpy
  build "$folder/free-threaded/bin/python" "$folder/wheels-free-threaded"
  tests free-threaded
else
  echo "SKIPPED: no free-threaded Python, so that its wheel is not built and not tested: install" \
    "python3.13t or later, or set FREE_THREADED_PYTHON"
fi

if [ -n "$others" ]; then
  "$folder/venv/bin/python" bindings/python/tests/others.py --wheel \
    "$(echo "$folder"/wheels/*.whl)" "${all[@]}"
fi
