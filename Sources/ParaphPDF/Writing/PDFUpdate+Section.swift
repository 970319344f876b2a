extension PDFUpdate {
    /// Writes the cross-reference section and the end of the file.
    func writeSection(_ table: CrossReferenceTable, start: Int, to writer: inout ObjectWriter) throws(PDFError) {
        let kind = file.sections.first?.kind ?? .table
        var usesStream = kind == .stream
        var highest = 0
        table.forEach { number, entry in
            highest = number
            // What lies in object streams can be said in a stream only.
            if case .compressed = entry { usesStream = true }
        }
        let offset = start + writer.bytes.count
        var table = table
        let own = PDFReference(try unusedNumber(from: max(highest, file.table.highest) + 1))
        if usesStream { table.set(.offset(offset, generation: 0), for: own.number, keepingEarlier: false) }
        if kind == .repaired || file.sections.isEmpty { table.set(.free(generation: 65_535), for: 0, keepingEarlier: false) }
        let size = max(highest, file.table.highest, usesStream ? own.number : 0) + 1
        let trailer = trailer(size: max(size, file.trailer["Size"]?.integer.flatMap { $0 <= file.limits.objectNumber ? $0 : nil } ?? 0))
        if usesStream {
            try writeStream(table, own, trailer, to: &writer)
        } else {
            try writeTable(table, trailer, to: &writer)
        }
        writer.put("startxref\n")
        writer.put(offset - shift)
        writer.put("\n%%EOF\n")
    }

    /// How many bytes lie before those that offsets count.
    private var shift: Int { file.sections.first?.kind == .repaired ? 0 : file.shift }

    /// What the trailer says: never how the older sections are written (7.5.8.4), always what the file is.
    private func trailer(size: Int) -> PDFDictionary {
        var result = PDFDictionary()
        for key in ["Root", "Info", "ID", "Encrypt"] as [StaticString] { if let value = file.trailer[key] { result[key] = value } }
        for entry in trailer.entries { result[entry.key] = entry.value }
        result["Size"] = .integer(size)
        if let newest = file.sections.first, newest.kind != .repaired { result["Prev"] = .integer(newest.offset - shift) }
        return result
    }

    /// Ranges of numbers that follow one another, with their entries.
    private func runs(_ table: CrossReferenceTable) -> [(first: Int, entries: [CrossReferenceEntry])] {
        var runs: [(first: Int, entries: [CrossReferenceEntry])] = []
        table.forEach { number, entry in
            if let last = runs.last, last.first + last.entries.count == number {
                runs[runs.count - 1].entries.append(entry)
            } else {
                runs.append((number, [entry]))
            }
        }
        return runs
    }

    private func writeTable(_ table: CrossReferenceTable, _ trailer: PDFDictionary, to writer: inout ObjectWriter) throws(PDFError) {
        writer.put("xref\n")
        for run in runs(table) {
            writer.put(run.first)
            writer.put(" ")
            writer.put(run.entries.count)
            writer.put("\n")
            for entry in run.entries {
                switch entry {
                case .offset(let offset, let generation):
                    guard Int64(offset - shift) <= 9_999_999_999 else { throw PDFError(.tooLarge, "The file is too long for its table") }
                    writer.put(offset - shift, width: 10)
                    writer.put(" ")
                    writer.put(generation, width: 5)
                    writer.put(" n \n")
                case .free(let generation):
                    writer.put("0000000000 ")
                    writer.put(generation, width: 5)
                    writer.put(" f \n")
                case .compressed: throw PDFError(.malformed, "An object of a stream cannot stand in a table")
                }
            }
        }
        writer.put("trailer\n")
        try writer.write(trailer)
        writer.put("\n")
    }

    private func writeStream(_ table: CrossReferenceTable, _ own: PDFReference, _ trailer: PDFDictionary, to writer: inout ObjectWriter)
        throws(PDFError)
    {
        var rows: [UInt8] = []
        var index: [PDFObject] = []
        func put(_ kind: UInt8, _ second: Int, _ third: Int) {
            rows.append(kind)
            for byte in [32, 24, 16, 8, 0] as [UInt64] { rows.append(UInt8(truncatingIfNeeded: UInt64(second) >> byte)) }
            for byte in [24, 16, 8, 0] as [UInt64] { rows.append(UInt8(truncatingIfNeeded: UInt64(third) >> byte)) }
        }
        for run in runs(table) {
            index += [.integer(run.first), .integer(run.entries.count)]
            for entry in run.entries {
                switch entry {
                case .free(let generation): put(0, 0, generation)
                case .offset(let offset, let generation): put(1, max(0, offset - shift), generation)
                case .compressed(let stream, let place): put(2, stream, max(0, place))
                }
            }
        }
        var dictionary = trailer
        dictionary["Type"] = .name("XRef")
        dictionary["W"] = .array([.integer(1), .integer(5), .integer(4)])
        dictionary["Index"] = .array(index)
        dictionary["Filter"] = .name("FlateDecode")
        let data = Deflate.encode(rows)
        dictionary["Length"] = .integer(data.count)
        writer.put(own.number)
        writer.put(" 0 obj\n")
        try writer.write(dictionary)
        writer.put("\nstream\n")
        writer.bytes.append(contentsOf: data)
        writer.put("\nendstream\nendobj\n")
    }
}
