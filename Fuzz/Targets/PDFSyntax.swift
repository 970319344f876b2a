import ParaphPDF

/// Whatever the bytes are, the object that they are must be written so that it reads back the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = PDFLimits()
    limits.steps = 1 << 20
    let head = Array("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]>>endobj\n3 0 obj ".utf8)
    guard let file = try? PDFFile(PDFBytes(head + bytes(data, count)), limits: limits), !file.isLocked,
        let object = try? file.object(PDFReference(3))
    else { return 0 }
    if object.stream != nil || !isWritable(object) { return 0 }
    guard var update = try? PDFUpdate(file) else { return 0 }
    let copy = update.add(object)
    guard let written = try? update.write() else { return 0 }
    let whole = file.bytes.array + written.appended
    guard let again = try? PDFFile(PDFBytes(whole)) else { fatalError("what was appended cannot be opened") }
    require((try? again.object(copy)) == object, "an object reads back otherwise")
    return 0
}

/// Whether an object holds only what is written exactly: no real numbers, which are rounded, and no integers that are too long.
private func isWritable(_ object: PDFObject) -> Bool {
    switch object {
    case .real: false
    case .array(let elements): elements.allSatisfy(isWritable)
    case .dictionary(let dictionary): dictionary.entries.allSatisfy { isWritable($0.value) }
    default: true
    }
}
