import ParaphInkFormats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    guard let sample = try? InkFormat.decode(input) else { return 0 }
    for format in InkFormat.allCases {
        guard let written = try? format.encode(sample) else {
            fatalError("a valid sample was not written as \(format)")
        }
        require(InkFormat.detect(written) == format, "\(format) is not detected")
        require((try? format.decode(written)) != nil, "what was written as \(format) was not read")
    }
    return 0
}
