#!/usr/bin/env bash
# Runs the examples of bindings/c in Java and C# against an installed library. Needs a JDK with
# JNA (Debian's libjna-java, or its file in JNA) and mono.
#
#   tools/examples.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# = 0 ] || { echo "usage: tools/examples.sh" >&2; exit 2; }
mkdir -p "${CARGO_TARGET_DIR:-target}/examples"
folder=$(cd "${CARGO_TARGET_DIR:-target}/examples" && pwd)
make -s -C bindings/c install PREFIX="$folder"

jna=${JNA:-/usr/share/java/jna.jar}
[ -f "$jna" ] || { echo "no $jna here: Java needs JNA" >&2; exit 1; }
javac -d "$folder" -cp "$jna" bindings/c/examples/Verify.java
answer=$(java -cp "$jna:$folder" -Djna.nosys=false -Djna.library.path="$folder/lib" Verify)
[ "$answer" = "the signature holds" ]
echo "Java: $answer"

mcs -out:"$folder/Verify.exe" bindings/c/examples/Verify.cs
answer=$(LD_LIBRARY_PATH=$folder/lib mono "$folder/Verify.exe")
[ "$answer" = "the signature holds" ]
echo "C#: $answer"
