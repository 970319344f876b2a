import ParaphInk

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let drawing = try? InkDrawing(decoding: input) {
        require(drawing.encoded() == input, "two encodings of one drawing were accepted")
        require(drawing.knotCount <= 2500 && drawing.lines.count <= 500, "limits were not kept")
        require(!drawing.outline.isEmpty, "a drawing of nothing was accepted")
        let tight = InkDrawing.Limits(lines: 2, knots: 5)
        if let small = try? InkDrawing(decoding: input, limits: tight) {
            require(small.knotCount <= 5 && small.lines.count <= 2, "tighter limits were not kept")
        }
    }
    if let sample = try? Sample(decoding: input) {
        guard let drawing = InkDrawing(sample) else { fatalError("a valid sample has no drawing") }
        require((try? InkDrawing(decoding: drawing.encoded())) == drawing, "a sample's drawing is not read")
    }
    return 0
}
