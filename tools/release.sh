#!/usr/bin/env bash
# Checks whether a release can be made. `usage` below says which checks there are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What users install, in the order in which it is published. All else has `publish = false`:
# walls/tests/packages.rs compares.
packages=(curvemark-limb curvemark-curve curvemark curvemark-evm curvemark-guest curvemark-blst curvemark-ark curvemark-group curvemark-ckzg curvemark-signature)

usage() {
  cat <<'END'
Checks whether a release can be made. It publishes nothing, makes no tag and changes no file of the
repository.

  tools/release.sh VERSION [--untagged] [--offline]
      Checks a release, such as 0.2.0. It goes through all of these and names each that fails:
        tree       every change is committed
        versions   all packages of the workspace have this version, and ask for it of each other;
                   all lock files name it
        changelog  CHANGELOG.md has the version with a date and entries, and nothing newer
        tag        vVERSION is a tag of this commit (left out with --untagged)
        checks     no part of .ci/long is stale
        packages   every package of users is made from the commit, and compiles from that alone
      It does not ask whether the version is published already, and does not run .ci/run:
      .ci/release does that.

  tools/release.sh --packages [--compile] [--offline]
      Only makes the packages, from the files as they are, and looks whether they have their
      licences and their README. This takes seconds. With --compile it compiles them too, with
      their tests, runs their examples, and compiles them with the oldest Rust that they name.

  --offline    asks no registry. What the packages depend on must have been downloaded before.

It ends with 0 if all holds, with 1 if something does not, and with 2 if the arguments are wrong.
END
}

wrong() { printf '%s (see tools/release.sh --help)\n' "$1" >&2; exit 2; }

version= mode=release compile=no tagged=yes cargo_flags=()
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --packages) mode=packages ;;
    --compile) compile=yes ;;
    --untagged) tagged=no ;;
    --offline) cargo_flags+=(--offline) ;;
    -*) wrong "there is no option $argument" ;;
    *) [ -z "$version" ] || wrong "two versions: $version and $argument"; version=$argument ;;
  esac
done
if [ "$mode" = packages ]; then
  [ -z "$version" ] || wrong "--packages takes no version"
  [ "$tagged" = yes ] || wrong "--untagged goes with a version"
else
  [ "$compile" = no ] || wrong "--compile goes with --packages"
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] ||
    wrong "a version is wanted, such as 0.2.0, not '$version'"
fi

# check NAME FUNCTION: says whether it holds, and if not, what the function printed.
failed=0
check() {
  local text
  if text=$("$2" 2>&1); then
    printf 'ok      %s\n' "$1"
  else
    printf 'FAILED  %s\n' "$1"
    sed 's/^/        /' <<<"$text"
    failed=1
  fi
}

# Name and version of each package of the workspace, a line each.
members() {
  cargo metadata --no-deps --format-version 1 --offline |
    grep -o '"name":"[^"]*","version":"[^"]*","id"' | sed 's/"name":"\(.*\)","version":"\(.*\)","id"/\1 \2/'
}

tree() {
  local changes
  changes=$(git status --porcelain)
  [ -z "$changes" ] && return
  echo "Commit these, or take them back:"
  echo "$changes"
  return 1
}

versions() {
  local wrong=0 seen=0 name at lock
  while read -r name at; do
    seen=$((seen + 1))
    [ "$at" = "$version" ] && continue
    echo "$name has version $at: set it in [workspace.package] of Cargo.toml"
    wrong=1
  done < <(members)
  [ "$seen" -ge "${#packages[@]}" ] || { echo "only $seen packages were read"; return 1; }
  for name in limb curve curvemark evm; do
    grep -Eq "^$name = \{.*version = \"=$version\"" Cargo.toml && continue
    echo "[workspace.dependencies] of Cargo.toml must ask for version \"=$version\" of $name"
    wrong=1
  done
  while read -r lock; do
    for name in "${packages[@]}"; do
      at=$(grep -A 1 "^name = \"$name\"$" "$lock" | sed -n 's/^version = "\(.*\)"$/\1/p')
      [ -z "$at" ] || [ "$at" = "$version" ] && continue
      echo "$lock has $name $at: run cargo update --workspace --offline in its folder"
      wrong=1
    done
  done < <(git ls-files '*Cargo.lock')
  return "$wrong"
}

