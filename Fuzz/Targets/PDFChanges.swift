import ParaphPDF

/// Whatever is appended to a signed document, comparing must end within the budget, and nothing that shows other pages may pass as none.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = PDFLimits()
    limits.steps = 1 << 22
    limits.decodedBytes = 1 << 20
    let input = signed + appended(bytes(data, count))
    guard let file = try? PDFFile(PDFBytes(input), limits: limits), let history = try? PDFHistory(file) else { return 0 }
    if count == 0 { require(history.signatures.first?.coverage == .document, "the document is not signed") }
    for signature in history.signatures {
        guard let changes = try? history.changes(since: signature) else { continue }
        require(changes.items.isEmpty == (changes.verdict == .none), "a verdict without changes")
        guard changes.verdict <= .allowed, signature.byteRange == [0, room.lowerBound, room.upperBound, signed.count - room.upperBound]
        else {
            continue
        }
        guard let pages = try? file.pages() else { continue }
        require(pages.count == 1, "pages came or went")
        let content = (try? file.resolve(pages[0]["Contents"]))?.stream
        require(content?.data.array == Array("BT /F1 12 Tf (text) Tj ET".utf8), "a page shows something else")
    }
    return 0
}

/// What is appended: bytes as they are behind a zero, else objects with a table that tells of them, divided by ones: a digit for the number,
/// then what the object is.
private func appended(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.first else { return [] }
    if first == 0 { return Array(bytes.dropFirst()) }
    var result: [UInt8] = []
    var table = ""
    for part in bytes.split(separator: 1) {
        guard let digit = part.first else { continue }
        let number = Int(digit % 16)
        guard number > 0 else { continue }
        let offset = String(signed.count + result.count)
        table += "\(number) 1\n\(String(repeating: "0", count: 10 - offset.count))\(offset) 00000 n \n"
        result += Array("\(number) 0 obj\n".utf8) + part.dropFirst() + Array("\nendobj\n".utf8)
    }
    let start = signed.count + result.count
    return result + Array("xref\n\(table)trailer\n<</Root 1 0 R/Size 16/Prev \(section)>>\nstartxref\n\(start)\n%%EOF\n".utf8)
}

/// A small document with a form, signed.
private let (signed, room, section): ([UInt8], Range<Int>, Int) = {
    var text = "%PDF-1.7\n"
    var offsets: [Int] = []
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R 8 0 R]/SigFlags 3>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>",
        "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R 6 0 R 8 0 R]/Resources<<>>>>",
        "<</Length 25>>stream\nBT /F1 12 Tf (text) Tj ET\nendstream",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/P 3 0 R/V 7 0 R>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[10 10 90 30]/P 3 0 R/V(a)>>",
        "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 AAAA BBBB CCCC]/Contents<30020100>>>",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(u)/Rect[0 0 0 0]/P 3 0 R>>",
    ]
    for (index, object) in objects.enumerated() {
        offsets.append(text.utf8.count)
        text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    func padded(_ number: Int, _ width: Int) -> String { String(repeating: "0", count: width - String(number).count) + String(number) }
    let start = text.utf8.count
    text += "xref\n0 9\n0000000000 65535 f \n" + offsets.map { "\(padded($0, 10)) 00000 n \n" }.joined()
    text += "trailer\n<</Root 1 0 R/Size 9>>\nstartxref\n\(start)\n%%EOF\n"
    var bytes = Array(text.utf8)
    let wanted = Array("<30020100>".utf8)
    var place = 0
    while !bytes[place...].starts(with: wanted) { place += 1 }
    let range = place..<place + wanted.count
    for (name, value) in [("AAAA", range.lowerBound), ("BBBB", range.upperBound), ("CCCC", bytes.count - range.upperBound)] {
        var at = 0
        while !bytes[at...].starts(with: Array(name.utf8)) { at += 1 }
        bytes.replaceSubrange(at..<at + 4, with: Array(padded(value, 4).utf8))
    }
    return (bytes, range, start)
}()
