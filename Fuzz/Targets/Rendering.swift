import ParaphInk

/// Whatever the decoder accepts must be drawn in bounded work, without a trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let sample = try? Sample(decoding: bytes(data, count), limits: Sample.Limits(points: 2000))
    else { return 0 }
    let bitmap = sample.bitmap(width: 97, height: 31, margin: 3)
    require(bitmap.bytes.count == 97 * 31 * 4, "the picture has another size")
    return 0
}
