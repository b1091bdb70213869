#!/usr/bin/env bash
# What the kernels of `gpu` take of a card: registers and spilled bytes of a thread, by NVIDIA's
# assembler for four generations; and how many products of words became one instruction, and how
# many halves of products did not, by its disassembler. It needs no card.
#
#   tools/gpu_budgets.sh [write]
#
# Compares with gpu/budgets.txt, which may only get smaller, or writes it. The assembler is $PTXAS,
# or `ptxas` of the path; `pip install nvidia-cuda-nvcc-cu12` brings it. Where there is none, it says
# so and passes: `SKIPPED`. Figures of another version of the assembler are printed and not
# compared, but a kernel that it refuses fails. Products are counted where `cuobjdump` and `nvdisasm`
# are in the path (`pip install nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm`), else `-` stands there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ptxas=${PTXAS:-$(command -v ptxas || true)}
if [ -z "$ptxas" ]; then
  echo "SKIPPED: there is no ptxas here (pip install nvidia-cuda-nvcc-cu12, then PTXAS=…/bin/ptxas)"
  exit 0
fi
version=$("$ptxas" --version | sed -n 's/.*release .*, V\(.*\)/\1/p')
disassembler=$(command -v nvdisasm >/dev/null && command -v cuobjdump || true)
[ -n "$disassembler" ] || echo "SKIPPED: no cuobjdump with nvdisasm, so no products are counted" >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo run -q -p curvemark-gpu --example kernels -- "$folder"
# What a driver would get is a text of several kernels: a text is refused that no single one is.
for file in "$folder"/modules/*.ptx; do
  for arch in 80 89 90 120; do
    "$ptxas" -arch="sm_$arch" "$file" -o "$folder/out.cubin" ||
      { echo "ptxas fails on $(basename "$file") for sm_$arch" >&2; exit 1; }
  done
done
{
  echo "# tools/gpu_budgets.sh write"
  echo "# ptxas $version; registers, spilled bytes (stores, loads), fused products, halves"
  for file in "$folder"/*.ptx; do
    for arch in 80 89 90 120; do
      report=$("$ptxas" -v -arch="sm_$arch" "$file" -o "$folder/out.cubin" 2>&1)
      registers=$(sed -n 's/.*Used \([0-9]*\) registers.*/\1/p' <<<"$report")
      spills=$(sed -n 's/.* \([0-9]*\) bytes spill stores, \([0-9]*\) bytes spill loads.*/\1 \2/p' \
        <<<"$report")
      [ -n "$registers" ] && [ -n "$spills" ] || { echo "$report" >&2; exit 1; }
      products="- -"
      if [ -n "$disassembler" ]; then
        code=$("$disassembler" -sass "$folder/out.cubin" 2>/dev/null)
        # The high half of a product that takes a carry is one of a pair that is not fused.
        products="$(grep -c 'IMAD\.WIDE' <<<"$code" || true)"
        products+=" $(grep -c 'IMAD\.HI\.U32\.X' <<<"$code" || true)"
      fi
      echo "$(basename "$file" .ptx) sm_$arch $registers $spills $products"
    done
  done
} >"$folder/budgets.txt"
ledger=gpu/budgets.txt
if [ "${1:-check}" = write ]; then
  cp "$folder/budgets.txt" "$ledger"
  exit 0
fi
cat "$folder/budgets.txt"
if [ "$(sed -n 2p "$folder/budgets.txt")" != "$(sed -n 2p "$ledger")" ]; then
  echo "another ptxas than that of $ledger: nothing was compared"
  exit 0
fi
awk '
  /^#/ { next }
  NR == FNR { known[$1 " " $2] = $3 " " $4 " " $5 " " $6 " " $7; next }
  {
    seen[$1 " " $2]
    if (!(($1 " " $2) in known)) { print "not in the ledger: " $0; wrong = 1; next }
    split(known[$1 " " $2], was, " ")
    for (k = 1; k <= 5; k++) if ($(k + 2) != "-" && was[k] != "-" && $(k + 2) + 0 > was[k] + 0) {
      print $0 " where the ledger has " known[$1 " " $2]; wrong = 1
    }
  }
  END {
    for (kernel in known) if (!(kernel in seen)) { print "only in the ledger: " kernel; wrong = 1 }
    exit wrong
  }
' "$ledger" "$folder/budgets.txt"
echo "no kernel takes more than $ledger says"
