import ParaphPDF

/// Whatever the bytes are, a font that is accepted must give glyphs that it has, and a subset that can be embedded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let font = try? TrueTypeFont(PDFBytes(bytes(data, count))) else { return 0 }
    var text = ""
    for scalar in ["A", "B", "\u{416}", "\u{FFFF}", "\u{1F600}"] as [Unicode.Scalar] {
        guard let glyph = font.glyph(of: scalar) else { continue }
        require(glyph > 0 && glyph < font.glyphCount, "a glyph that there is not")
        require(font.advance(of: glyph) >= 0, "a width below nothing")
        text.unicodeScalars.append(scalar)
    }
    guard let file = try? PDFFile(PDFBytes(Array(document.utf8))) else { fatalError("the document is sound") }
    guard var update = try? PDFUpdate(file) else { fatalError("the document is sound") }
    let appearance = PDFSignatureAppearance(lines: [text])
    if (try? update.addAppearance(appearance, width: 100, height: 50, fonts: [font])) == nil { return 0 }
    require((try? update.write()) != nil, "what was set cannot be written")
    return 0
}

private let document = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]>>endobj\n"
