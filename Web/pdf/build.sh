#!/bin/sh
# Builds ParaphPDF for the browser: Web/pdf/build.sh [FOLDER], by default where the committed module is, Sources/WebUI/Areas/Documents.
# Needs what Web/pad/build.sh needs. The same versions give the same bytes. The limit is there so that growth is meant: browsers load all of it.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-Sources/WebUI/Areas/Documents}
limit=1425408
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
triple=wasm32-unknown-none-wasm
tables=$(dirname "$tools")/lib/swift/embedded/$triple/libswiftUnicodeDataTables.a
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
command -v wasm-opt >/dev/null || {
    echo "wasm-opt is missing: scripts/setup wasm installs it" >&2
    exit 2
}
swift="swiftc -target $triple -enable-experimental-feature Embedded -enable-experimental-feature Extern
    -wmo -Osize -parse-as-library -swift-version 6 -warnings-as-errors -Xfrontend -disable-stack-protector -I $out"
clang="$tools/clang --target=$triple -Oz"

# compile MODULE FILE...: to bitcode, for all of it is optimised once more as one program.
compile() {
    module=$1
    shift
    $swift -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -emit-ir "$@" -o "$out/$module.ll"
    $clang -Wno-override-module -emit-llvm -c "$out/$module.ll" -o "$out/$module.bc"
}
compile ParaphInk $(find Sources/ParaphInk -name '*.swift' | LC_ALL=C sort)
compile ParaphPDF $(find Sources/ParaphPDF -name '*.swift' | LC_ALL=C sort)
compile PDF Web/pdf/*.swift Web/pad/Output.swift Sources/ParaphInkPDF/*.swift
for part in pad pdf; do $clang -ffreestanding -Wall -Werror -c "Web/$part/runtime.c" -o "$out/$part.o"; done
# A deep stack: objects lie in one another up to PDFLimits.depth. It lies below everything else, so that running out of it traps.
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 --lto-O2 -z stack-size=4194304 --stack-first \
    "$out/PDF.bc" "$out/ParaphPDF.bc" "$out/ParaphInk.bc" "$out/pad.o" "$out/pdf.o" "$tables" -o "$out/linked.wasm"
wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
    "$out/linked.wasm" -o "$out/pdf.wasm"
size=$(wc -c <"$out/pdf.wasm")
echo "pdf.wasm: $size bytes, $(gzip -9 -c "$out/pdf.wasm" | wc -c) compressed"
if [ "$size" -ge "$limit" ]; then
    echo "pdf.wasm must be smaller than $limit bytes" >&2
    exit 1
fi
install -m 644 "$out/pdf.wasm" "$folder"
