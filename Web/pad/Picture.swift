// The buffer in memory of the modules that show drawings: bytes come in and an outline goes out through it, and `outputStart()` points to it.

nonisolated(unsafe) var output = Output()

@_expose(wasm, "outputStart") @c(outputStart)
func outputStart() -> UnsafeMutableRawPointer? {
    output.memory.baseAddress
}

/// Makes room in the output for as many bytes.
@_expose(wasm, "reserve") @c(reserve)
func reserve(length: Int) {
    output.reserve(length)
}