changelog() {
  local heading entries
  heading=$(grep -m 1 '^## ' CHANGELOG.md || true)
  if ! [[ $heading =~ ^"## $version, "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]]; then
    echo "The first heading of CHANGELOG.md is '$heading'."
    echo "Write '## $version, $(date -u +%F)' in place of '## Not yet released'."
    return 1
  fi
  entries=$(awk '/^## / { section++; next } section == 1 && NF && !/^#/' CHANGELOG.md)
  [ -n "$entries" ] || { echo "The section has no entries."; return 1; }
}

tag() {
  local at
  if ! at=$(git rev-parse -q --verify "refs/tags/v$version^{commit}"); then
    echo "There is no tag v$version. If all else holds, make it:"
    echo "git tag -a v$version -m 'curvemark $version'"
    return 1
  fi
  [ "$at" = "$(git rev-parse HEAD)" ] && return
  echo "The tag v$version is at $at, and this is $(git rev-parse HEAD)."
  return 1
}

checks() { .ci/long stale || { echo "Run these parts, and commit docs/long-checks.md."; return 1; }; }

# Makes the packages: cargo_package FLAGS…
cargo_package() {
  local name chosen=()
  for name in "${packages[@]}"; do chosen+=(-p "$name"); done
  cargo package -q --locked "${cargo_flags[@]}" "${chosen[@]}" "$@"
}

target() {
  cargo metadata --no-deps --format-version 1 --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}

# Unpacks what was made into a workspace of its own, in which the packages find each other.
unpacked=
unpack() {
  local folder name at file
  folder=$(target)
  unpacked=$folder/packaged
  rm -rf "$unpacked"
  mkdir -p "$unpacked"
  while read -r name at; do
    [[ " ${packages[*]} " == *" $name "* ]] || continue
    tar -xzf "$folder/package/$name-$at.crate" -C "$unpacked"
    mv "$unpacked/$name-$at" "$unpacked/$name"
    for file in README.md LICENSE-MIT LICENSE-APACHE src/lib.rs; do
      [ -s "$unpacked/$name/$file" ] || { echo "the package $name has no $file"; return 1; }
    done
  done < <(members)
  {
    printf '[workspace]\nresolver = "3"\nmembers = ["*"]\n'
    # Examples run as the workspace's tests do, optimised: some of them make the tables of KZG.
    printf '[profile.dev]\nopt-level = 1\n[patch.crates-io]\n'
    for name in "${packages[@]}"; do printf '%s = { path = "%s" }\n' "$name" "$name"; done
  } >"$unpacked/Cargo.toml"
  cp Cargo.lock "$unpacked/"
}

made_of_commit() { cargo_package; }
made_of_files() { cargo_package --no-verify --allow-dirty && unpack; }

# Compiles what was unpacked. `revm`, a hundred crates, is left to .ci/long features.
inside() {
  # Asked here: in there it is another workspace's, of which it would become a member.
  local folder
  folder=$(target)
  (cd "$folder/packaged" && CARGO_TARGET_DIR=$folder/packaged-build "$@")
}
features=curvemark-curve/parallel
for feature in tokens traits hashes blake3 groth16 ethereum-setup generator-lines generator-combs parallel; do
  features+=",curvemark/$feature"
done
compiles() { inside cargo check -q "${cargo_flags[@]}" --workspace --all-targets --features "$features"; }
examples() { inside cargo test -q "${cargo_flags[@]}" --doc --workspace --features "$features"; }
oldest() {
  local rust
  rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' curvemark/Cargo.toml)
  if ! cargo "+$rust" --version >/dev/null 2>&1 && ! rustup toolchain install "$rust" --profile minimal; then
    echo "Rust $rust is neither there nor can it be installed."
    return 1
  fi
  inside cargo "+$rust" check -q "${cargo_flags[@]}" --workspace
}

if [ "$mode" = packages ]; then
  check "packages: made from the files as they are, with licences and README" made_of_files
  if [ "$compile" = yes ] && [ "$failed" = 0 ]; then
    check "compile: libraries, tests and examples compile from the packages alone" compiles
    check "examples: those of the documentation run" examples
    check "oldest: the libraries compile with the oldest Rust that they name" oldest
  fi
  exit "$failed"
fi

check "tree: every change is committed" tree
check "versions: all packages have $version, ask for it of each other, and are locked so" versions
check "changelog: $version stands first, with a date and entries" changelog
[ "$tagged" = no ] || check "tag: v$version is this commit" tag
check "checks: no part of .ci/long is stale" checks
check "packages: made from the commit, and compiled from that alone" made_of_commit
[ "$failed" = 0 ] || { printf '\n%s cannot be released yet.\n' "$version"; exit 1; }
printf '\n%s can be released from here. Nothing was published. CONTRIBUTING.md says how to go on.\n' "$version"
