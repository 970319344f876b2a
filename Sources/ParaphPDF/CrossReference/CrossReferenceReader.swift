/// Reads cross-reference sections as they are written; what breaks the syntax is thrown, and repaired elsewhere.
struct CrossReferenceReader {
    let bytes: PDFBytes
    /// How many bytes lie before those that offsets in the file count.
    let shift: Int
    let limits: PDFLimits
    let budget: PDFBudget

    /// Reads the newest section and all before it.
    ///
    /// - Parameter start: what `startxref` says.
    /// - Returns: the sections, newest first.
    /// - Throws: ``PDFError``, also where only an older section cannot be read.
    func chain(from start: Int) throws(PDFError) -> [CrossReferenceSection] {
        var sections: [CrossReferenceSection] = []
        var seen: Set<Int> = []
        var room = 0
        var next: Int? = start
        while let offset = next {
            guard seen.insert(offset).inserted else { break }
            guard sections.count < limits.sections else {
                throw PDFError(.tooLarge, "There are too many cross-reference sections", offset: offset)
            }
            var section = try section(at: offset)
            if section.kind == .table, let hidden = section.trailer["XRefStm"]?.integer {
                section.kind = .hybrid
                // One that cannot be read hides nothing but its own objects.
                if let stream = try? self.section(at: hidden), stream.kind == .stream {
                    section.table = merged(section.table, stream.table)
                }
            }
            room += section.table.room
            guard room <= limits.entries else {
                throw PDFError(.tooLarge, "The cross-reference sections have too many entries", offset: offset)
            }
            sections.append(section)
            next = section.trailer["Prev"]?.integer
            // Some writers say that there is nothing before with 0.
            if next == 0 { next = nil }
        }
        return sections
    }

    /// What a hybrid section says: what the table has, then what the stream has, then what the table calls free.
    private func merged(_ table: CrossReferenceTable, _ stream: CrossReferenceTable) -> CrossReferenceTable {
        var result = CrossReferenceTable()
        table.forEach { number, entry in if !entry.isFree { result.set(entry, for: number, keepingEarlier: true) } }
        result.addOlder(stream)
        result.addOlder(table)
        return result
    }

    /// Reads the section at an offset as the file counts them.
    func section(at offset: Int) throws(PDFError) -> CrossReferenceSection {
        guard offset >= 0, offset < bytes.count - shift else {
            throw PDFError(.malformed, "A cross-reference section lies outside the file", offset: offset)
        }
        var parser = Parser(bytes, at: offset + shift, limits: limits, budget: budget)
        parser.lexer.skipSpace()
        let start = parser.lexer.position
        if parser.lexer.bytes.has("xref", at: start) {
            parser.lexer.position += 4
            return try table(&parser, start: start)
        }
        return try stream(&parser, start: start)
    }

    private func table(_ parser: inout Parser, start: Int) throws(PDFError) -> CrossReferenceSection {
        var table = CrossReferenceTable()
        while true {
            parser.lexer.skipSpace()
            if parser.lexer.bytes.has("trailer", at: parser.lexer.position) { break }
            guard let first = parser.lexer.plainInteger() else {
                throw PDFError(.malformed, "A cross-reference table is broken", offset: parser.lexer.position)
            }
            parser.lexer.skipSpace()
            guard let count = parser.lexer.plainInteger(), first <= limits.objectNumber, count <= bytes.count / 10 else {
                throw PDFError(.malformed, "A cross-reference table is broken", offset: parser.lexer.position)
            }
            try subsection(&parser, first: first, count: count, into: &table)
        }
        parser.lexer.position += 7
        guard case .dictionary(let trailer) = try parser.object() else {
            throw PDFError(.malformed, "A trailer is no dictionary", offset: parser.lexer.position)
        }
        return CrossReferenceSection(kind: .table, offset: start, end: parser.lexer.position, trailer: trailer, table: table)
    }

