import ParaphInk

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    guard let sample = try? Sample(decoding: input) else { return 0 }
    require((try? sample.validate()) != nil, "an invalid sample was accepted")
    require(sample.encoded() == input, "two encodings of one sample were accepted")
    let tight = Sample.Limits(strokes: 2, points: 5, coordinate: 100, duration: 1000)
    if let small = try? Sample(decoding: input, limits: tight) {
        require((try? small.validate(limits: tight)) != nil, "limits were not kept")
    }
    return 0
}
