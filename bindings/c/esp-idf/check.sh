#!/usr/bin/env bash
# Builds the library for the chip as build.sh does, links it into a program that names every
# function of the header, and looks at its symbols. Nothing is run: there is no board here.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
riscv=${RISCV:-riscv64-unknown-elf-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$here/build.sh" "$folder"

visible=$("${riscv}nm" -g --defined-only "$folder/libcurvemark.a" |
  awk 'NF == 3 { print $3 }' | sort)
expected=$("${riscv}gcc" -ffreestanding -E -DCURVEMARK_BARE "$here/../include/curvemark.h" |
  sed -n '/^typedef/d; s/^[a-z][a-z_ *]*[ *]\(curvemark_[a-z0-9_]*\).*/\1/p' | sort)
if [ "$visible" != "$expected" ]; then
  diff <(echo "$expected") <(echo "$visible") || true
  echo "the library does not show the functions of the header, and only those" >&2
  exit 1
fi
needed=$("${riscv}nm" -g --undefined-only "$folder/libcurvemark.a" | awk 'NF == 2 { print $2 }')
for name in $needed; do
  case $name in
    abort | memcpy | memmove | memset | memcmp | bcmp) ;;
    *)
      echo "the library needs $name, which a C library need not have" >&2
      exit 1
      ;;
  esac
done

{
  echo '#include <curvemark.h>'
  echo 'void *const functions[] = {'
  echo "$expected" | sed 's/.*/    (void *)&,/'
  echo '    0};'
} > "$folder/functions.c"
"${riscv}gcc" -march=rv32imc -mabi=ilp32 -ffreestanding -fno-builtin -nostdlib -O1 -Wall -Wextra \
  -Werror -DCURVEMARK_BARE -I"$here/../include" "$here/link.c" "$folder/functions.c" \
  "$folder/libcurvemark.a" -Wl,-e,main -o "$folder/program"
"${riscv}size" "$folder/program"
echo "linked $(echo "$expected" | wc -l) functions"
