import ParaphPDF

/// Whatever a page draws, looking for places on it and judging one must end within the budget, and every place that is found must lie on its page.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = PDFLimits()
    limits.steps = 1 << 22
    limits.decodedBytes = 1 << 20
    let input = bytes(data, count)
    guard let first = input.first else { return 0 }
    let document = first == 0 ? Array(input.dropFirst()) : page(drawing: input.dropFirst(), turned: Int(first % 4) * 90)
    guard let file = try? PDFFile(PDFBytes(document), limits: limits), !file.isLocked, let pages = try? file.pages(),
        let places = try? SignaturePlaces(file)
    else {
        require(first == 0, "the page cannot be read")
        return 0
    }
    func check(_ placement: PDFPlacement?) {
        guard let placement, pages.indices.contains(placement.page), let page = try? file.geometry(of: pages[placement.page]) else {
            return require(placement == nil, "a place on no page")
        }
        let box = placement.rectangle
        require(box.left >= 0 && box.bottom >= 0 && box.right <= page.width && box.top <= page.height, "a place beside the page")
    }
    let middle = PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))
    check((try? places.proposal(width: 170, height: 60))?.placement)
    check(try? places.free(for: look, near: middle))
    if let background = try? places.judge(look, at: middle), background == .free { check(middle) }
    return 0
}

/// Ink from one corner to the other.
private let look = PDFSignatureAppearance(
    ink: PDFSignatureAppearance.Ink(content: Array("0 0 .6 RG 6 w 5 5 m 395 145 l S".utf8), bounds: PDFRectangle(0, 0, 400, 150))
)

/// A document of one page with a field and what is drawn.
private func page(drawing content: ArraySlice<UInt8>, turned: Int) -> [UInt8] {
    var bytes = Array("%PDF-1.7\n".utf8)
    var offsets: [Int] = []
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]/Rotate \(turned)>>",
        "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[6 0 R]/Resources<</Font<</F1 4 0 R>>>>>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        "<</Length \(content.count)>>stream\n",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[40 40 200 90]/P 3 0 R>>",
    ]
    for (index, object) in objects.enumerated() {
        offsets.append(bytes.count)
        bytes += Array("\(index + 1) 0 obj\n\(object)".utf8)
        if object.utf8.last == 10 { bytes += content + Array("\nendstream".utf8) }
        bytes += Array("\nendobj\n".utf8)
    }
    let start = bytes.count
    let table = offsets.map { String(repeating: "0", count: 10 - String($0).count) + "\($0) 00000 n \n" }.joined()
    return bytes + Array("xref\n0 7\n0000000000 65535 f \n\(table)trailer\n<</Root 1 0 R/Size 7>>\nstartxref\n\(start)\n%%EOF\n".utf8)
}
