extension PDFFile {
    /// Reads the cross-reference sections, then what encrypts the file, then the catalog; repairs where one of them fails.
    ///
    /// Where repairing finds no pages either, what the sections say counts: a file that was written to stays as it was written.
    func open(password: [UInt8], ciphers: PDFCiphers?) throws(PDFError) {
        var written: Structure?
        do throws(PDFError) {
            try readSections()
            try setUpEncryption(password: password, ciphers: ciphers)
            if isLocked { return }
            if try hasPages() { return }
            if try catalog() != nil { written = structure }
        } catch {
            // Limits are final; what is broken is repaired.
            guard Self.mendable.contains(error.code) else { throw error }
        }
        do throws(PDFError) {
            try repair()
            try setUpEncryption(password: password, ciphers: ciphers)
            try addObjectsOfStreams()
            // A locked file cannot say what its pages are.
            let isBetter = isLocked ? false : try hasPages()
            if let written, !isBetter { structure = written }
        } catch {
            guard let written, Self.mendable.contains(error.code) || error.code == .unsupported else { throw error }
            structure = written
        }
        if isLocked { return }
        if try catalog() == nil {
            throw PDFError(headerVersion == 0 ? .notPDF : .missing, "There is no document catalog in the file")
        }
    }

    /// What an error says that looking through the whole file may mend.
    private static let mendable: [PDFError.Code] = [.malformed, .truncated, .missing, .notPDF]

    /// What opening finds out.
    private struct Structure {
        var sections: [CrossReferenceSection]
        var table: CrossReferenceTable
        var trailer: PDFDictionary
        var encryption: PDFEncryption?
    }

    private var structure: Structure {
        get { Structure(sections: sections, table: table, trailer: trailer, encryption: encryption) }
        set {
            sections = newValue.sections
            table = newValue.table
            trailer = newValue.trailer
            encryption = newValue.encryption
            forget()
        }
    }

    private func readSections() throws(PDFError) {
        guard let place = bytes.last("startxref") else { throw PDFError(.malformed, "The file does not say where its objects are") }
        try budget.spend((bytes.count - place) >> 3)
        var lexer = Lexer(bytes, at: place + 9)
        lexer.skipSpace()
        guard let start = lexer.plainInteger() else {
            throw PDFError(.malformed, "The file does not say where its objects are", offset: place)
        }
        // Where something lies before the header, most writers count from the header, others from the start of the file.
        var failure = PDFError(.malformed, "The file does not say where its objects are", offset: place)
        for shift in headerOffset == 0 ? [0] : [headerOffset, 0] {
            let reader = CrossReferenceReader(bytes: bytes, shift: shift, limits: limits, budget: budget)
            do throws(PDFError) {
                sections = try reader.chain(from: start)
                self.shift = shift
                table = sections.first?.table ?? CrossReferenceTable()
                for section in sections.dropFirst() { table.addOlder(section.table) }
                trailer = sections.first { $0.trailer["Root"] != nil }?.trailer ?? PDFDictionary()
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// The document catalog (ISO 32000-2, 7.7.2).
    public func catalog() throws(PDFError) -> PDFDictionary? {
        try resolve(trailer["Root"]).dictionary
    }

    private func hasPages() throws(PDFError) -> Bool {
        guard let catalog = try catalog() else { return false }
        return try resolve(catalog["Pages"]).dictionary != nil
    }

    private func setUpEncryption(password: [UInt8], ciphers: PDFCiphers?) throws(PDFError) {
        encryption = nil
        guard let value = trailer["Encrypt"] else { return }
        // The dictionary itself is not encrypted: it is read while nothing is decrypted yet.
        guard let dictionary = try resolve(value).dictionary else { throw PDFError(.malformed, "The encryption dictionary is missing") }
        var resolved = dictionary
        for entry in dictionary.entries { resolved[entry.key] = try resolve(entry.value) }
        let identifier = try resolve(resolve(trailer["ID"]).array?.first).string?.bytes ?? []
        encryption = try PDFEncryption(resolved, identifier: identifier, password: password, ciphers: ciphers)
        forget()
    }

    /// Takes the objects and the trailer that looking through the whole file finds.
    private func repair() throws(PDFError) {
        isRepaired = true
        encryption = nil
        forget()
        let scan = try scan()
        table = scan.table
        var chosen: PDFDictionary?
        for candidate in scan.trailers.reversed() where chosen == nil {
            // The last trailer that leads to a catalog, as pdf.js does; where objects are in streams, one that at least has a root.
            if let root = try resolve(candidate["Root"]).dictionary, root["Pages"] != nil { chosen = candidate }
        }
        if chosen == nil { chosen = scan.trailers.last { $0["Root"]?.reference.map { table[$0.number] == nil } ?? false } }
        var trailer = chosen ?? PDFDictionary()
        if chosen == nil, let root = scan.catalog { trailer["Root"] = .reference(root) }
        for key in ["Encrypt", "ID", "Info"] as [StaticString] where trailer[key] == nil {
            trailer[key] = scan.trailers.last { $0[key] != nil }?[key]
        }
        self.trailer = trailer
        sections = [CrossReferenceSection(kind: .repaired, offset: 0, end: bytes.count, trailer: trailer, table: table)]
    }

    /// Finds the objects in object streams, once what encrypts these is known; a later stream counts more than an earlier one.
    private func addObjectsOfStreams() throws(PDFError) {
        guard !isLocked else { return }
        var catalog: PDFReference?
        for number in try scan().objectStreams {
            let stream: ObjectStream?
            do throws(PDFError) {
                stream = try objectStream(number)
            } catch {
                guard [.malformed, .unsupported, .truncated].contains(error.code) else { throw error }
                continue
            }
            guard let stream else { continue }
            for (index, entry) in stream.entries.enumerated() where entry.number > 0 && entry.number <= limits.objectNumber {
                // An object that stands in the file itself behind the stream is newer.
                if case .offset(let own, _)? = table[entry.number], case .offset(let place, _)? = table[number], own > place { continue }
                table.set(.compressed(stream: number, index: index), for: entry.number, keepingEarlier: false)
                var parser = Parser(stream.bytes, at: entry.offset, limits: limits, budget: budget)
                if let type = try? parser.object().dictionary?["Type"]?.name, type == "Catalog" { catalog = PDFReference(entry.number) }
            }
        }
        forget()
        sections[0].table = table
        if try self.catalog() == nil, let catalog { trailer["Root"] = .reference(catalog) }
    }
}
