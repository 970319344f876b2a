import ParaphPDF

/// Whatever the bytes are, a picture that is accepted must be of a size, and be written as an image.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let image = try? PDFImage(PDFBytes(bytes(data, count))) else { return 0 }
    require(image.width > 0 && image.height > 0, "a picture without a size")
    guard let file = try? PDFFile(PDFBytes(Array(document.utf8))) else { fatalError("the document is sound") }
    guard var update = try? PDFUpdate(file) else { fatalError("the document is sound") }
    _ = update.add(image)
    require((try? update.write()) != nil, "a picture cannot be written")
    return 0
}

private let document = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]>>endobj\n"
