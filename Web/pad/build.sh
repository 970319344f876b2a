#!/bin/sh
# Builds the signature pad to WebAssembly: Web/pad/build.sh [FILE], by default the committed Sources/WebUI/Static/pad.wasm.
# The Swift toolchain is all it needs. The same toolchain gives the same bytes.
set -eu
cd "$(dirname "$0")/../.."
target=${1:-Sources/WebUI/Static/pad.wasm}
limit=24576
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
triple=wasm32-unknown-none-wasm
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
swift="swiftc -target $triple -enable-experimental-feature Embedded -enable-experimental-feature Extern
    -wmo -Osize -parse-as-library -swift-version 6 -warnings-as-errors -Xfrontend -disable-stack-protector"
$swift -module-name ParaphInk -emit-module -emit-module-path "$out/ParaphInk.swiftmodule" \
    -emit-ir $(find Sources/ParaphInk -name '*.swift' | LC_ALL=C sort) -o "$out/ParaphInk.ll"
$swift -module-name Pad -I "$out" -emit-ir $(find Web/pad -name '*.swift' | LC_ALL=C sort) -o "$out/Pad.ll"
# Optimised once more as one program, which swiftc does not offer for this target.
for module in ParaphInk Pad; do
    "$tools/clang" --target=$triple -Oz -Wno-override-module -emit-llvm -c "$out/$module.ll" -o "$out/$module.bc"
done
"$tools/clang" --target=$triple -Oz -ffreestanding -Wall -Werror -c Web/pad/runtime.c -o "$out/runtime.o"
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 --lto-O2 -z stack-size=65536 \
    "$out/Pad.bc" "$out/ParaphInk.bc" "$out/runtime.o" -o "$out/pad.wasm"
size=$(wc -c <"$out/pad.wasm")
echo "pad.wasm: $size bytes, $(gzip -9 -c "$out/pad.wasm" | wc -c) compressed"
if [ "$size" -gt "$limit" ]; then
    echo "pad.wasm must not be larger than $limit bytes" >&2
    exit 1
fi
install -m 644 "$out/pad.wasm" "$target"
