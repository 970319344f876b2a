/// An object stream that is decoded: its numbers, and where their objects are (ISO 32000-2, 7.5.7).
struct ObjectStream {
    let bytes: PDFBytes
    /// The object number and the offset of each object, as far as the header goes.
    let entries: [(number: Int, offset: Int)]

    /// Reads the header of decoded data.
    init(_ bytes: PDFBytes, count: Int, first: Int, limits: PDFLimits, budget: PDFBudget) throws(PDFError) {
        self.bytes = bytes
        var lexer = Lexer(bytes)
        var entries: [(number: Int, offset: Int)] = []
        while entries.count < min(count, limits.elements) {
            try budget.spend(4)
            lexer.skipSpace()
            guard let number = lexer.plainInteger() else { break }
            lexer.skipSpace()
            guard let offset = lexer.plainInteger(), offset <= bytes.count - first else { break }
            entries.append((number, first + offset))
        }
        self.entries = entries
    }

    /// Where an object ends at the latest: where the next one in the list starts.
    func end(at index: Int) -> Int { index + 1 < entries.count ? entries[index + 1].offset : bytes.count }

    /// Where an object starts: the one with the index if it has the number, else the last with the number.
    func offset(of number: Int, index: Int?) -> Int? {
        if let index, entries.indices.contains(index), entries[index].number == number { return entries[index].offset }
        return entries.last { $0.number == number }?.offset
    }
}
