import ParaphPDF

/// Whatever the file is, writing it anew must end within the budget; a copy that is given has one reading, as many pages, and is the same every time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = PDFLimits()
    limits.steps = 1 << 21
    limits.decodedBytes = 1 << 20
    let input = PDFBytes(bytes(data, count))
    guard let file = try? PDFFile(input, limits: limits), let copy = try? CleanCopy.bytes(of: file) else { return 0 }
    limits.steps = 1 << 24
    guard let clean = try? PDFFile(PDFBytes(copy), limits: limits) else {
        require(false, "a copy cannot be read")
        return 0
    }
    require(!clean.isRepaired, "a copy is damaged")
    require((try? PDFUpdate(clean)) != nil, "a copy has several readings")
    if let pages = try? file.pages().count { require((try? clean.pages().count) == pages, "a copy has other pages") }
    guard let again = try? PDFFile(input, limits: limits) else { return 0 }
    require((try? CleanCopy.bytes(of: again)) == copy, "a file has two copies")
    return 0
}
