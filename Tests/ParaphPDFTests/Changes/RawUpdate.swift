@testable import ParaphPDF

/// An update of a signed document, written byte for byte.
struct RawUpdate {
    private(set) var pdf: SignedTestPDF
    /// Where the newest section of what was signed is.
    let previous: Int
    /// Where the update starts.
    let start: Int
    private var offsets: [(number: Int, offset: Int)] = []

    init(_ pdf: SignedTestPDF? = nil) throws {
        var signed = pdf ?? SignedTestPDF()
        if pdf == nil { try signed.sign(16) }
        self.pdf = signed
        let file = try PDFFile(PDFBytes(signed.bytes))
        previous = file.sections[0].offset
        start = signed.bytes.count
    }

    var count: Int { pdf.bytes.count }

    mutating func append(_ text: String) { pdf.append(text) }

    mutating func append(_ more: [UInt8]) { pdf.append(more) }

    /// Appends an object as it is written, which the table will name.
    mutating func object(_ number: Int, _ text: String) {
        offsets.append((number, count))
        pdf.append(text)
    }

    /// Has the table name what was appended already.
    mutating func note(_ number: Int, at offset: Int) { offsets.append((number, offset)) }

    /// The lines of a table that names what was appended.
    var lines: String { offsets.map { "\($0.number) 1\n\(TestPDF.padded($0.offset)) 00000 n \n" }.joined() }

    var trailer: String { "<</Root 1 0 R/Size 60/Prev \(previous)>>" }

    /// Ends with a table; parts of it may be written otherwise.
    mutating func finish(_ changes: [(String, String)] = [], lines: String? = nil) {
        let place = count
        var text = "xref\n\(lines ?? self.lines)trailer\n\(trailer)\nstartxref\n\(place)\n%%EOF\n"
        for (from, to) in changes { text = text.replacing(from, with: to) }
        pdf.append(text)
    }

    /// Rows of a cross-reference stream with one byte for the type, four and two for the numbers.
    static func row(_ kind: UInt8, _ second: Int, _ third: Int) -> [UInt8] { [kind] + digits(second, 4) + digits(third, 2) }

    /// A number in so many bytes, the highest first.
    static func digits(_ value: Int, _ width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for place in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
        return bytes
    }

    /// Appends a cross-reference stream that names what was appended and some more; gives its offset.
    mutating func section(
        _ number: Int,
        more: [(number: Int, row: [UInt8])] = [],
        keys: String? = nil,
        index: String? = nil,
        tail: [UInt8] = []
    ) -> Int {
        let place = count
        let rows = offsets.map { (number: $0.number, row: Self.row(1, $0.offset, 0)) } + more
        let text = index ?? rows.map { "\($0.number) 1" }.joined(separator: " ")
        let data = rows.flatMap { $0.row } + tail
        let trailer = keys ?? "/W[1 4 2]/Root 1 0 R/Size 60/Prev \(previous)"
        pdf.append("\(number) 0 obj\n<</Type/XRef/Index[\(text)]\(trailer)/Length \(data.count)>>\nstream\n")
        pdf.append(data)
        pdf.append("\nendstream\nendobj\n")
        return place
    }

    /// Ends after a cross-reference stream.
    mutating func end(_ place: Int) { pdf.append("startxref\n\(place)\n%%EOF\n") }

    func verdict() throws -> PDFChanges.Verdict { try pdf.changes().verdict }
}
