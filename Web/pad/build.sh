#!/bin/sh
# Builds the signature pad to WebAssembly: Web/pad/build.sh [FOLDER], by default where the committed modules are, Sources/WebUI/Areas/Pad.
# pad.wasm takes a signature and draws it meanwhile; ink.wasm draws one that was taken here, drawing.wasm one from another device. A page that
# only does one loads only one.
# Needs the Swift toolchain and wasm-opt (scripts/setup wasm). The same versions of both give the same bytes.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-Sources/WebUI/Areas/Pad}
limit=16384
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
triple=wasm32-unknown-none-wasm
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
command -v wasm-opt >/dev/null || {
    echo "wasm-opt is missing: scripts/setup wasm installs it" >&2
    exit 2
}
swift="swiftc -target $triple -enable-experimental-feature Embedded -enable-experimental-feature Extern
    -wmo -Osize -parse-as-library -swift-version 6 -warnings-as-errors -Xfrontend -disable-stack-protector"
clang="$tools/clang --target=$triple -Oz"

$swift -module-name ParaphInk -emit-module -emit-module-path "$out/ParaphInk.swiftmodule" \
    -emit-ir $(find Sources/ParaphInk -name '*.swift' | LC_ALL=C sort) -o "$out/ParaphInk.ll"
$clang -Wno-override-module -emit-llvm -c "$out/ParaphInk.ll" -o "$out/ParaphInk.bc"
$clang -ffreestanding -Wall -Werror -c Web/pad/runtime.c -o "$out/runtime.o"

# build SOURCE MODULE [MORE]: optimised three times, the last two as one program, which swiftc does not offer for this target.
build() {
    $swift -module-name "$1" -I "$out" -emit-ir "Web/pad/$1.swift" ${3:-} Web/pad/Output.swift -o "$out/$1.ll"
    $clang -Wno-override-module -emit-llvm -c "$out/$1.ll" -o "$out/$1.bc"
    "$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 --lto-O2 -z stack-size=65536 \
        "$out/$1.bc" "$out/ParaphInk.bc" "$out/runtime.o" -o "$out/$1.wasm"
    wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
        "$out/$1.wasm" -o "$out/$2"
    size=$(wc -c <"$out/$2")
    echo "$2: $size bytes, $(gzip -9 -c "$out/$2" | wc -c) compressed"
    if [ "$size" -ge "$limit" ]; then
        echo "$2 must be smaller than $limit bytes" >&2
        exit 1
    fi
}
build Pad pad.wasm
build Ink ink.wasm Web/pad/Picture.swift
build Drawing drawing.wasm Web/pad/Picture.swift
install -m 644 "$out/pad.wasm" "$out/ink.wasm" "$out/drawing.wasm" "$folder"