    private func subsection(_ parser: inout Parser, first: Int, count: Int, into table: inout CrossReferenceTable) throws(PDFError) {
        var first = first
        parser.lexer.skipSpace()
        let regular = try regularLines(from: parser.lexer.position, first: first, count: count, into: &table)
        parser.lexer.position += regular * 20
        for index in regular..<count {
            try budget.spend(4)
            let start = parser.lexer.position
            parser.lexer.skipSpace()
            guard let offset = parser.lexer.plainInteger() else {
                // Fewer lines than were announced.
                parser.lexer.position = start
                return
            }
            parser.lexer.skipSpace()
            let generation = parser.lexer.plainInteger()
            parser.lexer.skipSpace()
            let kind = parser.lexer.bytes.peek(parser.lexer.position)
            guard let generation, kind == ascii("n") || kind == ascii("f") else {
                throw PDFError(.malformed, "A cross-reference table is broken", offset: start)
            }
            parser.lexer.position += 1
            // Tables that count from 1 but begin with the free entry of number 0 are common.
            if index == 0, first == 1, kind == ascii("f"), generation == 65_535 { (first, table.isShifted) = (0, true) }
            guard first + index <= limits.objectNumber else { continue }
            let inUse = kind == ascii("n") && offset > 0 && offset <= .max - shift
            table.set(
                inUse ? .offset(offset + shift, generation: generation) : .free(generation: generation),
                for: first + index,
                keepingEarlier: true
            )
        }
    }

    /// Reads lines of exactly twenty bytes as the standard has them, which most files do; says how many there are.
    private func regularLines(from start: Int, first: Int, count: Int, into table: inout CrossReferenceTable) throws(PDFError) -> Int {
        let most = min(count, max(0, limits.objectNumber - first), (bytes.count - start) / 20)
        try budget.spend(most)
        return bytes.withBytes { memory in
            func number(_ place: Int, _ digits: Int) -> Int? {
                var value: Int64 = 0
                for index in place..<place + digits {
                    let digit = memory[index] &- 48
                    guard digit < 10 else { return nil }
                    value = value &* 10 &+ Int64(digit)
                }
                return Int(exactly: value)
            }
            for index in 0..<most {
                let line = start + index * 20
                let kind = memory[line + 17]
                guard let offset = number(line, 10), memory[line + 10] == 32, let generation = number(line + 11, 5),
                    memory[line + 16] == 32,
                    kind == UInt8(ascii: "n") || kind == UInt8(ascii: "f"), memory[line + 18] <= 32,
                    memory[line + 19] == 10 || memory[line + 19] == 13
                else { return index }
                if index == 0, first == 1, kind == UInt8(ascii: "f") { return 0 }
                let inUse = kind == UInt8(ascii: "n") && offset > 0 && offset <= .max - shift
                table.set(
                    inUse ? .offset(offset + shift, generation: generation) : .free(generation: generation),
                    for: first + index,
                    keepingEarlier: true
                )
            }
            return most
        }
    }

    private func stream(_ parser: inout Parser, start: Int) throws(PDFError) -> CrossReferenceSection {
        guard parser.head() != nil, case .dictionary(let dictionary) = try parser.object(), let dataStart = parser.streamStart() else {
            throw PDFError(.malformed, "There is no cross-reference section where one should be", offset: start)
        }
        guard dictionary["Type"]?.name.map({ $0 == "XRef" }) ?? (dictionary["W"] != nil) else {
            throw PDFError(.malformed, "A stream is no cross-reference stream", offset: start)
        }
        var ends = StreamEnds()
        let data = try parser.streamData(from: dataStart, length: dictionary["Length"]?.integer, ends: &ends).data
        let table = try Self.table(
            of: PDFStream(dictionary, data: data),
            shift: shift,
            limits: limits,
            budget: budget
        )
        return CrossReferenceSection(kind: .stream, offset: start, end: parser.lexer.position, trailer: dictionary, table: table)
    }
}
