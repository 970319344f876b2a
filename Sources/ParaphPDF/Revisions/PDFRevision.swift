/// A state in which the file was once complete: the bytes up to the end of one of its incremental updates (ISO 32000-2, 7.5.6).
public struct PDFRevision: Hashable, Sendable {
    /// Its number, from 1 for the oldest.
    public let number: Int
    /// How many bytes of the file it has.
    public let length: Int
    /// Which of ``PDFFile/sections`` it added, newest first.
    public let sections: Range<Int>
}

/// Where a revision ends.
struct RevisionEnd {
    /// Behind `%%EOF`.
    var marker: Int
    /// Behind the end of line after it.
    var end: Int
    /// The section that `startxref` names, as an index in ``PDFFile/sections``.
    var section: Int
}

extension PDFFile {
    /// All revisions, oldest first; a file that had to be repaired has one.
    ///
    /// A revision that a signature covers ends where the signature says; the newest one ends with the file.
    public func revisions() throws(PDFError) -> [PDFRevision] {
        let ends = try revisionEnds()
        let whole = PDFRevision(number: 1, length: bytes.count, sections: 0..<sections.count)
        guard !ends.isEmpty, !isLocked else { return ends.count > 1 ? revisions(ends, signed: []) : [whole] }
        var signed: [Int] = []
        for signature in try signatures(fields: fields(), revisionEnds: ends) {
            if case .revision(let length) = signature.coverage { signed.append(length) }
        }
        return revisions(ends, signed: signed)
    }

    private func revisions(_ ends: [RevisionEnd], signed: [Int]) -> [PDFRevision] {
        var revisions: [PDFRevision] = []
        var oldest = sections.count
        for (index, end) in ends.enumerated() {
            let isNewest = index == ends.count - 1
            let length = isNewest ? bytes.count : signed.first { ($0 >= end.marker) && ($0 <= end.end) } ?? end.end
            let first = isNewest ? 0 : end.section
            revisions.append(PDFRevision(number: index + 1, length: length, sections: first..<max(first, oldest)))
            oldest = end.section
        }
        return revisions
    }

    /// The bytes of a revision: exactly what the file was then.
    public func bytes(of revision: PDFRevision) -> PDFBytes { bytes.part(0..<revision.length) }

    /// How many bytes lie behind the end of the newest revision and are no white space: someone else's, if any.
    public func trailingBytes() throws(PDFError) -> Int {
        guard let last = try revisionEnds().last else { return 0 }
        var end = bytes.count
        while end > last.end, Lexer.isSpace(bytes.peek(end - 1)) { end -= 1 }
        return max(0, end - last.end)
    }

    /// Where revisions end, oldest first.
    ///
    /// Behind a section stands `startxref`. Where it names that section, a revision ends; where it does not, as in the first part of a
    /// linearised file, the section belongs to the revision of the next newer one.
    func revisionEnds() throws(PDFError) -> [RevisionEnd] {
        var ends: [RevisionEnd] = []
        for index in sections.indices.reversed() where sections[index].kind != .repaired {
            guard let end = try revisionEnd(after: sections[index].end) else { continue }
            // Sections that are not in the order of the file are an attack or a linearised file; either way they end no revision.
            guard end.section <= index, end.end > ends.last?.end ?? 0 else { continue }
            ends.append(end)
        }
        return ends
    }

    private func revisionEnd(after position: Int) throws(PDFError) -> RevisionEnd? {
        guard let place = bytes.first("startxref", from: position) else { return nil }
        try budget.spend((place - position) >> 3 + sections.count)
        var lexer = Lexer(bytes, at: place + 9)
        lexer.skipSpace()
        guard let start = lexer.plainInteger(), start <= bytes.count - shift else { return nil }
        while Lexer.isSpace(bytes.peek(lexer.position)) { lexer.position += 1 }
        guard bytes.has("%%EOF", at: lexer.position) else { return nil }
        let marker = lexer.position + 5
        var end = marker
        if bytes.peek(end) == 13 { end += 1 }
        if bytes.peek(end) == 10 { end += 1 }
        lexer.position = start + shift
        lexer.skipSpace()
        guard let section = sections.firstIndex(where: { $0.offset == lexer.position }) else { return nil }
        return RevisionEnd(marker: marker, end: end, section: section)
    }
}
