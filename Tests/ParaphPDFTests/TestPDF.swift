@testable import ParaphPDF

/// A small PDF that a test writes, with all offsets right.
struct TestPDF {
    private(set) var bytes: [UInt8] = Array("%PDF-1.7\n%\u{E2}\u{E3}\n".utf8)
    private(set) var offsets: [Int: Int] = [:]
    private(set) var lastSection = 0

    /// A catalog (1), a node (2) and so many pages (3 and on).
    init(pages: Int = 1, catalog: String = "", node: String = "", page: String = "") {
        let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
        add(1, "<</Type/Catalog/Pages 2 0 R\(catalog)>>")
        add(2, "<</Type/Pages/Kids[\(kids)]/Count \(pages)\(node)>>")
        for number in 0..<pages { add(number + 3, "<</Type/Page/Parent 2 0 R\(page)>>") }
    }

    /// Nothing but a header.
    init(header: String) { bytes = Array(header.utf8) }

    mutating func append(_ text: String) { bytes += text.utf8 }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func add(_ number: Int, _ content: String, generation: Int = 0) {
        offsets[number] = bytes.count
        append("\(number) \(generation) obj\n\(content)\nendobj\n")
    }

    mutating func add(_ number: Int, dictionary: String, stream: [UInt8]) {
        offsets[number] = bytes.count
        append("\(number) 0 obj\n<<\(dictionary)/Length \(stream.count)>>\nstream\n")
        bytes += stream
        append("\nendstream\nendobj\n")
    }

    /// Writes a table of the given numbers, or of all, the trailer and the end.
    mutating func finish(_ numbers: [Int]? = nil, trailer: String = "", root: String = "/Root 1 0 R", shift: Int = 0) {
        let listed = numbers ?? offsets.keys.sorted()
        let start = bytes.count
        append("xref\n0 1\n0000000000 65535 f \n")
        for number in listed { append("\(number) 1\n\(Self.padded((offsets[number] ?? 0) - shift)) 00000 n \n") }
        end(section: start - shift, trailer: "\(root)/Size \((offsets.keys.max() ?? 0) + 1)\(trailer)")
        lastSection = start
    }

    mutating func end(section: Int, trailer: String) {
        append("trailer\n<<\(trailer)>>\nstartxref\n\(section)\n%%EOF\n")
    }

    /// Writes a cross-reference stream with one-byte types, four-byte offsets and one-byte generations or indices.
    mutating func finishWithStream(_ number: Int, compressed: [Int: (stream: Int, index: Int)] = [:], trailer: String = "") {
        let start = bytes.count
        offsets[number] = start
        let size = max(offsets.keys.max() ?? 0, compressed.keys.max() ?? 0) + 1
        var rows: [UInt8] = []
        for entry in 0..<size {
            let (kind, value, last): (UInt8, Int, Int) =
                if let place = compressed[entry] {
                    (2, place.stream, place.index)
                } else if let offset = offsets[entry] {
                    (1, offset, 0)
                } else {
                    (0, 0, 255)
                }
            rows += [kind, UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255), UInt8(last)]
        }
        add(number, dictionary: "/Type/XRef/W[1 4 1]/Root 1 0 R/Size \(size)\(trailer)", stream: rows)
        append("startxref\n\(start)\n%%EOF\n")
        lastSection = start
    }

    static func padded(_ number: Int) -> String {
        let digits = String(max(0, number))
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    func open(limits: PDFLimits = PDFLimits()) throws -> PDFFile { try PDFFile(PDFBytes(bytes), limits: limits) }
}
