import ParaphInkFormats

/// Whatever the pixels are, the encoder must write a picture that the sanitiser finds nothing wrong with.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 5, let data else { return 0 }
    let width = Int(data[0]) + 1
    let height = (count - 1) / 4 / width
    let texts = [
        PNG.Text(keyword: "Title", value: String(decoding: bytes(data, count), as: UTF8.self))
    ]
    _ = try? PNG.encode(width: 1, height: 1, rgba: [0, 0, 0, 0], texts: texts)
    guard height > 0 else { return 0 }
    let rgba = Array(bytes(data, count)[1..<1 + width * height * 4])
    guard let png = try? PNG.encode(width: width, height: height, rgba: rgba) else {
        fatalError("a picture was not written")
    }
    require((try? Photo.sanitised(png))?.bytes == png, "the picture is not plain")
    return 0
}
