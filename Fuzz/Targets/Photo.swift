import ParaphInkFormats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    guard let photo = try? Photo.sanitised(input) else { return 0 }
    require(photo.bytes.count <= input.count, "the picture has grown")
    require((1...8).contains(photo.orientation), "there is no such orientation")
    require(
        photo.width > 0 && photo.height > 0 && photo.width * photo.height <= PNG.mostPixels,
        "limits were not kept"
    )
    guard let again = try? Photo.sanitised(photo.bytes) else {
        fatalError("what was written was not read")
    }
    require(
        again.bytes == photo.bytes && again.orientation == 1,
        "there was something left to take out"
    )
    return 0
}
