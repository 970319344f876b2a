#!/bin/sh
# Builds the signature pad to WebAssembly: Web/pad/build.sh [FILE], by default the committed Sources/WebUI/Static/pad.wasm.
# The toolchain is all it needs. The same toolchain gives the same bytes.
set -eu
cd "$(dirname "$0")/../.."
target=${1:-Sources/WebUI/Static/pad.wasm}
limit=32768
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
swift="swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -enable-experimental-feature Extern
    -wmo -Osize -parse-as-library -swift-version 6 -warnings-as-errors -Xfrontend -disable-stack-protector"
$swift -module-name ParaphInk -emit-module -emit-module-path "$out/ParaphInk.swiftmodule" \
    -c $(find Sources/ParaphInk -name '*.swift' | LC_ALL=C sort) -o "$out/ParaphInk.o"
$swift -module-name Pad -I "$out" -c Web/pad/*.swift -o "$out/Pad.o"
"$tools/clang" --target=wasm32-unknown-none-wasm -Oz -ffreestanding -Wall -Werror -c Web/pad/runtime.c -o "$out/runtime.o"
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 -z stack-size=65536 "$out/Pad.o" "$out/ParaphInk.o" "$out/runtime.o" -o "$out/pad.wasm"
size=$(wc -c <"$out/pad.wasm")
echo "pad.wasm: $size bytes, $(gzip -9 -c "$out/pad.wasm" | wc -c) compressed"
if [ "$size" -ge "$limit" ]; then
    echo "pad.wasm must stay under $limit bytes" >&2
    exit 1
fi
install -m 644 "$out/pad.wasm" "$target"
